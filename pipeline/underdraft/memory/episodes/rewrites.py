"""Replies that the writer kept in other words: the model's text and the writer's, out of run and episode.

A kept text that is longer than an episode holds is left out: half of it would look like an edit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any, Literal

from sqlalchemy import Connection, Executable, Row, bindparam, func, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.feedback import RUN_FEEDBACK
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.episodes.episode import TEXT_MAXIMUM
from underdraft.memory.episodes.query import Sought
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot, Vectors
from underdraft.memory.index.nearest import similarities
from underdraft.memory.index.shared_words import SharedWords
from underdraft.memory.notes.injection import degradation
from underdraft.memory.runs.store import load_texts
from underdraft.types.episodes import Rewrite, RewriteRecall
from underdraft.types.signals import UNRELATED_DISTANCE

NEWEST = 100
"""How many of a scene's rewrites are compared with what is asked: older ones show an older taste."""

FoundRewrite = Row[Any]


@cache
def _query(*, any_scene: bool) -> Executable:
    """Made once: making a query takes longer than running it."""
    c = EPISODE.c
    query = (
        select(
            c.run_id,
            c.scene_type,
            c.final_text,
            c.selected_index,
            c.content_hash,
            RUN.c.seq,
        )
        .join(RUN, RUN.c.id == c.run_id)
        .join(RUN_FEEDBACK, RUN_FEEDBACK.c.run_id == c.run_id)
        .where(
            is_value(c.project_id, bindparam("project_id")),
            c.selected_index >= 0,
            c.edit_distance > 0,
            c.edit_distance <= UNRELATED_DISTANCE,
            c.undone_at.is_(None),
            func.length(c.final_text) < TEXT_MAXIMUM,
        )
    )
    if not any_scene:
        query = query.where(c.scene_type == bindparam("scene_type"))
    return query.order_by(RUN_FEEDBACK.c.event_seq.desc()).limit(bindparam("most"))


def find_rewrites(
    connection: Connection, project_id: str | None, scene_type: str | None, *, most: int
) -> Sequence[FoundRewrite]:
    """A project's rewrites in a kind of scene (``None``: in any), the last judged first."""
    asked = {"project_id": project_id, "most": most}
    scene = {} if scene_type is None else {"scene_type": scene_type}
    return connection.execute(_query(any_scene=scene_type is None), asked | scene).all()


def load_rewrite(connection: Connection, row: FoundRewrite, near: float = 0.0) -> Rewrite | None:
    """Both texts; ``None`` where the run's are not kept."""
    texts = load_texts(connection, row.seq)
    before = texts[row.selected_index] if row.selected_index < len(texts) else ""
    if not before:
        return None
    return Rewrite(
        run_id=row.run_id, scene_type=row.scene_type, before=before, after=row.final_text, near=near
    )


def recall_rewrites(database: Database, slot: EmbedderSlot, sought: Sought) -> RewriteRecall:
    """The rewrites that are nearest to a query: by meaning, or where that cannot be used by words."""
    with database.read() as connection:
        rows = find_rewrites(connection, sought.project_id, sought.scene_type, most=NEWEST)
    if not rows:
        return RewriteRecall()
    query, fault = sought.query, None
    ranked: list[tuple[float, FoundRewrite]] = []
    try:
        if query.strip():
            vector = slot.embed_query(query, wait_ms=sought.wait_ms)
            with database.read() as connection:
                ranked = rank_by_meaning(connection, vector, rows)
    except EmbedderFault as found:
        fault = degradation(found)
    mode: Literal["semantic", "lexical"] = "semantic" if ranked else "lexical"
    with database.read() as connection:
        loaded = (load_rewrite(connection, row, near) for near, row in ranked or rank_by_words(query, rows))
        items = tuple(islice((rewrite for rewrite in loaded if rewrite is not None), sought.limit))
    return RewriteRecall(items=items, mode=mode, diagnostics=fault)


def rank_by_meaning(
    connection: Connection, query: Vectors, rows: Sequence[FoundRewrite]
) -> list[tuple[float, FoundRewrite]]:
    """Each with its cosine similarity to the query, 0 without a vector; the nearest first, then the last judged.

    Nothing where no text has a vector yet.
    """
    near = similarities(connection, query, (row.content_hash for row in rows))
    found = [(near.get(row.content_hash, 0.0), row) for row in rows] if near else []
    return sorted(found, key=lambda hit: -hit[0])


def rank_by_words(query: str, rows: Sequence[FoundRewrite]) -> list[tuple[float, FoundRewrite]]:
    """Each with its nearness by words, the nearest one's 1; then the last judged."""
    found = SharedWords({row.run_id: row.final_text for row in rows}).nearest(query, len(rows))
    ranked = [(found.get(row.run_id, 0.0), row) for row in rows]
    return sorted(ranked, key=lambda hit: -hit[0])
