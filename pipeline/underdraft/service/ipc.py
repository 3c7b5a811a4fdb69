"""Every channel over HTTP: ``POST /ipc/{channel}``, its envelope as JSON or, for a run, events as they come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import ClientDisconnect

from underdraft.boundary.envelope import failure
from underdraft.errors import Canceled, UnderdraftError
from underdraft.service.live_runs import LiveRun, server_event
from underdraft.service.projects import projects_of
from underdraft.service.status import envelope_response, read_json, refusal

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


T = TypeVar("T")

STOPPED = Canceled("the server stops, or the request took too long: ask again")
"""The last word of a stream that the server ends."""

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
        stopped = server_event("result", failure(STOPPED))
        return stream_of(request, LiveRun(workspace, channel, payload).events(), stopped)
    envelope = await until_gone(request, workspace.invoke(channel, payload))
    return envelope_response(envelope)


def stream_of(
    request: Request,
    events: AsyncGenerator[ServerSentEvent, None],
    farewell: ServerSentEvent,
    headers: Mapping[str, str] | None = None,
) -> EventSourceResponse:
    """A run's events as a response; a server that stops lets it go on as long as other requests, then says farewell."""
    settings, stopping = request.app.state.settings, anyio.Event()
    grace = max(0.0, settings.stop_timeout_s - 0.5)  # before the server ends it without a word
    limits = (settings.request_timeout_s - 1, max(0.0, grace - 0.2))
    return EventSourceResponse(
        _with_farewell(events, farewell, _time_up(stopping, *limits)),
        headers=headers,
        ping=15,
        shutdown_event=stopping,
        shutdown_grace_period=grace,
    )


async def _time_up(stopping: anyio.Event, limit_s: float, grace_s: float) -> None:
    """Wait until a stream has to end: at its limit, or some time after the server begins to stop."""
    with anyio.move_on_after(limit_s):
        await stopping.wait()
        await asyncio.sleep(grace_s)


async def _with_farewell(
    events: AsyncGenerator[ServerSentEvent, None],
    farewell: ServerSentEvent,
    time_up: Coroutine[Any, Any, None],
) -> AsyncGenerator[ServerSentEvent, None]:
    """The events; those that are not over when the time is up end with the farewell."""
    up, step = asyncio.ensure_future(time_up), None
    try:
        while True:
            step = asyncio.ensure_future(anext(events, None))
            await asyncio.wait({step, up}, return_when=asyncio.FIRST_COMPLETED)
            event = step.result() if step.done() else farewell
            if event is not None:
                yield event
            if event in (None, farewell):
                return
    finally:
        up.cancel()
        if step is not None and step.cancel():
            await asyncio.wait({step})
        await events.aclose()


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
