"""How many prompts one process assembles at a time: load makes runs wait, it never makes a prompt poorer."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import attrs

from underdraft.boundary.forks import start_anew

ASSEMBLIES = 8
"""Maximum number of assemblies at a time, of all workspaces and loops of a process. Python runs one thread at a time, so
more would only make each of them late."""


@attrs.define(eq=False)
class Admission:
    """Lets so many in at a time, in the order in which they came; for any number of event loops."""

    most: int
    _inside: int = attrs.field(default=0, init=False)
    _waiting: deque[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = attrs.field(
        factory=deque, init=False
    )
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def __attrs_post_init__(self) -> None:
        start_anew(self)

    def after_fork(self) -> None:
        """Nobody is inside a forked process yet."""
        self._inside, self._lock = 0, threading.Lock()
        self._waiting.clear()

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        await self._enter()
        try:
            yield
        finally:
            self._leave()

    async def _enter(self) -> None:
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._inside < self.most:
                self._inside += 1
                return
            turn: asyncio.Future[None] = loop.create_future()
            self._waiting.append((loop, turn))
        try:
            await turn
        except BaseException:
            with self._lock:
                still = (loop, turn) in self._waiting
                if still:
                    self._waiting.remove((loop, turn))
            if not still:  # the place was given, and nobody takes it
                self._leave()
            raise

    def _leave(self) -> None:
        """Give the place to the run that waits longest; a loop that has been closed waits no more."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._inside -= 1
                    return
                loop, turn = self._waiting.popleft()
            try:
                loop.call_soon_threadsafe(_give, turn)
            except RuntimeError:
                continue
            return


def _give(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)


ADMISSION = Admission(ASSEMBLIES)
"""Of this process."""
