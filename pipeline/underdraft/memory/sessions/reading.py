"""When turns are read for what they teach: at once without a model, a few together with one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs
from sqlalchemy import Connection, Row, delete, func, select

from underdraft.errors import StoreError
from underdraft.memory import log
from underdraft.memory.db.jobs import bring_forward, enqueue, later
from underdraft.memory.db.schema.conversations import BACKGROUND_JOB
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.sessions.learn import Learned, Learner
from underdraft.memory.settings import read_settings
from underdraft.types.model_call import AskModel
from underdraft.types.run import RunRecord

LEARN_JOB = "learn"
"""Read one run without a model; the subject is its id."""

READ_JOB = "read"
"""Read with the model what was said in a session since the job was written; the subject is its id."""

TOGETHER = 4
"""Turns of a session that are read in one call."""

WAIT_SECONDS = 300.0
"""How long fewer turns wait for company, also when their session is over."""


@attrs.frozen(kw_only=True)
class Reading:
    """Decides when the turns of one store are read, and reads them.

    Attributes:
        ask_of: The model of this name that may be asked in the background, or ``None``.
    """

    learner: Learner
    ask_of: Callable[[str], AskModel | None] = lambda _: None

    def register(self, connection: Connection, run: RunRecord) -> None:
        """Write down, in the transaction that keeps the run, that it is to be read."""
        now = self.learner.database.clock()
        session = run.session_id
        if session is None or self._ask(connection, run.preview.model) is None:
            enqueue(connection, LEARN_JOB, run.id, at=now)
            return
        enqueue(connection, READ_JOB, session, at=run.created_at, not_before=later(now, WAIT_SECONDS))
        if len(self._unread(connection, session)) >= TOGETHER:
            bring_forward(connection, READ_JOB, session, at=now)

    def read_run(self, run_id: str) -> Learned:
        """Learn from one run, without a model."""
        return self.learner.learn_from_runs([run_id])

    def read_session(self, session_id: str) -> Learned:
        """Learn from the turns that wait, in one call to the model that the last of them ran with.

        Where that fails, each of them is read without a model.
        """
        with self.learner.database.read() as connection:
            waiting = self._unread(connection, session_id)
            ask = self._ask(connection, waiting[-1].model) if waiting else None
        runs = [run.id for run in waiting]
        try:
            learned = self.learner.learn_from_runs(runs, ask=ask)
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - a provider or a stranger's code may raise anything
            log.info("read without a model: %s", type(error).__name__)
            self._done(session_id, runs, failed=True)
            return Learned()
        self._done(session_id, runs)
        return learned

    def _done(self, session_id: str, read: Sequence[str], *, failed: bool = False) -> None:
        """Remove the job; turns that came meanwhile get one of their own, those that failed one each."""
        database = self.learner.database
        now = database.clock()
        job = (BACKGROUND_JOB.c.kind == READ_JOB, BACKGROUND_JOB.c.subject == session_id)
        with database.write() as connection:
            new = [run.id for run in self._unread(connection, session_id) if run.id not in read]
            connection.execute(delete(BACKGROUND_JOB).where(*job))
            for run_id in read if failed else ():
                enqueue(connection, LEARN_JOB, run_id, at=now)
            if new:
                since = connection.scalar(select(RUN.c.created_at).where(RUN.c.id == new[0]))
                enqueue(connection, READ_JOB, session_id, at=str(since), not_before=later(now, WAIT_SECONDS))

    def _unread(self, connection: Connection, session_id: str) -> Sequence[Row[Any, Any, Any]]:
        """Id, project and model of the session's runs since its job was written, oldest first."""
        job = (BACKGROUND_JOB.c.kind == READ_JOB, BACKGROUND_JOB.c.subject == session_id)
        since = select(func.min(BACKGROUND_JOB.c.created_at)).where(*job).scalar_subquery()
        runs = select(RUN.c.id, RUN.c.project_id, RUN.c.model).where(
            RUN.c.session_id == session_id, RUN.c.status == "done", RUN.c.created_at >= since
        )
        return connection.execute(runs.order_by(RUN.c.seq)).all()

    def _ask(self, connection: Connection, model: str) -> AskModel | None:
        """The model that a run had, if the setting allows it to be asked."""
        if not read_settings(connection)["memory.enable_model_extraction"]:
            return None
        return self.ask_of(model)
