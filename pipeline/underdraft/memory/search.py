"""Search in what is remembered, by keyword and time: for channels, for the model's tool, for MCP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Connection, or_, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.conversations import ATOMIC_MEMORY, SESSION_SUMMARY
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.facts.rows import OWNER as FACTS
from underdraft.memory.facts.rows import load
from underdraft.memory.index import fulltext
from underdraft.memory.items.rows import OWNER as ITEMS
from underdraft.memory.items.rows import Overruled, visible
from underdraft.memory.search_tool import KEYWORD_MAXIMUM, TimeRange
from underdraft.types.checks import check_limit, refuse
from underdraft.types.memory import Found

LIMIT = 10
LIMIT_MAXIMUM = 100
REACH = 200
"""Hits that are looked at before the time range is applied."""

Hit = tuple[float, Found]
"""What was found, with its score."""


def search(
    database: Database,
    keyword: str,
    *,
    overruled: Overruled | None = None,
    project_id: str | None = None,
    time_range: TimeRange | None = None,
    limit: int = LIMIT,
) -> tuple[Found, ...]:
    """Atomic memories, memories and session summaries with the keyword, nearest first.

    What a newer memory contradicts is found too, and says so. Any word of the keyword is enough, more are
    nearer; a project's memories and those for all projects are looked through. ``limit`` is 1 to 100.
    """
    if not keyword.strip() or len(keyword) > KEYWORD_MAXIMUM:
        refuse("keyword", f"1 to {KEYWORD_MAXIMUM} characters that are not blank")
    check_limit(limit, LIMIT_MAXIMUM)
    span = time_range or TimeRange()
    span.holds("")
    with database.read() as connection:
        hits = [
            *atomic_hits(connection, keyword, project_id),
            *item_hits(connection, keyword, visible(project_id, overruled=overruled)),
            *summary_hits(connection, keyword, project_id),
        ]
    kept = [(score, found) for score, found in hits if span.holds(found.timestamp)]
    kept.sort(key=lambda hit: (-hit[0], hit[1].ref))
    return tuple(found for _, found in kept[:limit])


def atomic_hits(connection: Connection, keyword: str, project_id: str | None) -> Iterator[Hit]:
    """Hits among the atomic memories, contradicted ones too."""
    c = ATOMIC_MEMORY.c
    place = or_(c.project_id.is_(None), c.project_id == project_id)
    allowed = select(c.id).where(place, c.deleted_at.is_(None))
    scores = fulltext.search(connection, FACTS, keyword, allowed=allowed, limit=REACH)
    for m in load(connection, scores).values():
        outdated = m.contradicted_by is not None
        yield hit(scores[m.id], "atomic", m.id, m, at=m.timestamp, tags=m.tags, contradicted=outdated)


def item_hits(connection: Connection, keyword: str, allowed: ColumnElement[bool]) -> Iterator[Hit]:
    """Hits among the writer's memories."""
    c = MEMORY_ITEM.c
    scores = fulltext.search(connection, ITEMS, keyword, allowed=select(c.id).where(allowed), limit=REACH)
    for row in connection.execute(select(MEMORY_ITEM).where(c.id.in_(list(scores)))):
        yield hit(scores[row.id], "memory", row.id, row, at=row.created_at, tags=(row.type,))


def summary_hits(connection: Connection, keyword: str, project_id: str | None) -> Iterator[Hit]:
    """Hits among the session summaries; a few hundred short texts need no index. They rank last."""
    c = SESSION_SUMMARY.c
    words = [word.casefold() for word in keyword.split()]
    found = or_(
        *(column.contains(word, autoescape=True) for word in words for column in (c.title, c.snippet))
    )
    own = is_value(c.project_id, project_id)
    rows = connection.execute(select(SESSION_SUMMARY).where(own, c.deleted_at.is_(None), found).limit(REACH))
    for row in rows:
        yield hit(
            0.0, "session", row.session_id, row, at=row.created_at, content=f"{row.title}：{row.snippet}"
        )


def hit(score: float, kind: str, name: str, row: Any, *, at: str, **said: Any) -> Hit:
    """A hit, with what a row of its kind says of itself."""
    said.setdefault("session_id", getattr(row, "session_id", None))
    said.setdefault("content", getattr(row, "content", ""))
    return score, Found(ref=f"{kind}:{name}", kind=kind, timestamp=at, project_id=row.project_id, **said)
