"""When turns are read for what they teach: by rule at once, and by a model a few together.

Without a model each turn is read in full at once. With one, turns of a project wait for company, whatever session they are
of. A batch that the model could not read is read without it, and asked again later.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, delete, func, select

from underdraft.errors import BudgetSpent, StoreError
from underdraft.memory import log
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.jobs import FIRST_PAUSE_SECONDS, bring_forward, enqueue, later
from underdraft.memory.db.schema.conversations import BACKGROUND_JOB
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.settings import read_settings
from underdraft.types.memory import Heard
from underdraft.types.model_call import AskModel
from underdraft.types.run import RunRecord
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.memory.sessions.learn import Learner

LEARN_JOB = "learn"
"""Read one run: in full where no model is asked, else only what is said outright; the subject is its id."""

READ_JOB = "read"
"""Read with the model the turns of a project since the job was written; the subject is the project's id, or empty."""

AGAIN_JOB = "read_again"
"""Ask again about turns that the model could not read; the subject is a JSON array of the project's id and those of the runs."""

TOGETHER = 4
"""Turns of one session that are read in one call."""

GATHERED = 8
"""Turns of several sessions that are; also the maximum number of turns in one call."""

WAIT_SECONDS = 300.0
"""How long fewer turns wait for company, also when their session is over."""

MODEL_SECONDS, RULES_SECONDS = 10.0, 1.0
"""How long the first run of a session waits for a model, or for readers without one, to read what was said before."""

DAY_SECONDS = 86_400.0


@frozen(kw_only=True)
class Reading:
    """Decides when the turns of one store are read, and reads them.

    Attributes:
        learner: Made when it is first asked: it brings the words of all languages.
        ask_of: The model of this name that may be asked in the background, or ``None``.
    """

    database: Database
    learner: Callable[[], Learner]
    ask_of: Callable[[str], AskModel | None] = lambda _: None

    def register(self, connection: Connection, run: RunRecord) -> None:
        """Write down, in the transaction that keeps the run, that it is to be read."""
        now = self.database.clock()
        enqueue(connection, LEARN_JOB, run.id, at=now)
        if run.session_id is None or self._ask(connection, run.preview.model) is None:
            return
        project = run.project_id or ""
        enqueue(connection, READ_JOB, project, at=run.created_at, not_before=later(now, WAIT_SECONDS))
        waiting = self._unread(connection, project)
        if len(waiting) >= GATHERED or most_of_a_session(waiting) >= TOGETHER:
            bring_forward(connection, READ_JOB, project, at=now)

    def bring_forward(self, project_id: str | None, *, fresh: bool) -> float:
        """Let what an earlier talk of the project left wait no longer; gives the seconds that reading it is worth.

        Sessions of one turn go on waiting for company. ``fresh``: another process may have left readings by rule.
        """
        database, project = self.database, project_id or ""
        kinds = (BACKGROUND_JOB.c.kind.in_((LEARN_JOB, READ_JOB)), ~BACKGROUND_JOB.c.failed)
        with database.read() as connection:
            jobs = connection.execute(select(BACKGROUND_JOB).where(*kinds)).all()
            talk = any((job.kind, job.subject) == (READ_JOB, project) for job in jobs)
            talk = talk and most_of_a_session(self._unread(connection, project)) > 1
        if talk:
            with database.write() as connection:
                bring_forward(connection, READ_JOB, project, at=database.clock())
        if talk:
            return MODEL_SECONDS
        return RULES_SECONDS if fresh and any(job.kind == LEARN_JOB for job in jobs) else 0.0

    def read_run(self, run_id: str) -> tuple[Heard, ...]:
        """Learn from one run without a model: in full, or only what is said outright where a model reads the rest."""
        with self.database.read() as connection:
            model = connection.scalar(select(RUN.c.model).where(RUN.c.id == run_id))
            at_once = self._ask(connection, model or "") is not None
        return self.learner().learn_from_runs([run_id], at_once=at_once)

    def read_waiting(self, project: str) -> None:
        """Learn from the turns of a project that wait, in a call for a few of them to the model that the last one ran with."""
        database = self.database
        with database.read() as connection:
            waiting = self._unread(connection, project)
        for begin in range(0, len(waiting), GATHERED):
            runs = [run.id for run in waiting[begin : begin + GATHERED]]
            try:
                self._read(runs)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - a provider or a stranger's code may raise anything
                log.info("read without a model: %s", type(error).__name__)
                self._ask_later(project, runs, wait_for_tomorrow=isinstance(error, BudgetSpent))
        self._done(project, {run.id for run in waiting})

    def read_again(self, subject: str) -> None:
        """Ask again about a batch; an error goes up, so that it is tried once more later."""
        self._read(json.loads(subject)[1:])

    def _read(self, runs: Sequence[str]) -> tuple[Heard, ...]:
        with self.database.read() as connection:
            there = select(RUN.c.id, RUN.c.model).where(RUN.c.id.in_(runs)).order_by(RUN.c.seq)
            left = connection.execute(there).all()
            ask = self._ask(connection, left[-1].model) if left else None
        return self.learner().learn_from_runs([run.id for run in left], ask=ask)

    def _ask_later(self, project: str, runs: Sequence[str], *, wait_for_tomorrow: bool) -> None:
        """Write down that a batch is to be asked about again, and read it without a model meanwhile."""
        database = self.database
        now = database.clock()
        again = later(now, DAY_SECONDS)[:10] if wait_for_tomorrow else later(now, FIRST_PAUSE_SECONDS)
        with database.write() as connection:
            enqueue(connection, AGAIN_JOB, json.dumps([project, *runs]), at=now, not_before=again)
        for run in runs:  # each by itself: a later one may correct an earlier one
            try:
                self.learner().learn_from_runs([run])
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - see above; the job asks it again
                log.info("not read without a model: %s", type(error).__name__)

    def _done(self, project: str, read: set[str]) -> None:
        """Remove the job; turns that came meanwhile get one of their own."""
        database = self.database
        now = database.clock()
        job = (BACKGROUND_JOB.c.kind == READ_JOB, BACKGROUND_JOB.c.subject == project)
        with database.write() as connection:
            new = [run for run in self._unread(connection, project) if run.id not in read]
            connection.execute(delete(BACKGROUND_JOB).where(*job))
            if new:
                wait = later(now, WAIT_SECONDS)
                enqueue(connection, READ_JOB, project, at=new[0].created_at, not_before=wait)

    def _unread(self, connection: Connection, project: str) -> Sequence[Row[Any, Any, Any]]:
        """The project's runs in sessions since its job was written, oldest first."""
        job = (BACKGROUND_JOB.c.kind == READ_JOB, BACKGROUND_JOB.c.subject == project)
        since = select(func.min(BACKGROUND_JOB.c.created_at)).where(*job).scalar_subquery()
        own = (is_value(RUN.c.project_id, project or None), RUN.c.session_id.is_not(None))
        done = (RUN.c.status == "done", RUN.c.created_at >= since)
        runs = select(RUN.c.id, RUN.c.session_id, RUN.c.created_at).where(*own, *done)
        return connection.execute(runs.order_by(RUN.c.seq)).all()

    def _ask(self, connection: Connection, model: str) -> AskModel | None:
        """The model that a run had, if the setting allows it to be asked."""
        if not read_settings(connection)["memory.enable_model_extraction"]:
            return None
        return self.ask_of(model)


def most_of_a_session(runs: Sequence[Row[Any, Any, Any]]) -> int:
    """Return how many of the runs are of one session, at most."""
    return max(Counter(run.session_id for run in runs).values(), default=0)
