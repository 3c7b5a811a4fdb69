"""A chat completion of the proxy as a run: its prompt before the call, its record after it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import attrs
from litellm import get_llm_provider

from underdraft import (
    InvalidArgument,
    ModelCall,
    NotFound,
    Preview,
    Reply,
    Timeout,
    Unauthorized,
    Workspace,
    WorkspacePool,
)

# The service's, and not public: a chat read and found again as it does it, and a store's writers behind one server.
from underdraft.service.chat_request import ChatRequest, read_request
from underdraft.service.chat_sessions import ChatSessions
from underdraft.service.projects import Projects
from underdraft.service.writer_door import StoreDoor, door_of
from underdraft_plugins.models.litellm_request import request_of

FOLDERS = "UNDERDRAFT_FOLDERS"
"""Environment variable with the projects' folders, separated as in ``PATH``; else it is the current one."""

WRITERS = "UNDERDRAFT_WRITERS"
"""Environment variable with writers and projects by key, user and team: JSON, or the path of a file with it."""

IDENTITY = {"key": "key_alias", "user": "user_id", "team": "team_id"}
"""Kinds of names in :data:`WRITERS`, the narrowest first, and the proxy's field of each."""

POOL_SIZE = 256
"""Workspaces that are kept open: a talk whose workspace was closed meanwhile is not recorded."""

LEFT_ALONE = "none"
"""In the place of a skill's name: this request goes through as it came."""

THINKING = re.compile(r"\A\s*<think>.*?(?:</think>\s*|\Z)", re.DOTALL)
"""What some models think aloud before their answer; only a block at the very beginning counts."""

TIME_LIMIT_S = 20.0
"""Maximum seconds for assembling; after that the request goes through as it came."""


@attrs.frozen(kw_only=True)
class ProxyTalk:
    """One request of a client, assembled."""

    workspace: Workspace
    chats: ChatSessions
    asked: ChatRequest
    session: str | None
    preview: Preview
    request: Mapping[str, object]
    began: float

    @property
    def said(self) -> dict[str, object]:
        """The fields about a run in the client's answer, as in answers of the service."""
        return {
            "runId": self.preview.run_id,
            "sessionId": self.session,
            "warnings": list(self.preview.warnings),
        }

    @property
    def headers(self) -> dict[str, str]:
        """The ids of the run and its session."""
        return {"x-underdraft-run": self.preview.run_id, "x-underdraft-session": self.session or ""}

    async def end(self, reply: Reply) -> None:
        """Record what came back, unless the client is to call tools first; then the talk goes on from here."""
        place, apart = self.asked.place_after("" if reply.tool_calls else reply.texts[0]), None
        try:
            if not reply.tool_calls:
                await self.workspace.record(
                    self.preview,
                    [THINKING.sub("", text) for text in reply.texts],
                    usage=reply.usage,
                    finish_reason=reply.finish_reason,
                    model_ms=round((time.perf_counter() - self.began) * 1000, 3),
                )
                apart = self.preview.run_id if self.asked.given.apart else None
        finally:
            self._come_to(place, apart)

    def drop(self) -> None:
        """Nothing came back: the talk may go on from where it was."""
        self._come_to(self.asked.place)

    def _come_to(self, place: Any, apart: str | None = None) -> None:
        if self.session is not None and self.asked.session is None and place:
            self.chats.came_to(self.workspace, place, self.session, apart=apart)


