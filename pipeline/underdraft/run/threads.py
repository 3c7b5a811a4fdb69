"""Threads for fetchers that block: used again while they are quick, left behind when they hang.

Starting a thread costs some 0.3 ms of waiting for it; asyncio's own pool would do without, but it waits at
the interpreter's exit for a thread that hangs.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    import asyncio


Work = Callable[[], None]
Settle = Callable[[], None]
Task = Callable[[], Settle]
"""Work that gives what is to be done with its result on the loop."""

IDLE_S = 30.0
"""How long a thread without work is kept."""

MAX_IDLE = 16
"""Most threads that are kept; more are started when they are needed."""

PATIENCE_S = 0.01
"""How long quick work is run one after the other before the rest is started at once."""

_idle: list[SimpleQueue[Work]] = []
"""The inboxes of threads without work; appending and popping are atomic."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # the child has none of these threads


def in_worker(work: Work) -> None:
    """Run ``work``, which must not raise, in a daemon thread."""
    try:
        inbox = _idle.pop()
    except IndexError:
        inbox = SimpleQueue()
        threading.Thread(target=_serve, args=(inbox,), name="underdraft-fetch", daemon=True).start()
    inbox.put(work)


def _serve(inbox: SimpleQueue[Work]) -> None:
    while True:
        try:
            inbox.get(timeout=IDLE_S)()
        except Empty:
            try:
                _idle.remove(inbox)
            except ValueError:
                continue  # taken a moment ago: there is work coming
            return
        if len(_idle) >= MAX_IDLE:
            return
        _idle.append(inbox)


@attrs.define(eq=False)
class Relay:
    """Runs work in one thread, one after the other, and all that still waits at once when one is slow.

    Quick fetchers (a warm file, a row of the store) take some 0.2 ms each. In threads of their own, or
    telling the loop of each result, they wait for Python's lock far longer than they work. So the loop
    first hands in all it has, then is told of everything that is done at once. Slow work costs
    :data:`PATIENCE_S`; then the rest runs side by side, and each result is told as it comes.
    """

    loop: asyncio.AbstractEventLoop
    _waiting: deque[Task] = attrs.field(factory=deque, init=False)
    _done: list[Settle] = attrs.field(factory=list, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)
    _running: bool = attrs.field(default=False, init=False)
    _impatient: bool = attrs.field(default=False, init=False)

    def run(self, task: Task) -> None:
        """Run ``task``, which must not raise, in a daemon thread, then what it gives on the loop."""
        with self._lock:
            if not self._impatient:
                self._waiting.append(task)
                if not self._running:
                    self._running = True
                    self.loop.call_soon(in_worker, self._one_by_one)  # after all that is handed in now
                    self.loop.call_later(PATIENCE_S, self._hurry)
                return
        in_worker(lambda: self._alone(task))

    def _one_by_one(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._running = False
                    break
                task = self._waiting.popleft()
            settle = task()
            with self._lock:
                self._done.append(settle)
        self._tell()

    def _alone(self, task: Task) -> None:
        settle = task()
        with self._lock:
            self._done.append(settle)
        self._tell()

    def _tell(self) -> None:
        with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
            self.loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        with self._lock:
            done, self._done = self._done, []
        for settle in done:
            settle()

    def _hurry(self) -> None:
        """Give everything that still waits a thread of its own."""
        with self._lock:
            self._impatient = self._impatient or self._running
            late = list(self._waiting)
            self._waiting.clear()
        self._settle()
        for task in late:
            in_worker(lambda task=task: self._alone(task))  # type: ignore[misc]
