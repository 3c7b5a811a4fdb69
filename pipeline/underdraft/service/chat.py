"""``/v1/chat/completions`` and ``/v1/models``: chat clients get layers, memory and learning by their base URL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from datetime import datetime
from typing import TYPE_CHECKING, Any

import attrs
from sse_starlette import ServerSentEvent
from starlette.requests import ClientDisconnect

from underdraft.boundary.limits import check_free
from underdraft.boundary.permission import permission
from underdraft.errors import ContextOverflow, ModelError, NotFound, Timeout, UnderdraftError
from underdraft.service.chat_request import OWN, ChatRequest, read_request
from underdraft.service.chat_sessions import ChatSessions
from underdraft.service.ipc import STOPPED, stream_of, until_gone
from underdraft.service.projects import projects_of
from underdraft.service.status import dump, envelope_response, openai_error, read_json, status_of
from underdraft.types.model_call import TextDelta, Usage
from underdraft.types.run import Event, RunFinished, RunRecord, RunStarted, finished
from underdraft.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


SESSION = "x-underdraft-session"
"""The header of an answer that names its session."""

BEGIN_S = 10.0
"""Seconds after which a stream begins although the model has given nothing; an error then is an event of it."""

OF_OPENAI = {ContextOverflow.code: 400, ModelError.code: 502, Timeout.code: 504}
"""Statuses of errors that are the channels' 422: clients ask again after 502 and 504, and not after 400."""


async def list_models(request: Request) -> Response:
    """Every skill of every open project as a model, after the name that needs neither."""
    return envelope_response({"object": "list", "data": _models(request)}, status=200)


async def show_model(request: Request) -> Response:
    """One of the models by its name."""
    wanted = request.path_params["name"]
    found = next((model for model in _models(request) if model["id"] == wanted), None)
    return (
        _error(NotFound("model: there is none of this name"))
        if found is None
        else envelope_response(found, status=200)
    )


def _models(request: Request) -> list[dict[str, Any]]:
    projects = projects_of(request)
    names = [
        f"{OWN}/{skill.id}" + (f"@{id_}" if len(projects.by_id) > 1 else "")
        for id_, workspace in projects.by_id.items()
        for skill in workspace.skills.list()
    ]
    # Clients offer what is listed; some refuse any other name.
    names.insert(0, OWN)
    return [{"id": name, "object": "model", "created": 0, "owned_by": OWN} for name in names]


async def complete(request: Request) -> Response:
    """Answer a talk's last message; see docs/service.md for what is taken from the request."""
    projects, chats = projects_of(request), request.app.state.chats
    try:
        body = read_json(await request.body(), request.headers.get("content-type", ""))
        asked = read_request(check_free("body", body), request.headers)
        workspace = projects.named(asked.project)
        limits = permission.get()
        given = attrs.evolve(asked.given, memory=limits.memory if limits else "on")
        session, given = await chats.enter(workspace, attrs.evolve(asked, given=given))
    except UnderdraftError as error:
        return _error(error)
    asked = attrs.evolve(asked, given=given)
    talk = _talk(chats, workspace, asked, session)
    headers = {SESSION: session} if session else {}
    if asked.stream:
        begun = asyncio.ensure_future(_begun(talk))
        try:
            await until_gone(request, asyncio.wait({begun}, timeout=BEGIN_S))
            if begun.done():
                begun.result()
        except UnderdraftError as error:
            return _error(error)
        except ClientDisconnect:
            begun.cancel()
            raise
        stopped = ServerSentEvent(dump(openai_error(STOPPED)))
        return stream_of(request, _chunks(_going_on(begun, talk), asked, workspace), stopped, headers)
    try:
        run = await until_gone(request, finished(talk))
    except UnderdraftError as error:
        return _error(error)
    response = envelope_response(_whole(run, asked), status=200)
    response.headers.update(headers)
    return response


async def _begun(talk: AsyncGenerator[Event, None]) -> list[Event]:
    """The events up to the first that the model gives: what fails before it has a status of its own."""
    return [await anext(talk), await anext(talk)]


async def _going_on(
    begun: asyncio.Future[list[Event]], talk: AsyncGenerator[Event, None]
) -> AsyncGenerator[Event, None]:
    """All events of a talk whose first are awaited already."""
    async with aclosing(talk):
        try:
            for event in await begun:
                yield event
        finally:
            begun.cancel()
            await asyncio.wait({begun})
        async for event in talk:
            yield event


