"""What is known already: the statements that an extractor is shown, so that it can say which one is replaced."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, select

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import fulltext
from underdraft.memory.notes.profile import read_lines
from underdraft.memory.notes.rows import OWNER, recallable

NEWEST = 16
"""Newest facts that are shown."""

LIKE = 24
"""Facts that share most words with what was said."""


def known_statements(connection: Connection, project_id: str | None, said: Iterable[str]) -> tuple[str, ...]:
    """Facts of the project and of all projects that may be meant, and what the profile has learned."""
    c = MEMORY_ITEM.c
    live = recallable(project_id)
    newest = select(c.id).where(live).order_by(c.created_at.desc(), c.id).limit(NEWEST)
    ids = set(connection.scalars(newest))
    allowed = select(c.id).where(live)
    ids |= set(fulltext.search(connection, OWNER, "\n".join(said), allowed=allowed, limit=LIKE))
    facts = connection.scalars(select(c.content).where(c.id.in_(ids)).order_by(c.created_at, c.id))
    return tuple(dict.fromkeys([*facts, *(line.content for line in read_lines(connection))]))
