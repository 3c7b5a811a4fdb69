"""Work that is done after a reply: a table of what is left, and the thread that drains it.

A job is written in the transaction that makes it necessary and removed when it is done, so that what
was pending when a process died is done by the next one. Jobs may be done twice, also by two processes at once: handlers
see to it that this changes nothing.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, String, and_, bindparam, delete, func, or_, select

from underdraft.errors import NotFound, StoreError, UnderdraftError
from underdraft.memory import log
from underdraft.memory.db.background import RETRY_SECONDS, BackgroundThread
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import in_json, insert_missing
from underdraft.memory.db.schema.conversations import BACKGROUND_JOB
from underdraft.types.values import frozen

ATTEMPTS = 6
"""How often a job is tried before it is given up (and kept, marked): about an hour with the pauses."""

FIRST_PAUSE_SECONDS = 10.0
"""Pause before the second try; each following one is three times as long."""

LONGEST_PAUSE_SECONDS = FIRST_PAUSE_SECONDS * 3 ** (ATTEMPTS - 2)
"""The last pause; a job that would wait longer was put off before the clock was put back."""

CLOSE_SECONDS = 0.8
"""How long closing waits for the job at hand."""

IDLE_SECONDS = 30.0
"""How often a waiting worker looks for jobs whose pause is over."""


@frozen(kw_only=True)
class Pending:
    """Counts of unfinished jobs: ``waiting`` will be done, ``failed`` was given up."""

    waiting: int
    failed: int


def enqueue(
    connection: Connection, kind: str, subject: str, *, at: str, not_before: str | None = None
) -> None:
    """Write a job down in the caller's transaction; one that waits already is not written twice."""
    job = {"kind": kind, "subject": subject, "created_at": at, "not_before": not_before or at}
    insert_missing(connection, BACKGROUND_JOB, [job | {"attempts": 0, "failed": False}])


def bring_forward(connection: Connection, kind: str, subject: str, *, at: str) -> None:
    """Make a job due that only waits for company; one that has failed keeps its pause."""
    c = BACKGROUND_JOB.c
    waiting = (c.kind == kind, c.subject == subject, c.attempts == 0, c.not_before > at)
    connection.execute(BACKGROUND_JOB.update().where(*waiting).values(not_before=at))


# Made once: that takes longer than running them.
_C, _AT = BACKGROUND_JOB.c, bindparam("now", type_=String)
_WAITING = (_C.attempts == 0, _C.not_before > _AT)
_LATER = select(_C.seq).where(*_WAITING).limit(1)
_NOW = BACKGROUND_JOB.update().where(*_WAITING).values(not_before=_AT)
_PUT_BACK = or_(
    and_(_C.attempts == 0, _C.created_at > _AT),
    and_(_C.attempts > 0, _C.not_before > bindparam("latest", type_=String)),
)
_DUE = (
    select(BACKGROUND_JOB)
    .where(~_C.failed, or_(_C.not_before <= _AT, _PUT_BACK), in_json(_C.kind, "kinds"))
    .order_by(_C.not_before, _C.seq)
    .limit(1)
)


class Worker(BackgroundThread):
    """Works through the table of jobs; the handler of a job's kind takes its subject."""

    def __init__(self, database: Database, handlers: Mapping[str, Callable[[str], object]]) -> None:
        super().__init__("jobs")
        self._database = database
        self._handlers = handlers
        self._kinds = json.dumps(list(handlers))
        self._draining = threading.Lock()

    def close(self) -> None:
        """Do what is due, but wait for it a moment only; what is left stays in the table."""
        deadline = time.monotonic() + CLOSE_SECONDS
        self.wait_idle(CLOSE_SECONDS)
        self.stop(max(0.0, deadline - time.monotonic()))

    def pending(self) -> Pending:
        """Count the unfinished jobs."""
        counts = select(func.count().filter(~_C.failed), func.count().filter(_C.failed))
        with self._database.read() as connection:
            waiting, failed = connection.execute(counts).one()
        return Pending(waiting=waiting, failed=failed)

    def drain(self, *, whole: bool = False) -> int:
        """Do what is due, with ``whole`` also while closing, in the calling thread; returns how many jobs were done."""
        done = 0
        if whole:
            self._bring_forward()
        with self._draining:
            while (whole or not self.closing.is_set()) and (job := self._next_job()) is not None:
                done += self._do(job)
        return done

    def _bring_forward(self) -> None:
        """Let nothing wait for company any longer."""
        now = {"now": self._database.clock()}
        with self._database.read() as connection:
            if connection.execute(_LATER, now).first() is None:
                return
        with self._database.write() as connection:
            connection.execute(_NOW, now)

    def work(self) -> float:
        """Do what is due; see :class:`BackgroundThread`."""
        try:
            self.drain()
        except StoreError as error:
            log.info("jobs wait: %s", error.message)
            return RETRY_SECONDS
        return IDLE_SECONDS

    def _next_job(self) -> Row[Any] | None:
        now = self._database.clock()
        asked = {"now": now, "latest": later(now, LONGEST_PAUSE_SECONDS), "kinds": self._kinds}
        with self._database.read() as connection:
            return connection.execute(_DUE, asked).first()

    def _do(self, job: Row[Any]) -> int:
        try:
            self._handlers[job.kind](job.subject)
        except NotFound:
            pass  # what it was about is gone
        except Exception as error:
            if isinstance(error, StoreError) and error.reason != "corrupt":
                raise  # the store's trouble is not the job's: nothing was tried
            code = error.code if isinstance(error, UnderdraftError) else type(error).__name__
            log.info("%s failed (%s), try %d", job.kind, code, job.attempts + 1)
            self._later(job, code)
            return 0
        with self._database.write() as connection:
            # Its handler may have put another in its place, under the same number, for later; meanwhile
            # this one may have been brought forward, which makes it no other.
            c = BACKGROUND_JOB.c
            same = (c.seq == job.seq, c.kind == job.kind, c.created_at == job.created_at)
            connection.execute(delete(BACKGROUND_JOB).where(*same, c.not_before <= job.not_before))
        return 1

    def _later(self, job: Row[Any], code: str) -> None:
        pause = FIRST_PAUSE_SECONDS * 3**job.attempts
        with self._database.write() as connection:
            connection.execute(
                BACKGROUND_JOB.update()
                .where(BACKGROUND_JOB.c.seq == job.seq)
                .values(
                    attempts=job.attempts + 1,
                    not_before=later(self._database.clock(), pause),
                    failed=job.attempts + 1 >= ATTEMPTS,
                    last_error=code,
                )
            )


def later(at: str, seconds: float) -> str:
    """A time so many seconds after ``at``, in the same form."""
    moment = datetime.fromisoformat(at) + timedelta(seconds=seconds)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