def _error(error: BaseException) -> Response:
    """An error with the status that OpenAI's interface gives it: a provider's own, and when to ask again."""
    body = openai_error(error)
    details = getattr(error, "details", None) or {}
    code = body["error"]["code"]
    status = OF_OPENAI.get(code, status_of(code))
    if code == ModelError.code and isinstance(of_provider := details.get("status"), int):
        status = of_provider
    response = envelope_response(body, status=status)
    if (wait := details.get("retryAfterMs")) is not None:
        response.headers["retry-after"] = str(-(-wait // 1_000))
    return response


async def _talk(
    chats: ChatSessions, workspace: Workspace, asked: ChatRequest, session: str | None
) -> AsyncGenerator[Event, None]:
    """The events of the run; where it ends, the talk's place in its session is remembered."""
    events = workspace.stream(
        asked.skill,
        given=asked.given,
        instruction=asked.message,
        session_id=session,
        model=asked.model,
        candidates=asked.candidates,
    )
    place, streamed, apart = asked.place, "", None
    try:
        async with aclosing(events):
            async for event in events:
                if isinstance(event, TextDelta) and event.index == 0:
                    streamed += event.text
                if isinstance(event, RunFinished):
                    said = streamed if asked.stream else event.run.text
                    place = asked.place_after("" if event.run.tool_calls else said)
                    apart = event.run.id if asked.given.apart and not event.run.tool_calls else None
                yield event
    finally:
        if session is not None and asked.session is None and place:
            chats.came_to(workspace, place, session, apart=apart)


def _whole(run: RunRecord, asked: ChatRequest) -> dict[str, Any]:
    choices = [
        {
            "index": index,
            "message": {"role": "assistant", "content": text or None, **_calls(run, index)},
            "finish_reason": _finish(run),
        }
        for index, text in enumerate(run.texts)
    ]
    created = int(datetime.fromisoformat(run.created_at).timestamp())
    return {
        "id": f"chatcmpl-{run.id}",
        "object": "chat.completion",
        "created": created,
        "model": asked.named,
        "choices": choices,
        "usage": _usage(run.usage),
        "underdraft": {"runId": run.id, "sessionId": run.session_id, "warnings": list(run.warnings)},
    }


async def _chunks(
    talk: AsyncGenerator[Event, None], asked: ChatRequest, workspace: Workspace
) -> AsyncGenerator[ServerSentEvent, None]:
    """The run as chunks; a fault that comes when the stream has begun is the last of them."""
    created = int(datetime.fromisoformat(workspace.clock()).timestamp())
    head: dict[str, Any] = {"object": "chat.completion.chunk", "created": created, "model": asked.named}
    try:
        async with aclosing(talk):
            async for event in talk:
                if isinstance(event, RunStarted):
                    head = {"id": f"chatcmpl-{event.run_id}", **head}
                for part in _parts(event, asked):
                    yield ServerSentEvent(dump({**head, **part}))
    except Exception as error:  # noqa: BLE001  # whatever it is, the status has been sent
        yield ServerSentEvent(dump(openai_error(error)))
    yield ServerSentEvent("[DONE]")


def _parts(event: Event, asked: ChatRequest) -> Iterator[dict[str, Any]]:
    match event:
        case RunStarted():
            for index in range(asked.candidates):
                yield _choice(index, {"role": "assistant", "content": ""})
        case TextDelta():
            yield _choice(event.index, {"content": event.text})
        case RunFinished():
            for index in range(len(event.run.texts)):
                yield _choice(index, _calls(event.run, index), _finish(event.run))
            if asked.with_usage:
                yield {"choices": [], "usage": _usage(event.run.usage)}


def _choice(index: int, delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": index, "delta": delta, "finish_reason": finish}]}


def _calls(run: RunRecord, index: int) -> dict[str, Any]:
    if index or not run.tool_calls:
        return {}
    calls = [
        {
            "index": place,
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for place, call in enumerate(run.tool_calls)
    ]
    return {"tool_calls": calls}


def _finish(run: RunRecord) -> str:
    return "tool_calls" if run.tool_calls else run.finish_reason or "stop"


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "total_tokens": usage.prompt_tokens + usage.completion_tokens,
        "prompt_tokens_details": {"cached_tokens": usage.cached_tokens},
    }
