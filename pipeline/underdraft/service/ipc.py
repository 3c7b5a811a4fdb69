"""Every channel over HTTP: ``POST /ipc/{channel}``, its envelope as JSON or, for a run, events as they come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Mapping
from typing import TYPE_CHECKING, TypeVar

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import ClientDisconnect

from underdraft.boundary.json import to_json
from underdraft.errors import UnderdraftError
from underdraft.service.projects import projects_of
from underdraft.service.status import dump, envelope_response, read_json, refusal
from underdraft.types.model_call import TextDelta
from underdraft.types.run import Event, RunStarted
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


T = TypeVar("T")

EVENTS = "text/event-stream"
"""The media type that a caller accepts who wants events."""


async def call_channel(request: Request) -> Response:
    """Call one channel of the project that the request means.

    A caller that goes away cancels what it asked for. One that accepts ``text/event-stream`` gets a run
    (``stream: true``) as events: ``started``, any number of ``delta``, then ``result`` with the envelope.
    """
    projects = projects_of(request)
    try:
        payload = read_json(await request.body(), request.headers.get("content-type", ""))
        workspace = projects.meant(request, payload)
    except UnderdraftError as error:
        return refusal(error)
    channel = request.path_params["channel"]
    if EVENTS in request.headers.get("accept", ""):
        return stream_of(request, run_events(workspace, channel, payload))
    envelope = await until_gone(request, workspace.invoke(channel, payload))
    return envelope_response(envelope)


def stream_of(
    request: Request, events: AsyncGenerator[ServerSentEvent, None], headers: Mapping[str, str] | None = None
) -> EventSourceResponse:
    """A run's events as a response; a server that stops lets the run go on for as long as other requests."""
    grace = max(
        0.0, request.app.state.settings.stop_timeout_s - 0.5
    )  # before the server ends it without a word
    return EventSourceResponse(events, headers=headers, ping=15, shutdown_grace_period=grace)


async def until_gone(request: Request, work: Awaitable[T]) -> T:
    """The work's result; it is cancelled when the caller goes away, which raises ``ClientDisconnect``."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        gone.cancel()
        if task.cancel():
            await asyncio.wait({task})


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def run_events(
    workspace: Workspace, channel: str, payload: object
) -> AsyncGenerator[ServerSentEvent, None]:
    """Yield a run's events as they come, and last the envelope; closing the generator cancels the call."""
    queue: asyncio.Queue[Event | None] = asyncio.Queue()
    task = asyncio.ensure_future(workspace.invoke(channel, payload, on_event=queue.put_nowait))
    task.add_done_callback(lambda _: queue.put_nowait(None))
    try:
        while (event := await queue.get()) is not None:
            match event:
                case RunStarted():
                    yield server_event("started", to_json(event))
                case TextDelta():
                    yield server_event("delta", to_json(event))
        yield server_event("result", task.result())
    finally:
        if task.cancel():
            await asyncio.wait({task})


def server_event(name: str, value: object) -> ServerSentEvent:
    """One server-sent event whose data is JSON."""
    return ServerSentEvent(dump(value), event=name)
