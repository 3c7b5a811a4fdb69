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
from underdraft.types.memory import Degradation
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
    near: dict[str, float] = {}
    fault: Degradation | None = None
    try:
        if sought.query.strip():
            vector = slot.embed_query(sought.query, wait_ms=sought.wait_ms)
            with database.read() as connection:
                near = near_in_meaning(connection, vector, rows)
    except EmbedderFault as found:
        fault = degradation(found)
    mode: Literal["semantic", "lexical"] = "semantic" if near else "lexical"
    if not near:
        near = SharedWords({row.run_id: row.final_text for row in rows}).nearest(sought.query, len(rows))
    rows = sorted(
        rows, key=lambda row: -near.get(row.run_id, 0.0)
    )  # of equally near ones the last judged first
    with database.read() as connection:
        loaded = (load_rewrite(connection, row, near.get(row.run_id, 0.0)) for row in rows)
        items = tuple(islice((rewrite for rewrite in loaded if rewrite is not None), sought.limit))
    return RewriteRecall(items=items, mode=mode, diagnostics=fault)


def near_in_meaning(connection: Connection, query: Vectors, rows: Sequence[FoundRewrite]) -> dict[str, float]:
    """The cosine similarity to the query of those that have a vector, by run."""
    near = similarities(connection, query, (row.content_hash for row in rows))
    return {row.run_id: near[row.content_hash] for row in rows if row.content_hash in near}