@attrs.define(eq=False)
class TalkOpener:
    """Opens the projects when they are first needed, and assembles a request's prompt from its project."""

    _chats: ChatSessions = attrs.field(factory=ChatSessions, init=False)
    _door: StoreDoor | None = attrs.field(default=None, init=False)
    _opened: ExitStack = attrs.field(factory=ExitStack, init=False)
    _opening: asyncio.Lock = attrs.field(factory=asyncio.Lock, init=False)

    async def door(self) -> StoreDoor:
        """The way to the projects in the folders of :data:`FOLDERS`, which stay open as long as the proxy runs."""
        async with self._opening:
            if self._door is None:
                self._door = await asyncio.to_thread(self._open_door)
        return self._door

    def close(self) -> None:
        """Close them."""
        self._opened.close()
        self._door = None

    def _open_door(self) -> StoreDoor:
        folders = [*filter(None, os.environ.get(FOLDERS, "").split(os.pathsep))] or ["."]
        with ExitStack() as stack:
            pool = stack.enter_context(WorkspacePool(POOL_SIZE, options={"prepare_model": False}))
            projects = Projects.of([stack.enter_context(pool.open(folder)) for folder in folders])
            self._opened = stack.pop_all()
        return door_of(projects, pool, dict.fromkeys(folders))

    async def open(self, data: Mapping[str, Any], key: Any = None) -> ProxyTalk | None:
        """The assembled request of a key of the proxy, or ``None`` where the client wants it left alone.

        Raises:
            UnderdraftError: The request cannot be assembled.
        """
        headers: Mapping[str, str] = (data.get("proxy_server_request") or {}).get("headers") or {}
        # What the client sent, without what the proxy has put beside it.
        metadata = (data.get("metadata") or {}).get("requester_metadata") or {}
        asked = read_request({**data, "metadata": metadata}, headers)
        if asked.skill == LEFT_ALONE:
            return None
        try:
            async with asyncio.timeout(TIME_LIMIT_S):
                return await self._assemble(asked, place_of(key))
        except TimeoutError:
            raise Timeout("the prompt was not assembled in time") from None

    async def _assemble(self, asked: ChatRequest, place: KeyPlace) -> ProxyTalk:
        if place.project is not None and asked.project not in {None, place.project}:
            raise NotFound("project: the key is for another project")
        door = await self.door()
        if door.own is not None and place.writer is not None:
            raise InvalidArgument("writer: a store in a file has one writer, no name")
        with ExitStack() as stack:
            projects = await asyncio.to_thread(door.open_for, stack, place.writer or door.owner)
            workspace = projects.named(place.project or asked.project)
            return await self._assemble_in(workspace, asked)

    async def _assemble_in(self, workspace: Workspace, asked: ChatRequest) -> ProxyTalk:
        session, given = await self._chats.enter(workspace, asked)
        asked = attrs.evolve(asked, given=given)
        model, base = deployed(asked.named)
        preview = await workspace.preview(
            asked.skill,
            given=given,
            instruction=asked.message,
            session_id=session,
            model=model,
            candidates=asked.candidates,
        )
        return ProxyTalk(
            workspace=workspace,
            chats=self._chats,
            asked=asked,
            session=session,
            preview=preview,
            request=sent(preview, asked, base),
            began=time.perf_counter(),
        )


@attrs.frozen(kw_only=True)
class KeyPlace:
    """Writer and project whose memory a key of the proxy reads and adds to."""

    writer: str | None = None
    project: str | None = None


def place_of(key: Any) -> KeyPlace:
    """The place that :data:`WRITERS` gives a key by its alias, its user or its team, or all of them (``*``).

    Raises:
        Unauthorized: It gives none: memory is nobody's by default.
        InvalidArgument: It cannot be read.
    """
    names = [f"{kind}:{getattr(key, field, None)}" for kind, field in IDENTITY.items()]
    text = os.environ.get(WRITERS, "").strip() or "{}"
    try:
        known = json.loads(text if text.startswith("{") else Path(text).read_text("utf-8"))
        found = next((known[name] for name in (*names, "*") if name in known), None)
        place = None if found is None else KeyPlace(**found)
    except (OSError, TypeError, ValueError):
        raise InvalidArgument(f"{WRITERS}: expected JSON, as in docs/litellm-proxy.md") from None
    if place is None:
        raise Unauthorized(f"no memory: {WRITERS} names no writer for this key, its user or its team")
    return place


def deployed(named: str) -> tuple[str, str | None]:
    """The model behind a name of the proxy's config and its address; the prompt is made for that one."""
    proxy = sys.modules.get("litellm.proxy.proxy_server")
    router = getattr(proxy, "llm_router", None)
    found = (router.get_model_list(model_name=named) if router else None) or [{}]
    params = found[0].get("litellm_params") or {}
    return str(params.get("model") or named), params.get("api_base")


def sent(preview: Preview, asked: ChatRequest, base: str | None) -> dict[str, object]:
    """Build the request in place of the client's messages, with the marks that the provider takes for its cache."""
    call = ModelCall(
        run_id=preview.run_id,
        model=preview.model,
        messages=preview.messages,
        cache=preview.cache,
        exchange=asked.given.exchange,
        images=asked.given.images,
    )
    provider = get_llm_provider(preview.model, api_base=base)[1]
    request = request_of(call, provider, {"api_base": base} if base else {})
    return {key: request[key] for key in ("messages", "prompt_cache_key") if key in request}
