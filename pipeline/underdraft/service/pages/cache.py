"""The page of the provider's cache: run by run, and what was missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import language_of, render
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


RUNS = 40
"""Maximum number of runs shown, the newest."""


@view
async def cache(request: Request, workspace: Workspace) -> Response:
    """Show cached tokens, misses by cause, and the newest runs."""
    asked = {"limit": RUNS, "language": language_of(request, workspace)}
    report = await ask(workspace, "ai:cache:report", asked)
    return render(request, "cache", workspace, report=report, totals=totals_of(report))


def totals_of(report: dict[str, Any]) -> dict[str, Any]:
    """Tokens sent and cached in all, the share in percent, and whether the provider said so."""
    told = report["cachedTokens"] is not None
    cached = report["cachedTokens"] if told else report["predictedTokens"]
    sent = report["promptTokens"]
    percent = round(100 * cached / sent) if sent else 0
    return {"runs": len(report["runs"]), "sent": sent, "cached": cached, "percent": percent, "told": told}
