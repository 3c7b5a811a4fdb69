"""The prompt of a run, or of one that would be sent: every token in a line, why it is there, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from starlette.responses import PlainTextResponse

from underdraft.cache.cause_words import prefix_in_words
from underdraft.cache.prices import prices_of
from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import language_of, render
from underdraft.service.pages.replies import replies_of
from underdraft.service.status import read_json
from underdraft.text.strings import words
from underdraft.types.layers import Layer
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


SHOWN = 50
MILLION = 1_000_000
WORDS = 12_000
"""Code points of a prompt that its view shows; the whole of it is a text of its own."""

LEAST = 60
"""Fewest code points shown of a line."""


@view
async def prompt(request: Request, workspace: Workspace) -> Response:
    """The newest run, or the one that is named, with what changed since the one before."""
    runs = (await ask(workspace, "ai:run:list", {"limit": SHOWN}))["items"]
    chosen = request.query_params.get("run") or (runs[0]["id"] if runs else None)
    values: dict[str, Any] = {"run": None}
    language = language_of(request, workspace)
    if chosen:
        run = await ask(workspace, "ai:run:get", {"runId": chosen, "lines": True})
        if whole := request.query_params.get("text"):
            sent = "\n\n".join(one["content"] for one in run["messages"])
            return PlainTextResponse(run["text"] if whole == "reply" else sent)
        asked = {"runId": chosen, "beforeId": _before(runs, run) or chosen, "language": language}
        blame = await ask(workspace, "ai:run:blame", asked)
        values = {"run": run, "parts": parts_of(run, language), "blame": blame}
        values["cost"] = cost_of(run["usage"], blame["prices"])
        ledger = (await ask(workspace, "memory:preferences:list"))["items"] if run["verdict"] else []
        values["showed"] = [one for one in ledger if chosen in [span["runId"] for span in one["spans"]]]
        values["additions"] = prefix_in_words(run.get("prefix"), language)
    values["replies"] = await replies_of(request, workspace)
    return render(request, "prompt", workspace, runs=runs, **values)


@view
async def preview(request: Request, workspace: Workspace) -> Response:
    """The prompt of a run before it is sent, shown as it is afterwards; for the script of the desk."""
    asked = read_json(await request.body(), request.headers.get("content-type", ""))
    found = await ask(workspace, "ai:skill:preview", {**asked, "lines": True})
    prices = prices_of(found["model"], ttl=found["cachePlan"]["ttl"])
    parts = parts_of(found, language_of(request, workspace))
    return render(request, "_preview", workspace, found=found, parts=parts, prices=prices)


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


def parts_of(run: Mapping[str, Any], language: str) -> list[dict[str, Any]]:
    """Layers, skill, client's instructions and history as they were sent, each with its lines; the tokens add up."""
    parts: list[dict[str, Any]] = []
    said = words(language, "template")
    for line in run["lines"]:
        name = line["layer"] or line["source"]
        if not parts or parts[-1]["name"] != name:
            excluded = _grouped([one for one in run["excluded"] if one["layer"] == line["layer"]])
            title = said["headings"].get(name, "").removeprefix("# ")
            stable = bool(title) and Layer[name].stable
            parts.append({"name": name, "title": title, "stable": stable, "lines": {}, "excluded": excluded})
        _add(parts[-1]["lines"], line)
    shown = max(LEAST, WORDS // max(1, sum(len(part["lines"]) for part in parts)))
    for part in parts:
        part["lines"] = list(part["lines"].values())
        part["tokens"] = sum(line["tokens"] for line in part["lines"])
        for line in part["lines"]:
            of_file, _, rest = line["source"].partition(":")
            named = [
                said["labels"].get(line["kind"], ""),
                rest if of_file in {"file", "folder"} or not line["kind"] else "",
            ]
            line["label"] = " · ".join(filter(None, named))
            line["words"] = line["text"] if len(line["text"]) <= shown else f"{line['text'][:shown]}…"
    return parts


def _grouped(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    grouped: dict[tuple[str, ...], dict[str, Any]] = {}
    for line in lines:
        _add(grouped, line)
    return list(grouped.values())


def _add(grouped: dict[tuple[str, ...], dict[str, Any]], line: Mapping[str, Any]) -> None:
    """Add a line: each memory has its own, others of one source with one reason are one with a count."""
    memory = line["id"] if line["source"].startswith("memory:") else ""
    key = (line["source"], line["reason"], line["plugin"], memory or "")
    found = grouped.setdefault(key, {**line, "tokens": 0, "count": 0, "text": ""})
    found["tokens"] += line["tokens"]
    found["count"] += line.get("count", 1)
    found["text"] += ("\n" if found["text"] else "") + line.get("text", "").strip("\n")
