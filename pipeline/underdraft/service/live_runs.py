"""Runs that go on without the window that began them, and that any window of the writer can watch."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Annotated, Any

import attrs
from sse_starlette import ServerSentEvent

from underdraft.boundary.json import to_json
from underdraft.errors import REPLY_EMPTY, REPLY_TRUNCATED
from underdraft.service.status import dump
from underdraft.types.model_call import REFUSED, TextDelta
from underdraft.types.run import Event, RunStarted
from underdraft.workspace import Workspace

KEPT = 64
"""Runs that are over and still known, for windows that come back."""


@attrs.define(eq=False)
class LiveRun:
    """One run, with all its events so far; ``answer`` is the envelope once it is over."""

    workspace: Workspace
    channel: str
    payload: Any
    id: str = ""
    answer: dict[str, Any] | None = None
    task: asyncio.Task[None] | None = None
    _events: list[tuple[str, Any]] = attrs.field(factory=list)
    _news: asyncio.Event = attrs.field(factory=asyncio.Event)

    async def run(self) -> None:
        """Ask for the run, to its end."""
        self.answer = await self.workspace.invoke(self.channel, self.payload, on_event=self._hear)
        self._add("result", self.answer)

    def _hear(self, event: Event) -> None:
        if isinstance(event, RunStarted):
            self.id = event.run_id
            self._add("started", to_json(event))
        elif isinstance(event, TextDelta):
            self._add("delta", to_json(event))

    def _add(self, name: str, value: object) -> None:
        self._events.append((name, value))
        self._news.set()
        self._news = asyncio.Event()

    async def events(self) -> AsyncGenerator[ServerSentEvent, None]:
        """All events of a run that nobody else watches: closing the generator cancels it."""
        self.task = asyncio.create_task(self.run())
        try:
            async for _, name, value in self.watch():
                yield server_event(name, value)
        finally:
            if self.task.cancel():
                await asyncio.wait({self.task})

    async def watch(self, seen: int = 0) -> AsyncGenerator[tuple[int, str, Any], None]:
        """The events after the first ``seen``, until the run is over: number, name and value."""
        while True:
            while seen < len(self._events):
                name, value = self._events[seen]
                seen += 1
                yield seen, name, value
            if self.answer is not None:
                return
            await self._news.wait()


@attrs.define(eq=False)
class LiveRuns:
    """The runs of a server, the newest last."""

    _runs: Annotated[list[LiveRun], "Those under way, and the last that are over."] = attrs.field(
        factory=list
    )

    async def start(self, workspace: Workspace, payload: dict[str, Any]) -> LiveRun:
        """Begin a run; it has an id, or is over, when this returns."""
        run = LiveRun(workspace, "ai:skill:run", {**payload, "stream": True})
        over = [one for one in self._runs if one.answer is not None]
        self._runs = [one for one in self._runs if one not in over[:-KEPT]] + [run]
        run.task = asyncio.create_task(run.run())
        await anext(run.watch(), None)
        return run

    def of(self, workspace: Workspace) -> list[LiveRun]:
        """A project's runs that are known, the newest first."""
        return [run for run in reversed(self._runs) if run.workspace is workspace and run.id]


def server_event(name: str, value: object, id: str | None = None) -> ServerSentEvent:  # noqa: A002
    """One server-sent event whose data is JSON."""
    return ServerSentEvent(dump(value), event=name, id=id)


def flaw_of(run: Mapping[str, Any]) -> str:
    """The fault of a reply, by the page's word for it; empty if there is none."""
    if run["finishReason"] in REFUSED:
        return "declined"
    codes = {warning.partition(":")[0] for warning in run["warnings"]}
    if REPLY_EMPTY in codes or not run["text"].strip():
        return "blank"
    return "truncated" if run["status"] != "done" or REPLY_TRUNCATED in codes else ""
