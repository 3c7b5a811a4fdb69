"""The switches, each with what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft.service.pages.asking import ask, cost_of, view
from underdraft.service.pages.rendering import render
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


NUMBERS = ("preferenceLearningThreshold", "questions.tokens_per_day", "questions.cents_per_day")
"""The numbers that a writer may want to change; sizes inside the engine are left to the command line."""


@view
async def settings(request: Request, workspace: Workspace) -> Response:
    """The settings, and the health of what they work on."""
    found = await ask(workspace, "memory:settings:get")
    groups = {
        "switches": {name: value for name, value in found.items() if isinstance(value, bool)},
        "numbers": {name: found[name] for name in NUMBERS},
    }
    info = await ask(workspace, "workspace:info")
    pending = await ask(workspace, "memory:pending")
    cost = await cost_of(workspace, "read")
    return render(request, "settings", workspace, groups=groups, info=info, pending=pending, cost=cost)
