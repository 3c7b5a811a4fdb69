"""Threads for fetchers that block."""

from __future__ import annotations

import threading
import time
from queue import SimpleQueue

from underdraft.boundary import threads


def test_a_thread_without_work_is_used_again(monkeypatch):
    """Another one is started only while all are at work."""
    monkeypatch.setattr(threads, "_idle", [])
    done, blocked, go_on = SimpleQueue(), threading.Event(), threading.Event()
    threads.in_worker(lambda: done.put(threading.get_ident()))
    first = done.get(timeout=5)
    while not threads._idle:
        time.sleep(0.001)
    threads.in_worker(lambda: (blocked.set(), go_on.wait(5), done.put(threading.get_ident())))
    assert blocked.wait(5)
    threads.in_worker(lambda: done.put(threading.get_ident()))
    other = done.get(timeout=5)
    go_on.set()
    assert done.get(timeout=5) == first != other
