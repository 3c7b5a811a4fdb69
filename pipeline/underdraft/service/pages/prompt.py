"""The prompt of a run: its six layers, what stands in them and why, and what another run had otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import render
from underdraft.types.layers import Layer
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


SHOWN = 50


@view
async def prompt(request: Request, workspace: Workspace) -> Response:
    """The newest run, or the one that is named, alone or beside another."""
    query = request.query_params
    runs = (await ask(workspace, "ai:run:list", {"limit": SHOWN}))["items"]
    chosen = query.get("run") or (runs[0]["id"] if runs else None)
    run, other, difference = None, None, None
    if chosen:
        run = await ask(workspace, "ai:run:get", {"runId": chosen})
        if query.get("other"):
            other = await ask(workspace, "ai:run:get", {"runId": query["other"]})
            payload = {"runId": chosen, "otherId": query["other"]}
            difference = (await ask(workspace, "ai:run:replay", payload)).get("diff")
    return render(
        request,
        "prompt",
        workspace,
        runs=runs,
        run=run,
        other=other,
        difference=difference,
        layers=layers_of(run) if run else [],
        others=layers_of(other) if other else [],
    )


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
