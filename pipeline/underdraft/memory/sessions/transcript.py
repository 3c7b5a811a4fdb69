"""Transcripts: every turn as it was sent, appended and never changed."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Literal

import attrs
from sqlalchemy import Connection, RowMapping, delete, or_, select

from underdraft.errors import NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.paging import Page, read_page
from underdraft.memory.db.schema.conversations import CONVERSATION, SESSION
from underdraft.memory.db.snapshot import cached
from underdraft.memory.sessions.window import Limits, first_in_window
from underdraft.memory.settings import block_of, privacy_enabled, read_settings
from underdraft.text.tokens import estimate
from underdraft.types.checks import check_limit, check_one_of, check_text
from underdraft.types.request import RunRequest
from underdraft.types.run import Preview, RunRecord
from underdraft.types.sessions import StoredMessage

ROLES = ("user", "assistant")
LIST_LIMIT = 200
LIST_MAXIMUM = 2_000
CONTENT_MAXIMUM = 1_000_000
"""Maximum code points of one message: a prompt with a chapter in it is far below."""

STORED = tuple(a.name for a in attrs.fields(StoredMessage) if a.name in CONVERSATION.c)
"""Attributes of a message that have a column."""


@attrs.define(eq=False)
class Transcript:
    """The transcripts of one store; safe to use from any thread.

    In privacy mode nothing of a message is written: it stays in this object, so that the session goes on as
    long as the process does, and then it is gone. So do later messages of the session once the mode is off. A session that belongs to another project is ``NotFound``
    everywhere.
    """

    database: Database
    _private: dict[str, list[StoredMessage]] = attrs.field(factory=dict, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def keep_message(self, preview: Preview, request: RunRequest) -> None:
        """Put a user's message on disk when it goes out; it counts as a turn only once it is answered."""
        message = asked_of(preview, request, at=self.database.clock())
        if self.holds_private(message.session_id):
            return  # they may stand in it
        with self.database.write() as connection:
            if privacy_enabled(connection):
                return
            known = select(CONVERSATION.c.seq).where(CONVERSATION.c.id == message.id)
            if connection.scalar(known) is not None:
                return  # the reply was quicker
            claim_session(connection, message.session_id, preview.project_id, at=message.create_time)
            insert_message(connection, attrs.evolve(message, answered=False))

    def keep_turn(
        self, connection: Connection, run: RunRecord, request: RunRequest, *, private: bool = False
    ) -> bool:
        """Append a run's turn in the transaction that keeps it, or in memory; whether it is the session's first.

        ``private`` keeps it in memory in any case.
        """
        private = private or privacy_enabled(connection)
        asked = asked_of(run.preview, request, at=run.created_at)
        session_id = asked.session_id
        claim_session(connection, session_id, run.project_id, at=asked.create_time)
        begun = read_window_start(connection, session_id, len(run.preview.prompt.history))
        answer = attrs.evolve(
            asked,
            id=f"{run.id}:assistant",
            role="assistant",
            content=run.text,
            create_time=self.database.clock(),
            instruction=None,
            tokens=estimate(run.text),
        )
        first = read_window_start(connection, session_id, 1) is None and session_id not in self._private
        if private:
            self._remember(*(attrs.evolve(one, persisted=False) for one in (asked, answer)))
        else:
            insert_message(connection, asked, window_from=begun)
            insert_message(connection, answer)
        return first

    def window(
        self, session_id: str, project_id: str | None, *, room_tokens: int = 0, auto_block: int = 0
    ) -> tuple[StoredMessage, ...]:
        """The earlier messages that go with the next request, oldest first, as they were sent.

        ``room_tokens`` is most that they may take together, estimated; 0 for no limit.
        """
        with self.database.read() as connection:
            check_session(connection, session_id, project_id)
            settings = read_settings(connection)
            limits = Limits(
                messages=int(settings["context_limit"]),
                room_tokens=room_tokens,
                block=block_of(settings, auto_block),
            )
            return read_window(connection, session_id, limits, self.private_of(session_id))

    def append(self, session_id: str, project_id: str | None, *, role: str, content: str) -> StoredMessage:
        """Add a message that no run made."""
        check_one_of("role", role, ROLES)
        check_text("content", content, CONTENT_MAXIMUM)
        with self.database.write() as connection:
            private = privacy_enabled(connection) or self.holds_private(session_id)
            now = self.database.clock()
            claim_session(connection, session_id, project_id, at=now)
            message = StoredMessage(
                id=self.database.new_id(),
                session_id=session_id,
                role=role,  # type: ignore[arg-type]
                content=content,
                create_time=now,
                persisted=not private,
                tokens=estimate(content),
            )
            if private:
                self._remember(message)
            else:
                insert_message(connection, message)
        return message

    def list(
        self,
        session_id: str,
        project_id: str | None,
        *,
        collected: bool = False,
        limit: int = LIST_LIMIT,
        cursor: str | None = None,
    ) -> Page[StoredMessage]:
        """All messages of a session, also those that the window has dropped."""
        check_limit(limit, LIST_MAXIMUM)
        c = CONVERSATION.c
        query = select(CONVERSATION).where(c.session_id == session_id)
        if collected:
            query = query.where(c.is_collected)
        with self.database.read() as connection:
            check_session(connection, session_id, project_id)
            page = read_page(
                connection, query, c.seq, falls=False, limit=limit, cursor=cursor, value_of=message_of
            )
        if page.next_cursor is not None:
            return page
        private = (m for m in self.private_of(session_id) if m.is_collected or not collected)
        return Page(items=(*page.items, *private))

    def check_session(self, session_id: str, project_id: str | None) -> None:
        """See that a session is this project's, or that it may become it."""
        with self.database.read() as connection:
            key, areas = ("session", session_id, project_id), ("sessions", "messages")
            cached(connection, key, areas, lambda: check_session(connection, session_id, project_id))

    def get(self, message_id: str) -> StoredMessage:
        """One message, else ``NotFound``."""
        with self.database.read() as connection:
            query = select(CONVERSATION).where(CONVERSATION.c.id == message_id)
            row = connection.execute(query).mappings().first()
        if row is None:
            raise NotFound("id: there is no such message", details={"field": "id"})
        return message_of(row)

    def collect(self, message_id: str, *, collected: bool) -> StoredMessage:
        """Mark a message as a favourite, or no longer; what was sent is the only thing that never changes."""
        with self.database.write() as connection:
            connection.execute(
                CONVERSATION.update().where(CONVERSATION.c.id == message_id).values(is_collected=collected)
            )
        return self.get(message_id)

    def delete(self, session_id: str, project_id: str | None, *, message_id: str | None = None) -> int:
        """Delete a session's transcript, or the turn that a message belongs to; returns how many went.

        Half a turn would read as if the other side had answered something else, so both go. The next
        request cannot share the cached history after that place.
        """
        c = CONVERSATION.c
        chosen = c.session_id == session_id
        with self.database.write() as connection:
            check_session(connection, session_id, project_id)
            if message_id is not None:
                row = connection.execute(select(CONVERSATION).where(chosen, c.id == message_id)).first()
                if row is None:
                    raise NotFound("id: there is no such message", details={"field": "id"})
                turn = c.id == message_id
                chosen = chosen & (turn if row.run_id is None else or_(turn, c.run_id == row.run_id))
            gone = connection.execute(delete(CONVERSATION).where(chosen)).rowcount
        if message_id is None:
            with self._lock:
                gone += len(self._private.pop(session_id, ()))
        return gone

    def _remember(self, *messages: StoredMessage) -> None:
        """Keep messages of a session in memory, after what is on disk."""
        with self._lock:
            self._private.setdefault(messages[0].session_id, []).extend(messages)

    def holds_private(self, session_id: str) -> bool:
        """Whether the session has messages that are in memory only."""
        return bool(self.private_of(session_id))

    def private_of(self, session_id: str) -> Sequence[StoredMessage]:
        """The session's messages that are in memory only: later ones than those on disk."""
        with self._lock:
            return tuple(self._private.get(session_id, ()))

    def runs_of(self, session_id: str) -> frozenset[str]:
        """The runs that are turns of a session."""
        c = CONVERSATION.c
        turns = select(c.run_id).where(c.session_id == session_id, c.run_id.is_not(None))
        with self.database.read() as connection:
            return frozenset(connection.scalars(turns))


def asked_of(preview: Preview, request: RunRequest, *, at: str) -> StoredMessage:
    """The user's message that a run of a session sends."""
    content = preview.prompt.dynamic
    return StoredMessage(
        id=f"{preview.run_id}:user",
        session_id=request.session_id or "",
        role="user",
        content=content,
        create_time=at,
        instruction=request.instruction or "",
        run_id=preview.run_id,
        tokens=estimate(content),
    )


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
    connection: Connection, session_id: str, limits: Limits, private: Sequence[StoredMessage] = ()
) -> tuple[StoredMessage, ...]:
    """The messages that go with the next request, oldest first.

    Reads only as much of the transcript as the window may hold. ``private`` are messages that are in memory only.
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
    messages = [*map(message_of, rows), *private]
    start = first_in_window(messages, limits)
    return tuple(messages[start:])
