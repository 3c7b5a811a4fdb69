"""Statements that are known already: typed, said, learned or imported; one view for all that reads chats.

An extractor is shown it, so that it can say which statement is replaced; what repeats it is no news; what corrects it
takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, select

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import postings
from underdraft.memory.notes.profile import read_lines
from underdraft.memory.notes.record import ACTIVE, MemoryItem
from underdraft.memory.notes.rows import in_sections, items_in
from underdraft.memory.sections import sections_where

NEWEST = 16
"""Newest records that are shown."""

LIKE = 24
"""Records that share most words with what was said."""


def in_force(project_id: str | None) -> ColumnElement[bool]:
    """Return the condition for records that hold now for a whole project, less those that the profile shows."""
    beside = sections_where(lambda one: not one.in_profile)
    return in_sections(beside, (ACTIVE,), project_id, None, None)


def known_statements(connection: Connection, project_id: str | None, said: Iterable[str]) -> tuple[str, ...]:
    """Records of the project and of all projects that may be meant, and what the profile has learned."""
    c = MEMORY_ITEM.c
    live = in_force(project_id)
    newest = select(c.id).where(live).order_by(c.created_at.desc(), c.id).limit(NEWEST)
    ids = set(connection.scalars(newest))
    ids |= postings.search(connection, project_id, "\n".join(said), (live,), LIKE).keys()
    found = connection.scalars(select(c.content).where(c.id.in_(ids)).order_by(c.created_at, c.id))
    return tuple(dict.fromkeys([*found, *(line.content for line in read_lines(connection))]))


def with_content(connection: Connection, project_id: str | None, content: str) -> list[MemoryItem]:
    """The records in force with just this content; a line of the profile is corrected there."""
    if not content:
        return []
    c = MEMORY_ITEM.c
    same = select(MEMORY_ITEM).where(in_force(project_id), c.content == content)
    return items_in(connection, same)
