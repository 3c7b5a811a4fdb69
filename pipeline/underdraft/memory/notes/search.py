"""Search in what is remembered, by keyword and time: for channels, for the model's tool, for MCP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Connection, false, or_, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.conversations import SESSION_SUMMARY
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import postings
from underdraft.memory.notes.record import ACTIVE, OUTDATED
from underdraft.memory.notes.rows import Overruled, in_sections, load_all
from underdraft.memory.notes.search_tool import KEYWORD_MAXIMUM, TimeRange
from underdraft.memory.sections import section_of, sections_where
from underdraft.text.stems import stems_in
from underdraft.types.checks import check_limit, refuse
from underdraft.types.memory import Found

LIMIT = 10
LIMIT_MAXIMUM = 100
REACH = 200
"""Hits that are looked at before the time range is applied."""

WHOLE_WORD, WORD_PART = 2.0, 1.0
"""Score of a hit that has a whole word of the keyword, or a part of a word, without its share; summaries have 0."""

PARTS = 64
"""Maximum parts that are looked for within words."""

PART_LEAST = 3
"""Letters of a part that is looked for within words."""

Hit = tuple[float, Found]
"""A hit with its score."""


def search(
    database: Database,
    keyword: str,
    time_range: TimeRange | None = None,
    *,
    overruled: Overruled | None = None,
    project_id: str | None = None,
    limit: int = LIMIT,
) -> tuple[Found, ...]:
    """Atomic memories, memories and session summaries with the keyword, nearest first.

    What a newer memory contradicts is found too, and marked. Any word of the keyword is enough, more are
    nearer; other forms of it and words of which it is a part come after whole words. A project's memories and those for all projects are looked through. ``limit`` is 1 to 100.
    """
    if not keyword.strip() or len(keyword) > KEYWORD_MAXIMUM:
        refuse("keyword", f"1 to {KEYWORD_MAXIMUM} characters that are not blank")
    check_limit(limit, LIMIT_MAXIMUM)
    span = time_range or TimeRange()
    span.holds("")
    with database.read() as connection:
        sections = sections_where(lambda one: one.recalled)
        seen = in_sections(sections, (ACTIVE, OUTDATED), project_id, None, overruled)
        hits = [
            *record_hits(connection, keyword, project_id, seen),
            *summary_hits(connection, keyword, project_id),
        ]
    kept = [(score, found) for score, found in hits if span.holds(found.timestamp)]
    kept.sort(key=lambda hit: (-hit[0], hit[1].ref))
    return tuple(found for _, found in kept[:limit])


def record_hits(
    connection: Connection, keyword: str, project_id: str | None, allowed: ColumnElement[bool]
) -> Iterator[Hit]:
    """Hits among what is remembered."""
    shares = postings.search(connection, project_id, keyword, (allowed,), REACH)
    content = MEMORY_ITEM.c.content
    holding = [content.icontains(part, autoescape=True) for part in parts_of(keyword, found=bool(shares))]
    ids = select(MEMORY_ITEM.c.id).where(allowed, or_(false(), *holding)).limit(REACH)
    scores = dict.fromkeys(connection.scalars(ids) if holding else (), 0.0) | shares
    whole = set(stems_in(keyword, whole=True))
    for item in load_all(connection, scores).values():
        said = stems_in(item.indexed or "", whole=True)
        score = (WORD_PART if whole.isdisjoint(said) else WHOLE_WORD) + min(scores[item.id], 0.99)
        tags = item.tags if section_of(item).shown_type else (item.type, *item.tags)
        outdated = item.state == OUTDATED
        yield hit(score, item.ref, item, at=item.said_at, tags=tags, contradicted=outdated)


def parts_of(keyword: str, *, found: bool) -> list[str]:
    """The stems that other forms of a keyword's words share: ``drink`` of ``drinking``; none of common words.

    Of CJK text single characters, and where no word was ``found`` (a word of very many is in no list) all pairs.
    """
    stems = stems_in(keyword, PARTS)
    latin = (stem.removesuffix("i") for stem in stems if stem.isascii())
    other = (stem for stem in stems if not stem.isascii() and (len(stem) == 1 or not found))
    return [*(part for part in latin if len(part) >= PART_LEAST), *other]


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
        said = f"{row.title}：{row.snippet}"
        yield hit(0.0, f"session:{row.session_id}", row, at=row.created_at, content=said)


def hit(score: float, ref: str, row: Any, *, at: str, **said: Any) -> Hit:
    """A hit, with what a row says of itself."""
    said.setdefault("content", getattr(row, "content", ""))
    kind = ref.partition(":")[0]
    return score, Found(
        ref=ref, kind=kind, timestamp=at, project_id=row.project_id, session_id=row.session_id, **said
    )
