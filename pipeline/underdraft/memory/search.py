"""Search in what is remembered, by keyword and time: for channels, for the model's tool, for MCP."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, or_, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.conversations import ATOMIC_MEMORY, SESSION_SUMMARY
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.facts.rows import OWNER as FACTS
from underdraft.memory.facts.rows import atomic_of
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


def atomic_hits(connection: Connection, keyword: str, project_id: str | None) -> list[tuple[float, Found]]:
    """Hits among the atomic memories, contradicted ones too."""
    c = ATOMIC_MEMORY.c
    place = or_(c.project_id.is_(None), c.project_id == project_id)
    allowed = select(c.id).where(place, c.deleted_at.is_(None))
    scores = fulltext.search(connection, FACTS, keyword, allowed=allowed, limit=REACH)
    rows = connection.execute(select(ATOMIC_MEMORY).where(c.id.in_(list(scores)))).mappings()
    return [
        (
            scores[m.id],
            Found(
                ref=f"atomic:{m.id}",
                kind="atomic",
                content=m.content,
                timestamp=m.timestamp,
                project_id=m.project_id,
                session_id=m.session_id,
                tags=m.tags,
                contradicted=m.contradicted_by is not None,
            ),
        )
        for m in map(atomic_of, rows)
    ]


def item_hits(
    connection: Connection, keyword: str, allowed: ColumnElement[bool]
) -> list[tuple[float, Found]]:
    """Hits among the writer's memories."""
    c = MEMORY_ITEM.c
    scores = fulltext.search(connection, ITEMS, keyword, allowed=select(c.id).where(allowed), limit=REACH)
    rows = connection.execute(select(MEMORY_ITEM).where(c.id.in_(list(scores)))).all()
    return [
        (
            scores[row.id],
            Found(
                ref=f"memory:{row.id}",
                kind="memory",
                content=row.content,
                timestamp=row.created_at,
                project_id=row.project_id,
                tags=(row.type,),
            ),
        )
        for row in rows
    ]


def summary_hits(connection: Connection, keyword: str, project_id: str | None) -> list[tuple[float, Found]]:
    """Hits among the session summaries; a few hundred short texts need no index. They rank last."""
    c = SESSION_SUMMARY.c
    words = [word.casefold() for word in keyword.split()]
    found = or_(
        *(column.contains(word, autoescape=True) for word in words for column in (c.title, c.snippet))
    )
    own = c.project_id.is_not_distinct_from(project_id)
    rows = connection.execute(select(SESSION_SUMMARY).where(own, c.deleted_at.is_(None), found).limit(REACH))
    return [
        (
            0.0,
            Found(
                ref=f"session:{row.session_id}",
                kind="session",
                content=f"{row.title}：{row.snippet}",
                timestamp=row.created_at,
                project_id=row.project_id,
                session_id=row.session_id,
            ),
        )
        for row in rows
    ]
