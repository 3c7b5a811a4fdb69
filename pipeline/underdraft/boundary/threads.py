"""Threads for what may block: used again while they are quick, left behind when they hang.

Starting a thread costs some 0.3 ms of waiting for it; asyncio's own pool would do without, but it waits at
the interpreter's exit for a thread that hangs.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

Work = Callable[[], None]

IDLE_S = 30.0
"""How long a thread without work is kept."""

MAX_IDLE = 16
"""Maximum number of idle threads that wait for work; more are started when they are needed."""

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
        threading.Thread(target=_serve, args=(inbox,), name="underdraft-worker", daemon=True).start()
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
