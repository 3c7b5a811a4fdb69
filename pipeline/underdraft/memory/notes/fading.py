"""How memories fade: in coarse steps, by how long they were not used and how important they are.

Steps are worked out once a day at most, at a write or when a session begins, and kept; a run only reads them. They
decide who stands in layer 2 where its cap is too small for all, never the order of those that stand there.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection, func, select

from underdraft.memory.db.dialect import insert_missing
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION, MEMORY_USE
from underdraft.memory.sections import sections_where

REST_DAYS = 60
"""Days without use after which the least important memory has faded one step; the most important rests four times as long."""

STEPS = (1, 2, 4)
"""Multiples of the rest after which a memory has faded one, two and three steps."""

UNCONFIRMED = 0.5
"""Share of the confidence that a memory is worth that the writer never confirmed."""


def importance_of(confidence: float, *, confirmed: bool) -> float:
    """Return how important a memory is, 0 to 1."""
    return confidence * (1.0 if confirmed else UNCONFIRMED)


def step_of(days: int, importance: float) -> int:
    """Return how many steps a memory has faded that was not used for so many days."""
    rest = REST_DAYS * (1 + 3 * importance)
    return sum(days >= multiple * rest for multiple in STEPS)


def recompute_fading(connection: Connection, now: str) -> int:
    """Work out the steps of all memories in use, inside the caller's transaction; how many have moved.

    A memory is used when it is written, edited, confirmed or learned again, and when it is recalled.
    """
    c = MEMORY_ITEM.c
    written = (
        select(MEMORY_REVISION.c.memory_id, func.max(MEMORY_REVISION.c.at).label("at"))
        .group_by(MEMORY_REVISION.c.memory_id)
        .subquery()
    )
    query = (
        select(
            c.id,
            c.confidence,
            c.user_confirmed,
            c.faded,
            c.updated_at,
            written.c.at,
            MEMORY_USE.c.recalled_on,
        )
        .outerjoin(written, written.c.memory_id == c.id)
        .outerjoin(MEMORY_USE, MEMORY_USE.c.item_id == c.id)
        .where(c.section.in_(sections_where(lambda one: one.injected)), c.deleted_at.is_(None))
    )
    moved: list[tuple[str, int]] = []
    for row in connection.execute(query):
        last = max(row.updated_at, row.at or "", row.recalled_on or "")
        step = step_of(days_between(last, now), importance_of(row.confidence, confirmed=row.user_confirmed))
        if step != row.faded:
            moved.append((row.id, step))
    for item_id, step in moved:
        connection.execute(MEMORY_ITEM.update().where(c.id == item_id).values(faded=step))
    return len(moved)


def days_between(earlier: str, later: str) -> int:
    """Whole days of the calendar from one time to another, both in ISO 8601; of what is no time, 0."""
    try:
        return max(0, (date.fromisoformat(later[:10]) - date.fromisoformat(earlier[:10])).days)
    except ValueError:
        return 0


def note_recalls(connection: Connection, item_ids: Iterable[str], now: str) -> None:
    """Write down on which day memories were recalled; ids of other things are left out."""
    c, today = MEMORY_USE.c, now[:10]
    ids = list(item_ids)
    stale = (
        select(MEMORY_ITEM.c.id)
        .outerjoin(MEMORY_USE, c.item_id == MEMORY_ITEM.c.id)
        .where(MEMORY_ITEM.c.id.in_(ids), c.recalled_on.is_distinct_from(today))
    )
    if found := connection.scalars(stale).all():
        connection.execute(MEMORY_USE.update().where(c.item_id.in_(found)).values(recalled_on=today))
        insert_missing(connection, MEMORY_USE, [{"item_id": one, "recalled_on": today} for one in found])
