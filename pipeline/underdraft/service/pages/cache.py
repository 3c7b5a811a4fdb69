"""What the provider's cache saved, run by run."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import render
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


RUNS = 40
WIDTH, HEIGHT, GAP = 16, 160, 4
"""One run's bar and the space after it, in units of the drawing."""


@view
async def cache(request: Request, workspace: Workspace) -> Response:
    """The newest runs as bars, cached and billed tokens apart, and why a prefix changed."""
    listed = await ask(workspace, "ai:run:list", {"limit": RUNS})
    asked = (ask(workspace, "ai:run:get", {"runId": item["id"]}) for item in reversed(listed["items"]))
    runs = [run for run in await asyncio.gather(*asked) if run["status"] == "done"]
    return render(
        request, "cache", workspace, bars=bars_of(runs), totals=totals_of(runs), width=WIDTH, height=HEIGHT
    )


def bars_of(runs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One bar a run: where it is, how high, and whether the prefix was another than the run's before."""
    most = max((run["usage"]["promptTokens"] for run in runs), default=0) or 1
    bars = []
    for place, run in enumerate(runs):
        usage = run["usage"]
        whole = round(HEIGHT * usage["promptTokens"] / most, 1)
        cached = round(HEIGHT * usage["cachedTokens"] / most, 1)
        bars.append(
            {
                "x": place * (WIDTH + GAP),
                "whole": whole,
                "cached": cached,
                "y": round(HEIGHT - whole, 1),
                "y_cached": round(HEIGHT - cached, 1),
                "run": run,
                "broken": run["stablePrefixUnchanged"] is False,
                "before": runs[place - 1]["runId"] if place else None,
            }
        )
    return bars


def totals_of(runs: list[dict[str, Any]]) -> dict[str, int]:
    """Tokens sent and cached in all, the share in percent, and how often the prefix changed."""
    sent = sum(run["usage"]["promptTokens"] for run in runs)
    cached = sum(run["usage"]["cachedTokens"] for run in runs)
    return {
        "runs": len(runs),
        "sent": sent,
        "cached": cached,
        "percent": round(100 * cached / sent) if sent else 0,
        "broken": sum(run["stablePrefixUnchanged"] is False for run in runs),
    }
