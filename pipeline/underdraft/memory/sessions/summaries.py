"""Summaries of sessions: a title and a snippet each, written with the first turn."""

from __future__ import annotations

import attrs
from sqlalchemy import Connection, delete, select

from underdraft.errors import NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.conversations import SESSION_SUMMARY
from underdraft.memory.runs.extract import abridged
from underdraft.memory.settings import privacy_enabled
from underdraft.text.clean import one_line
from underdraft.types.checks import check_limit, check_text, refuse
from underdraft.types.copies import copied
from underdraft.types.model_call import STAND_IN
from underdraft.types.run import RunRecord
from underdraft.types.sessions import SessionSummary
from underdraft.types.values import frozen

TITLE_CODE_POINTS = 40
SNIPPET_CODE_POINTS = 160
TITLE_MAXIMUM = 200
SNIPPET_MAXIMUM = 2_000
LIST_MAXIMUM = 1_000


@frozen
class Summaries:
    """The session summaries of one store; safe between threads."""

    database: Database

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
        return tuple(copied(SessionSummary, row) for row in rows)

    def get(self, session_id: str) -> SessionSummary:
        """One session's summary, else ``NotFound``."""
        with self.database.read() as connection:
            return existing(connection, session_id)

    def write(
        self, session_id: str, project_id: str | None, *, title: str | None = None, snippet: str | None = None
    ) -> SessionSummary:
        """Change a summary's words by hand; with both texts one is written that is not there, else it is ``NotFound``."""
        given = {"title": title, "snippet": snippet}
        words = {name: text for name, text in given.items() if text is not None}
        if not words:
            refuse("patch", "title or snippet")
        now = self.database.clock()
        with self.database.write() as connection:
            if len(words) == len(given) and find(connection, session_id) is None:
                before = SessionSummary(
                    session_id=session_id, project_id=project_id, **words, created_at=now, version=0
                )
            else:
                before = existing(connection, session_id)
            after = attrs.evolve(before, **words, origin="manual", version=before.version + 1, updated_at=now)
            check_text("title", after.title, TITLE_MAXIMUM)
            check_text("snippet", after.snippet, SNIPPET_MAXIMUM)
            put(connection, after)
        return after

    def delete(self, session_id: str) -> SessionSummary:
        """Hide a summary, else ``NotFound``; the session does not get another one by itself."""
        now = self.database.clock()
        with self.database.write() as connection:
            before = existing(connection, session_id)
            after = attrs.evolve(before, version=before.version + 1, updated_at=now)
            put(connection, after, deleted_at=now)
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
    put(connection, made)


def find(connection: Connection, session_id: str) -> SessionSummary | None:
    """The session's summary, unless it is deleted."""
    c = SESSION_SUMMARY.c
    live = select(SESSION_SUMMARY).where(c.session_id == session_id, c.deleted_at.is_(None))
    row = connection.execute(live).first()
    return None if row is None else copied(SessionSummary, row)


def existing(connection: Connection, session_id: str) -> SessionSummary:
    """As :func:`find`, else ``NotFound``."""
    found = find(connection, session_id)
    if found is None:
        raise NotFound("sessionId: the session has no summary", details={"field": "sessionId"})
    return found


def put(connection: Connection, summary: SessionSummary, *, deleted_at: str | None = None) -> None:
    """Write a session's summary, in the place of one that is there."""
    connection.execute(delete(SESSION_SUMMARY).where(SESSION_SUMMARY.c.session_id == summary.session_id))
    values = attrs.asdict(summary, filter=lambda a, _: a.init)
    connection.execute(SESSION_SUMMARY.insert().values(values | {"deleted_at": deleted_at}))
