"""The purge of transcripts, summaries, atomic memories, compacts and the profile's lines."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from underdraft.memory.db.dialect import delete_in, select_in
from underdraft.memory.db.schema.conversations import (
    ATOMIC_MEMORY,
    BACKGROUND_JOB,
    COMPACT,
    CONVERSATION,
    SESSION,
    SESSION_SUMMARY,
    TABLES,
    USER_PROFILE,
    USER_PROFILE_REVISION,
)
from underdraft.memory.db.schema.runs import RUN, RUN_SOURCE
from underdraft.memory.facts.rows import OWNER, free_contradicted
from underdraft.memory.index import fulltext
from underdraft.memory.purge.scope import PurgeScope


def purge_sessions(connection: Connection, scope: PurgeScope) -> int:
    """Remove what sessions left behind, as far as the scope reaches; returns how many atomic memories went.

    A turn in which a purged memory was goes as a whole: its reply may repeat the words.
    """
    if scope.everything:
        count = connection.scalar(select(func.count()).select_from(ATOMIC_MEMORY)) or 0
        fulltext.clear(connection, OWNER)
        for table in TABLES:
            connection.execute(delete(table))
        return count
    gone = find_atomic(connection, scope)
    delete_atomic(connection, gone)
    delete_turns(connection, scope)
    for text in scope.long_texts:
        delete_profile_lines(connection, text)
    return len(gone - scope.item_ids)  # those that were named are counted with the memories


def find_atomic(connection: Connection, scope: PurgeScope) -> set[str]:
    """Ids of the atomic memories that the scope reaches."""
    c = ATOMIC_MEMORY.c
    found = scope.find_texts(connection, c.id, c.content, c.evidence)
    found |= select_in(connection, select(c.id), c.id, scope.item_ids)
    if scope.project_id is not None:
        found.update(connection.scalars(select(c.id).where(c.project_id == scope.project_id)))
    return found


def delete_atomic(connection: Connection, ids: set[str]) -> None:
    """Remove atomic memories with their index entries."""
    fulltext.remove(connection, OWNER, ids)
    delete_in(connection, ATOMIC_MEMORY.c.id, ids)
    for memory_id in sorted(ids):
        free_contradicted(connection, memory_id)


def delete_turns(connection: Connection, scope: PurgeScope) -> None:
    """Remove turns, transcripts, summaries, compacts and jobs."""
    turn, told = CONVERSATION.c, SESSION_SUMMARY.c
    runs = scope.find_texts(connection, turn.run_id, turn.content, turn.instruction) - {None}
    runs |= scope.find_texts(connection, COMPACT.c.run_id, COMPACT.c.body)
    carried = select(RUN.c.id).join(RUN_SOURCE, RUN_SOURCE.c.run_seq == RUN.c.seq)
    runs |= select_in(connection, carried, RUN_SOURCE.c.item_id, scope.item_ids)
    sessions = scope.find_texts(connection, told.session_id, told.title, told.snippet)
    if scope.project_id is not None:
        runs.update(connection.scalars(select(RUN.c.id).where(RUN.c.project_id == scope.project_id)))
        own = select(SESSION.c.session_id).where(SESSION.c.project_id == scope.project_id)
        sessions.update(connection.scalars(own))
        delete_in(connection, turn.session_id, sessions)
        for table in (SESSION_SUMMARY, COMPACT):
            connection.execute(delete(table).where(table.c.project_id == scope.project_id))
    delete_in(connection, told.session_id, sessions)
    delete_in(connection, turn.id, scope.find_texts(connection, turn.id, turn.content, turn.instruction))
    for column in (turn.run_id, COMPACT.c.run_id, BACKGROUND_JOB.c.subject):
        delete_in(connection, column, runs)


def delete_profile_lines(connection: Connection, text: str) -> None:
    """Take lines with the text out of the profile and of every earlier version of it."""
    for table in (USER_PROFILE, USER_PROFILE_REVISION):
        with_it = select(table).where(table.c.markdown.contains(text, autoescape=True))
        for row in connection.execute(with_it).all():
            kept = "\n".join(line for line in row.markdown.split("\n") if text not in line)
            connection.execute(table.update().where(table.c.version == row.version).values(markdown=kept))
