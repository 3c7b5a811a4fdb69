"""Messages as rows: reading a window of them, writing a turn; all inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import attrs
from sqlalchemy import Connection, RowMapping, delete, select

from underdraft.errors import NotFound
from underdraft.memory.db.schema.conversations import CONVERSATION, SESSION
from underdraft.memory.sessions.window import Limits, first_in_window
from underdraft.types.sessions import StoredMessage

STORED = tuple(a.name for a in attrs.fields(StoredMessage) if a.name in CONVERSATION.c)
"""Attributes of a message that have a column."""


def message_of(row: RowMapping) -> StoredMessage:
    """The message in a row of ``conversation``."""
    return StoredMessage(**{name: row[name] for name in STORED})


def claim_session(connection: Connection, session_id: str, project_id: str | None, *, at: str) -> None:
    """Make the session this project's, as :func:`check_session`; one that does not exist begins ``at`` this time."""
    relation = check_session(connection, session_id, project_id)
    if relation == "unknown":
        row = {"session_id": session_id, "project_id": project_id, "started_at": at}
        connection.execute(SESSION.insert().values(row))
    elif relation == "free":
        connection.execute(
            SESSION.update().where(SESSION.c.session_id == session_id).values(project_id=project_id)
        )


def check_session(
    connection: Connection, session_id: str, project_id: str | None
) -> Literal["unknown", "own", "free"]:
    """See that the session is this project's, or that it may become it; else ``NotFound``.

    What may become it is not there yet, or ``free``: without project and messages.
    """
    row = connection.execute(select(SESSION).where(SESSION.c.session_id == session_id)).first()
    if row is None:
        return "unknown"
    if row.project_id == project_id:
        return "own"
    spoken = select(CONVERSATION.c.seq).where(CONVERSATION.c.session_id == session_id).limit(1)
    if row.project_id is not None or connection.execute(spoken).first() is not None:
        raise NotFound("sessionId: there is no such session in this project", details={"field": "sessionId"})
    return "free"


def insert_message(connection: Connection, message: StoredMessage, *, window_from: int | None = None) -> None:
    """Append a message; one that is there already under its id, as sent, takes its place at the end."""
    connection.execute(delete(CONVERSATION).where(CONVERSATION.c.id == message.id))
    values = {name: getattr(message, name) for name in STORED}
    connection.execute(CONVERSATION.insert().values(values | {"window_seq": window_from}))


def read_window_start(connection: Connection, session_id: str, length: int) -> int | None:
    """The place in the transcript of the first of the last ``length`` answered messages."""
    c = CONVERSATION.c
    if length < 1:
        return None
    own = select(c.seq).where(c.session_id == session_id, c.answered).order_by(c.seq.desc())
    return connection.scalar(own.offset(length - 1).limit(1))


def read_window(
    connection: Connection, session_id: str, limits: Limits, private: Sequence[tuple[int, StoredMessage]] = ()
) -> tuple[StoredMessage, ...]:
    """The messages that go with the next request, oldest first.

    Reads only as much of the transcript as the window may hold. ``private`` are messages that are in memory
    only, each with the place that it comes after.
    """
    c = CONVERSATION.c
    own = select(CONVERSATION).where(c.session_id == session_id, c.answered)
    if limits.block:
        begun = connection.scalar(
            select(c.window_seq)
            .where(c.session_id == session_id, c.answered, c.window_seq.is_not(None))
            .order_by(c.seq.desc())
            .limit(1)
        )
        rows = connection.execute(own.where(c.seq >= (begun or 0)).order_by(c.seq)).mappings().all()
    else:
        # One more than fits shows whether the first round of what was read is whole.
        newest = own.order_by(c.seq.desc()).limit(limits.messages + 1)
        rows = list(reversed(connection.execute(newest).mappings().all()))
    placed = [(row["seq"], message_of(row)) for row in rows]
    if private:
        placed = sorted([*placed, *private], key=lambda p: p[0])  # stable: disk before memory
    messages = [message for _, message in placed]
    start = first_in_window(messages, limits)
    return tuple(messages[start:])
