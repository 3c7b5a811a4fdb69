"""The purge of transcripts, summaries, atomic memories, compacts and the profile's lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, or_, select

from underdraft.memory.db.schema import conversations as schema
from underdraft.memory.db.schema.conversations import (
    ATOMIC_MEMORY,
    BACKGROUND_JOB,
    COMPACT,
    CONVERSATION,
    SESSION_SUMMARY,
    USER_PROFILE,
    USER_PROFILE_REVISION,
)
from underdraft.memory.db.schema.runs import RUN, RUN_SOURCE
from underdraft.memory.db.schema.sessions import SESSION
from underdraft.memory.facts.rows import OWNER, unmark
from underdraft.memory.index import fulltext
from underdraft.memory.purge.runs import LEAST_MATCH, parts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Column, Connection

    from underdraft.memory.purge.scope import PurgeScope


def purge_sessions(connection: Connection, scope: PurgeScope) -> int:
    """Remove what sessions left behind, as far as the scope reaches; returns how many atomic memories went.

    A turn in which a purged memory stood goes as a whole: its reply may repeat the words.
    """
    if scope.everything:
        return clear(connection)
    gone = atomic_in(connection, scope)
    drop_atomic(connection, gone)
    turns, sessions = turns_in(connection, scope)
    drop(connection, turns, sessions, scope)
    for text in long(scope.texts):
        drop_profile_lines(connection, text)
    return len(gone - scope.item_ids)  # those that were named are counted with the memories


def clear(connection: Connection) -> int:
    """Remove everything."""
    count = connection.scalar(select(func.count()).select_from(schema.ATOMIC_MEMORY)) or 0
    fulltext.clear(connection, OWNER)
    for table in schema.TABLES:
        connection.execute(delete(table))
    return count


def long(texts: Iterable[str]) -> list[str]:
    """The texts that are more than a mere word."""
    return sorted(text for text in texts if len(text) >= LEAST_MATCH)


def holding(
    connection: Connection, wanted: Column[Any], columns: Iterable[Column[Any]], texts: Iterable[str]
) -> set[Any]:
    """Values of ``wanted`` in rows of which a column holds one of the texts."""
    found: set[Any] = set()
    for text in texts:
        holds = or_(*(func.instr(column, text) > 0 for column in columns))
        found.update(connection.scalars(select(wanted).where(holds)))
    return found


def atomic_in(connection: Connection, scope: PurgeScope) -> set[str]:
    """Ids of the atomic memories that the scope reaches."""
    c = ATOMIC_MEMORY.c
    found = holding(connection, c.id, (c.content, c.evidence), long(scope.texts))
    for part in parts(sorted(scope.item_ids)):
        found.update(connection.scalars(select(c.id).where(c.id.in_(part))))
    if scope.project_id is not None:
        found.update(connection.scalars(select(c.id).where(c.project_id == scope.project_id)))
    return found


def drop_atomic(connection: Connection, ids: set[str]) -> None:
    """Remove atomic memories with their index entries."""
    fulltext.remove(connection, OWNER, sorted(ids))
    for part in parts(sorted(ids)):
        connection.execute(delete(ATOMIC_MEMORY).where(ATOMIC_MEMORY.c.id.in_(part)))
    for memory_id in sorted(ids):
        unmark(connection, memory_id)


def turns_in(connection: Connection, scope: PurgeScope) -> tuple[set[str], set[str]]:
    """Runs whose turns have to go, and sessions that have to go whole."""
    c = CONVERSATION.c
    runs: set[str] = holding(connection, c.run_id, (c.content, c.instruction), long(scope.texts)) - {None}
    for part in parts(sorted(scope.item_ids)):
        carried = select(RUN.c.id).join(RUN_SOURCE, RUN_SOURCE.c.run_seq == RUN.c.seq)
        runs.update(connection.scalars(carried.where(RUN_SOURCE.c.item_id.in_(part))))
    sessions: set[str] = set()
    if scope.project_id is not None:
        runs.update(connection.scalars(select(RUN.c.id).where(RUN.c.project_id == scope.project_id)))
        own = select(SESSION.c.session_id).where(SESSION.c.project_id == scope.project_id)
        sessions.update(connection.scalars(own))
    return runs, sessions


def drop(connection: Connection, runs: set[str], sessions: set[str], scope: PurgeScope) -> None:
    """Remove turns, transcripts, summaries, compacts and jobs."""
    c = CONVERSATION.c
    alone = holding(connection, c.id, (c.content, c.instruction), long(scope.texts))
    told = SESSION_SUMMARY.c
    sessions = sessions | holding(connection, told.session_id, (told.title, told.snippet), long(scope.texts))
    runs = runs | holding(connection, COMPACT.c.run_id, (COMPACT.c.body,), long(scope.texts))
    for part in parts(sorted(runs)):
        connection.execute(delete(CONVERSATION).where(c.run_id.in_(part)))
        connection.execute(delete(COMPACT).where(COMPACT.c.run_id.in_(part)))
        connection.execute(delete(BACKGROUND_JOB).where(BACKGROUND_JOB.c.subject.in_(part)))
    for part in parts(sorted(alone)):
        connection.execute(delete(CONVERSATION).where(c.id.in_(part)))
    for part in parts(sorted(sessions)):
        connection.execute(delete(SESSION_SUMMARY).where(told.session_id.in_(part)))
        if scope.project_id is not None:
            connection.execute(delete(CONVERSATION).where(c.session_id.in_(part)))
    if scope.project_id is not None:
        connection.execute(delete(SESSION_SUMMARY).where(told.project_id == scope.project_id))
        connection.execute(delete(COMPACT).where(COMPACT.c.project_id == scope.project_id))


def drop_profile_lines(connection: Connection, text: str) -> None:
    """Take lines with the text out of the profile and of every earlier version of it."""
    for table in (USER_PROFILE, USER_PROFILE_REVISION):
        for row in connection.execute(
            select(table).where(table.c.markdown.contains(text, autoescape=True))
        ).all():
            kept = "\n".join(line for line in row.markdown.split("\n") if text not in line)
            connection.execute(table.update().where(table.c.version == row.version).values(markdown=kept))
