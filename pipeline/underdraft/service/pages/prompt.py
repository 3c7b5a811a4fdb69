"""The prompt of a run: its six layers, what stands in them and why, and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from underdraft.cache.cause_words import prefix_in_words
from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import language_of, render
from underdraft.types.layers import Layer
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


SHOWN = 50
MILLION = 1_000_000


@view
async def prompt(request: Request, workspace: Workspace) -> Response:
    """The newest run, or the one that is named, with what changed since the one before."""
    runs = (await ask(workspace, "ai:run:list", {"limit": SHOWN}))["items"]
    chosen = request.query_params.get("run") or (runs[0]["id"] if runs else None)
    values: dict[str, Any] = {"run": None}
    if chosen:
        run = await ask(workspace, "ai:run:get", {"runId": chosen})
        beside = _before(runs, run) or chosen
        asked = {"runId": chosen, "beforeId": beside, "language": language_of(request, workspace)}
        blame = await ask(workspace, "ai:run:blame", asked)
        values = {"run": run, "layers": layers_of(run), "blame": blame}
        values["cost"] = cost_of(run["usage"], blame["prices"])
        values["additions"] = prefix_in_words(run.get("prefix"), language_of(request, workspace))
    return render(request, "prompt", workspace, runs=runs, **values)


def _before(runs: list[dict[str, Any]], run: dict[str, Any]) -> str | None:
    """The last run before this one with the same model, as far as the list goes back."""
    earlier = (one for one in runs if one["createdAt"] < run["createdAt"] and one["model"] == run["model"])
    return next((one["id"] for one in earlier), None)


def cost_of(usage: dict[str, int], prices: dict[str, Any] | None) -> dict[str, float] | None:
    """Return the price of a run's input in US dollars, with its cache and without one; ``None`` without a price."""
    if prices is None or not usage["promptTokens"]:
        return None
    cached, written = usage["cachedTokens"], usage["cacheWriteTokens"]
    rest = max(0, usage["promptTokens"] - cached - written)
    paid = cached * prices["readUsd"] + written * prices["writeUsd"] + rest * prices["inputUsd"]
    return {"paid": paid / MILLION, "whole": usage["promptTokens"] * prices["inputUsd"] / MILLION}


def layers_of(run: dict[str, Any]) -> list[dict[str, Any]]:
    """The six layers with what stands in them and what was left out, in prompt order."""
    return [
        {
            "number": layer.value,
            "name": layer.name,
            "stable": layer <= Layer.PROJECT,
            "injected": (inside := _grouped(run["injected"], layer)),
            "excluded": _grouped(run["excluded"], layer),
            "tokens": sum(line["tokens"] for line in inside),
        }
        for layer in Layer
    ]


def _grouped(lines: list[dict[str, Any]], layer: Layer) -> list[dict[str, Any]]:
    """A layer's lines: each memory has its own, others of one source with one reason are one line with a count."""
    grouped: dict[tuple[str, ...], dict[str, Any]] = {}
    for line in lines:
        if line["layer"] != layer.name:
            continue
        memory = line["id"] if line["source"].startswith("memory:") else ""
        key = (line["source"], line["reason"], line["plugin"], memory or "")
        found = grouped.setdefault(key, {**line, "tokens": 0, "count": 0})
        found["tokens"] += line["tokens"]
        found["count"] += line.get("count", 1)
    return list(grouped.values())
