"""Summaries of sessions: a title and a snippet each, written with the first turn."""

from __future__ import annotations

from typing import Any

import attrs
from sqlalchemy import Connection, Row, delete, select

from underdraft.errors import Conflict, NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.conversations import SESSION_SUMMARY
from underdraft.memory.runs.extract import abridged
from underdraft.memory.settings import cached_settings, privacy_enabled
from underdraft.text.clean import one_line
from underdraft.types.checks import check_limit, check_text, refuse
from underdraft.types.model_call import STAND_IN
from underdraft.types.run import RunRecord
from underdraft.types.sessions import SessionSummary

TITLE_CODE_POINTS = 40
SNIPPET_CODE_POINTS = 160
TITLE_MAXIMUM = 200
SNIPPET_MAXIMUM = 2_000
LIST_MAXIMUM = 1_000


@attrs.frozen
class Summaries:
    """The session summaries of one store; safe between threads."""

    database: Database

    def create(self, *, session_id: str, project_id: str | None, title: str, snippet: str) -> SessionSummary:
        """Write a summary by hand; a session that has one is a ``Conflict``."""
        now = self.database.clock()
        made = SessionSummary(
            session_id=session_id,
            project_id=project_id,
            title=title,
            snippet=snippet,
            created_at=now,
            updated_at=now,
            origin="manual",
        )
        check_summary(made)
        with self.database.write() as connection:
            own = SESSION_SUMMARY.c.session_id == session_id
            connection.execute(delete(SESSION_SUMMARY).where(own, SESSION_SUMMARY.c.deleted_at.is_not(None)))
            if connection.execute(select(SESSION_SUMMARY).where(own)).first() is not None:
                raise Conflict("sessionId: the session has a summary", details={"field": "sessionId"})
            insert(connection, made)
        return made

    def recent(
        self, project_id: str | None, *, exclude_session: str | None = None
    ) -> tuple[SessionSummary, ...]:
        """Return the summaries for a prompt: the newest of the project, at most ``memory.session_summary_limit``."""
        with self.database.read() as connection:
            limit = int(cached_settings(connection)["memory.session_summary_limit"])
        return self.list(project_id, limit=limit, exclude_session=exclude_session) if limit else ()

    def list(
        self, project_id: str | None, *, limit: int = 50, exclude_session: str | None = None
    ) -> tuple[SessionSummary, ...]:
        """Summaries of a project's sessions, newest first."""
        check_limit(limit, LIST_MAXIMUM)
        c = SESSION_SUMMARY.c
        query = select(SESSION_SUMMARY).where(c.deleted_at.is_(None), is_value(c.project_id, project_id))
        if exclude_session is not None:
            query = query.where(c.session_id != exclude_session)
        with self.database.read() as connection:
            rows = connection.execute(query.order_by(c.created_at.desc(), c.session_id).limit(limit)).all()
        return tuple(summary_of(row) for row in rows)

    def get(self, session_id: str) -> SessionSummary:
        """One session's summary, else ``NotFound``."""
        with self.database.read() as connection:
            return existing(connection, session_id)

    def update(
        self, session_id: str, *, title: str | None = None, snippet: str | None = None
    ) -> SessionSummary:
        """Change a summary's words; ``NotFound`` without one."""
        changes: dict[str, Any] = {k: v for k, v in (("title", title), ("snippet", snippet)) if v is not None}
        if not changes:
            refuse("patch", "title or snippet")
        return self._change(session_id, **changes, origin="manual")

    def delete(self, session_id: str) -> SessionSummary:
        """Hide a summary, as :meth:`update`; the session does not get another one by itself."""
        return self._change(session_id, deleted=True)

    def _change(self, session_id: str, *, deleted: bool = False, **changes: Any) -> SessionSummary:
        now = self.database.clock()
        with self.database.write() as connection:
            before = existing(connection, session_id)
            after = attrs.evolve(before, **changes, version=before.version + 1, updated_at=now)
            check_summary(after)
            values = attrs.asdict(after, filter=lambda a, _: a.init) | (
                {"deleted_at": now} if deleted else {}
            )
            own = SESSION_SUMMARY.c.session_id == session_id
            connection.execute(SESSION_SUMMARY.update().where(own).values(values))
        return after


def summarise(connection: Connection, run: RunRecord, asked: str, *, at: str) -> None:
    """Write the summary of a session from a turn; one that exists, deleted or not, is left alone.

    What the stand-in wrote is not in it. In privacy mode there is none.
    """
    known = select(SESSION_SUMMARY.c.session_id).where(SESSION_SUMMARY.c.session_id == run.session_id)
    if run.session_id is None or privacy_enabled(connection) or connection.execute(known).first():
        return
    said = asked if run.preview.model == STAND_IN else run.text
    made = SessionSummary(
        session_id=run.session_id,
        project_id=run.project_id,
        title=one_line(asked, TITLE_CODE_POINTS),
        snippet=abridged(said, SNIPPET_CODE_POINTS),
        created_at=at,
        updated_at=at,
    )
    insert(connection, made)


def existing(connection: Connection, session_id: str) -> SessionSummary:
    """The session's summary, unless it is deleted; else ``NotFound``."""
    c = SESSION_SUMMARY.c
    live = select(SESSION_SUMMARY).where(c.session_id == session_id, c.deleted_at.is_(None))
    row = connection.execute(live).first()
    if row is None:
        raise NotFound("sessionId: the session has no summary", details={"field": "sessionId"})
    return summary_of(row)


def insert(connection: Connection, summary: SessionSummary) -> None:
    """Write a new summary."""
    connection.execute(SESSION_SUMMARY.insert().values(attrs.asdict(summary, filter=lambda a, _: a.init)))


def summary_of(row: Row[Any]) -> SessionSummary:
    """The summary in a row."""
    return SessionSummary(**{a.name: getattr(row, a.name) for a in attrs.fields(SessionSummary) if a.init})


def check_summary(summary: SessionSummary) -> None:
    """See that a summary's words can be stored."""
    check_text("title", summary.title, TITLE_MAXIMUM)
    check_text("snippet", summary.snippet, SNIPPET_MAXIMUM)
