"""The settings by what a writer wants, each with what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import render
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


@view
async def settings(request: Request, workspace: Workspace) -> Response:
    """The settings, and the health of what they work on."""
    found = await ask(workspace, "memory:settings:get")
    info = await ask(workspace, "workspace:info")
    pending = await ask(workspace, "memory:pending")
    return render(request, "settings", workspace, found=found, info=info, pending=pending)
