"""Threads for fetchers that block: used again while they are quick, left behind when they hang.

Starting a thread costs some 0.3 ms of waiting for it; asyncio's own pool would do without, but it waits at
the interpreter's exit for a thread that hangs.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    import asyncio

__all__ = ["Relay", "in_worker"]

Work = Callable[[], None]

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

    Quick fetchers (a warm file, a row of the store) take some 0.3 ms each. In threads of their own they
    wait for Python's lock far longer than they work: eleven of them took 12 ms together, and one after
    the other 3 ms (``benchmarks/assemble.py``). Slow ones lose :data:`PATIENCE_S` and run side by side.

    Attributes:
        loop: Where the patience is measured; ``run`` is called on it.
    """

    loop: asyncio.AbstractEventLoop
    _waiting: deque[Work] = attrs.field(factory=deque, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)
    _running: bool = attrs.field(default=False, init=False)
    _impatient: bool = attrs.field(default=False, init=False)

    def run(self, work: Work) -> None:
        """Run ``work``, which must not raise, in a daemon thread; called on the loop."""
        if self._impatient:
            in_worker(work)
            return
        with self._lock:
            self._waiting.append(work)
            if self._running:
                return
            self._running = True
        self.loop.call_later(PATIENCE_S, self._hurry)
        in_worker(self._one_by_one)

    def _one_by_one(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._running = False
                    return
                work = self._waiting.popleft()
            work()

    def _hurry(self) -> None:
        """Give everything that still waits a thread of its own."""
        with self._lock:
            self._impatient = self._running
            late = list(self._waiting)
            self._waiting.clear()
        for work in late:
            in_worker(work)
