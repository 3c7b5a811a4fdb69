"""What the provider's cache did, run by run, and what was missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import language_of, render
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


RUNS = 40
WIDTH, HEIGHT, GAP = 16, 160, 4
"""One run's bar and the space after it, in units of the drawing."""


@view
async def cache(request: Request, workspace: Workspace) -> Response:
    """The newest runs as bars, cached and billed tokens apart; then what was missed, by cause."""
    asked = {"limit": RUNS, "language": language_of(request, workspace)}
    report = await ask(workspace, "ai:cache:report", asked)
    return render(
        request,
        "cache",
        workspace,
        report=report,
        bars=bars_of(report["runs"]),
        totals=totals_of(report),
        width=WIDTH,
        height=HEIGHT,
    )


def bars_of(runs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One bar a run: from the ground up what was cached, what was missed, and the rest; heights of the drawing."""
    most = max((run["promptTokens"] for run in runs), default=0) or 1
    bars = []
    for place, run in enumerate(runs):
        cached = run["predictedTokens"] if run["cachedTokens"] is None else run["cachedTokens"]
        tops = [round(HEIGHT * tokens / most, 1) for tokens in heights(run, cached or 0)]
        bars.append({"run": run, "x": place * (WIDTH + GAP), "cached": cached, "tops": tops})
    return bars


def heights(run: dict[str, Any], cached: int) -> tuple[int, int, int]:
    """Tokens up to the top of each part of a bar."""
    whole = run["promptTokens"]
    return min(cached, whole), min(cached + run["lostTokens"], whole), whole


def totals_of(report: dict[str, Any]) -> dict[str, Any]:
    """Tokens sent and cached in all, the share in percent, and whether the provider said so."""
    told = report["cachedTokens"] is not None
    cached = report["cachedTokens"] if told else report["predictedTokens"]
    sent = report["promptTokens"]
    percent = round(100 * cached / sent) if sent else 0
    return {"runs": len(report["runs"]), "sent": sent, "cached": cached, "percent": percent, "told": told}
