"""Changes of the background work as events: ``GET /events``."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sse_starlette import EventSourceResponse, ServerSentEvent

from underdraft.errors import UnderdraftError
from underdraft.service.ipc import server_event
from underdraft.service.projects import projects_of
from underdraft.service.status import refusal

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from starlette.requests import Request
    from starlette.responses import Response

    from underdraft.workspace import Workspace

LOOK_EVERY_S = 1.0
"""How often the store is asked what waits; it is one small read."""


async def background_events(request: Request) -> Response:
    """Stream the pending background work of the request's project: now, and whenever it changes."""
    try:
        workspace = projects_of(request).meant(request)
    except UnderdraftError as error:
        return refusal(error)
    return EventSourceResponse(_pending(workspace), ping=15)


async def _pending(workspace: Workspace) -> AsyncGenerator[ServerSentEvent, None]:
    before = None
    while True:
        envelope = await workspace.invoke("memory:pending")
        if envelope != before:
            yield server_event("pending", envelope)
            before = envelope
        await asyncio.sleep(LOOK_EVERY_S)
