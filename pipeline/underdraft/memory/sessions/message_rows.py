"""Messages as rows: reading a window of them, writing a turn; all inside the caller's transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from underdraft.errors import NotFound
from underdraft.memory.sessions.window import Limits, Size, first_kept
from underdraft.types.sessions import StoredMessage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Row


def message_of(row: Row[Any]) -> StoredMessage:
    """The message in a row of ``conversation``."""
    return StoredMessage(
        id=row.id,
        session_id=row.session_id,
        role=row.role,
        content=row.content,
        create_time=row.create_time,
        is_collected=row.is_collected,
        instruction=row.instruction,
        run_id=row.run_id,
        answered=row.answered,
        tokens=row.tokens,
    )


def admit(
    connection: Connection, session_id: str, project_id: str | None, *, begin_at: str | None = None
) -> None:
    """See that the session is this project's; one without messages and project becomes it.

    Args:
        connection: Where to look.
        session_id: The session.
        project_id: Who asks.
        begin_at: Make the session when there is none, begun at this time; ``None`` leaves it unmade.

    Raises:
        NotFound: It belongs to another project.
    """
    from sqlalchemy import select

    from underdraft.memory.db.schema.conversations import CONVERSATION
    from underdraft.memory.db.schema.sessions import SESSION

    row = connection.execute(select(SESSION).where(SESSION.c.session_id == session_id)).first()
    if row is None:
        if begin_at is not None:
            connection.execute(
                SESSION.insert().values(session_id=session_id, project_id=project_id, started_at=begin_at)
            )
        return
    if row.project_id == project_id:
        return
    spoken = connection.execute(
        select(CONVERSATION.c.seq).where(CONVERSATION.c.session_id == session_id).limit(1)
    )
    if row.project_id is not None or spoken.first() is not None:
        raise NotFound("sessionId: there is no such session in this project", details={"field": "sessionId"})
    if begin_at is not None:
        connection.execute(
            SESSION.update().where(SESSION.c.session_id == session_id).values(project_id=project_id)
        )


def known(connection: Connection, message_id: str) -> bool:
    """Whether there is a message of this id."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.conversations import CONVERSATION

    return (
        connection.execute(select(CONVERSATION.c.seq).where(CONVERSATION.c.id == message_id)).first()
        is not None
    )


def insert(connection: Connection, message: StoredMessage, *, window_from: int | None = None) -> None:
    """Append a message; one that stands there already under its id, as sent, takes its place at the end."""
    from sqlalchemy import delete

    from underdraft.memory.db.schema.conversations import CONVERSATION

    connection.execute(delete(CONVERSATION).where(CONVERSATION.c.id == message.id))
    connection.execute(
        CONVERSATION.insert().values(
            id=message.id,
            session_id=message.session_id,
            role=message.role,
            content=message.content,
            instruction=message.instruction,
            create_time=message.create_time,
            is_collected=message.is_collected,
            answered=message.answered,
            run_id=message.run_id,
            tokens=message.tokens,
            window_seq=window_from,
        )
    )


def window_seq(connection: Connection, session_id: str, length: int) -> int | None:
    """The place in the transcript of the first of the last ``length`` answered messages."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.conversations import CONVERSATION

    c = CONVERSATION.c
    if length < 1:
        return None
    own = select(c.seq).where(c.session_id == session_id, c.answered).order_by(c.seq.desc())
    return connection.scalar(own.offset(length - 1).limit(1))


def read_window(
    connection: Connection, session_id: str, limits: Limits, private: Sequence[tuple[int, StoredMessage]] = ()
) -> tuple[StoredMessage, ...]:
    """The messages that go with the next request, oldest first.

    Reads only as much of the transcript as the window may hold.

    Args:
        connection: Where to read.
        session_id: The session.
        limits: How large the window may be.
        private: Messages that are in memory only, each with the place that it stands behind.
    """
    from sqlalchemy import select

    from underdraft.memory.db.schema.conversations import CONVERSATION

    c = CONVERSATION.c
    own = select(CONVERSATION).where(c.session_id == session_id, c.answered)
    if limits.block:
        begun = connection.scalar(
            select(c.window_seq)
            .where(c.session_id == session_id, c.answered, c.window_seq.is_not(None))
            .order_by(c.seq.desc())
            .limit(1)
        )
        rows = connection.execute(own.where(c.seq >= (begun or 0)).order_by(c.seq)).all()
    else:
        # One more than fits shows whether the first round of what was read is whole.
        newest = own.order_by(c.seq.desc()).limit(limits.messages + 1)
        rows = list(reversed(connection.execute(newest).all()))
    placed = [(row.seq, message_of(row)) for row in rows]
    if private:
        placed = sorted([*placed, *private], key=lambda p: p[0])  # stable: disk before memory
    messages = [message for _, message in placed]
    start = first_kept([Size(m.role, m.tokens) for m in messages], limits)
    return tuple(messages[start:])
