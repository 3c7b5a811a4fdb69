"""Waits for the jobs of a store."""

from __future__ import annotations

import time

from underdraft.memory.db.jobs import Worker


def all_done(worker: Worker, seconds: float) -> bool:
    """Do what waits for company at once, until nothing is left; whether it came to that in time."""
    deadline = time.monotonic() + seconds
    while worker.pending().waiting:
        if time.monotonic() > deadline:
            return False
        worker.drain(whole=True)
        time.sleep(0.01)
    return True
