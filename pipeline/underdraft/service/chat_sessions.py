"""Which session a client's talk belongs to: clients send the whole talk each time, and no id."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256

import attrs

from underdraft.errors import InvalidArgument, UnderdraftError
from underdraft.service.chat_request import ChatRequest, TalkTurn
from underdraft.service.status import dump
from underdraft.types.model_call import ModelInput
from underdraft.workspace import Workspace

TALKS_KEPT = 1_000
"""Talks whose place in their session is remembered; an older one goes on in a session of its own."""


@attrs.define(eq=False)
class ChatSessions:
    """The sessions of talks, found by what was said in them.

    A talk that goes on where its session ended goes on there, so that the earlier turns go out exactly as
    they did before. One that was edited, or continues an older state, gets a session of its own, into which
    its turns are copied; nothing is learned from copies. What a client asks once (a title, a summary) is a talk
    of its own: until it is gone on with, nothing of it enters another prompt.
    """

    _ends: OrderedDict[str, str] = attrs.field(factory=OrderedDict, init=False)
    _apart: OrderedDict[str, str] = attrs.field(factory=OrderedDict, init=False)
    _instructions: OrderedDict[str, tuple[str, bool]] = attrs.field(factory=OrderedDict, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    async def enter(self, workspace: Workspace, asked: ChatRequest) -> tuple[str | None, ModelInput]:
        """The session that the client names or its talk belongs to, and what the client gives, as it stands in it.

        One that may not add to the memory has no session.
        """
        if asked.given.memory != "on":
            if asked.session is not None:
                raise InvalidArgument("session: this token keeps no session")
            return None, asked.given
        session, apart = await asyncio.to_thread(self.find, workspace, asked)
        last = self.instructions_last(workspace, session, asked.given.instructions)
        return session, attrs.evolve(asked.given, instructions_last=last, apart=apart)

    def instructions_last(self, workspace: Workspace, session: str, system: str) -> bool:
        """Whether the client's instructions stand after the earlier turns: once they have changed in this session."""
        key = _key(workspace, [TalkTurn(session, "")])
        with self._lock:
            first, moved = self._instructions.pop(key, (system, False))
            moved = moved or first != system
            self._instructions[key] = first, moved
            while len(self._instructions) > TALKS_KEPT:
                self._instructions.popitem(last=False)
        return moved

    def find(self, workspace: Workspace, asked: ChatRequest) -> tuple[str, bool]:
        """The session in which a talk goes on, and whether it is begun here. Writes, so call it off the loop."""
        with self._lock:
            session = asked.session
            if session is None and asked.place:
                session = self._ends.pop(_key(workspace, asked.place), None)
            first = session and self._apart.pop(_key(workspace, [TalkTurn(session, "")]), None)
        if first:
            with suppress(UnderdraftError):  # it stays apart
                workspace.store.adopt(first)
        return (session, False) if session else (_copy(workspace, asked.earlier), True)

    def came_to(
        self, workspace: Workspace, place: Sequence[TalkTurn], session: str, *, apart: str | None = None
    ) -> None:
        """A session's talk has come to this point; ``apart`` is the run that waits for the talk to go on."""
        with self._lock:
            self._ends[_key(workspace, place)] = session
            if apart is not None:
                self._apart[_key(workspace, [TalkTurn(session, "")])] = apart
            for kept in (self._ends, self._apart):
                while len(kept) > TALKS_KEPT:
                    kept.popitem(last=False)


def _key(workspace: Workspace, place: Sequence[TalkTurn]) -> str:
    turns = [(turn.user.strip(), turn.assistant.strip()) for turn in place]
    return sha256(dump([workspace.writer, workspace.config.project_id, turns]).encode()).hexdigest()


def _copy(workspace: Workspace, earlier: Sequence[TalkTurn]) -> str:
    project = workspace.config.project_id
    session = workspace.store.sessions.start(project)
    transcript = workspace.store.conversation.transcript
    for turn in earlier:
        transcript.append(session, project, role="user", content=turn.user)
        transcript.append(session, project, role="assistant", content=turn.assistant)
    return session
