"""Waits for the jobs of a store."""

from __future__ import annotations

import time

from sqlalchemy import func, or_, select

from underdraft.memory.db.jobs import Worker
from underdraft.memory.db.schema.conversations import BACKGROUND_JOB
from underdraft.memory.sessions.reading import AGAIN_JOB


def all_done(worker: Worker, seconds: float) -> bool:
    """Do what waits for company at once, until nothing is left but what the model failed at; whether it came to that in time."""
    c = BACKGROUND_JOB.c
    left = select(func.count()).where(~c.failed, or_(c.kind != AGAIN_JOB, c.attempts == 0))
    deadline = time.monotonic() + seconds
    while True:
        with worker._database.read() as connection:
            if not connection.scalar(left):
                return True
        if time.monotonic() > deadline:
            return False
        worker.drain(whole=True)
        time.sleep(0.01)
