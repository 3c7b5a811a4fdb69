"""The settings by what a writer wants, each with what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from underdraft.service.pages.asking import ask, view
from underdraft.service.pages.rendering import render
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


GROUPS: Mapping[str, tuple[str, ...]] = {
    "prompt": (
        "injectionEnabled",
        "memory.enable_user_profile",
        "memory.enable_agentic_search",
    ),
    "learn": ("preferenceLearningEnabled", "preferenceLearningThreshold", "memory.enable_distillation"),
    "talk": ("memory.enable_extraction", "memory.enable_model_extraction"),
    "cost": ("questions.tokens_per_day", "questions.cents_per_day"),
    "privacy": ("privacyModeEnabled",),
}
"""Settings by what a writer wants with them; sizes inside the engine are left to the command line."""


@view
async def settings(request: Request, workspace: Workspace) -> Response:
    """The settings, and the health of what they work on."""
    found = await ask(workspace, "memory:settings:get")
    groups = {group: {name: found[name] for name in names} for group, names in GROUPS.items()}
    info = await ask(workspace, "workspace:info")
    pending = await ask(workspace, "memory:pending")
    return render(request, "settings", workspace, groups=groups, info=info, pending=pending)
