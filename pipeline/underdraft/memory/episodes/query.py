"""Finds the episodes that fit: scene first, then meaning, importance and recency in one score."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, bindparam, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import days_since, in_json, is_value
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.snapshot import cached
from underdraft.memory.episodes.rows import COLUMNS, episode_of, of_project
from underdraft.memory.episodes.scoring import HALF_LIFE_DAYS, PLACES, WEIGHTS, recency, score_of
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot, Vectors
from underdraft.memory.index.nearest import near_texts, not_ready, similarities
from underdraft.memory.index.places import place_of
from underdraft.memory.index.shared_words import SharedWords
from underdraft.memory.notes.injection import degradation
from underdraft.types.episodes import EpisodeRecall, RecalledEpisode
from underdraft.types.values import frozen

SHORTLIST = 16
"""Episodes that are scored exactly: three times what is given back."""

COMPARED = 100
"""Episodes whose vectors are compared exactly, of each kind."""

BY_WORDS = 500
"""Episodes whose words are compared where meaning cannot be: the best by importance and recency."""


@frozen
class Sought:
    """What past runs are looked for: of a project and, unless it is ``None``, a kind of scene, near to a query.

    Attributes:
        wait_ms: How long the query's vector is waited for.
        now: When this is asked.
    """

    project_id: str | None
    scene_type: str | None
    query: str
    limit: int
    wait_ms: int
    now: str

    def best(self, connection: Connection, limit: int) -> Sequence[Any]:
        """The best by importance and recency; equal ones by arrival, newest first."""
        return self._read(connection, _BEST, limit=limit)

    def similar(self, connection: Connection, query: Vectors) -> list[tuple[Any, float]]:
        """Candidates for the best by the whole score, with their likeness to a query; 0 for one without a vector.

        Compared are those that are nearest in the project, and the best by importance and recency: whatever is
        among neither scores less than each of the latter.

        Raises:
            EmbedderFault: Lengths differ, or none of them has a vector yet.
        """
        import numpy as np

        near = near_texts(connection, place_of(EPISODE, query.model, self.project_id), query, COMPARED)
        best = self.best(connection, COMPARED)
        near |= similarities(connection, query, {line.content_hash for line in best} - near.keys())
        if best and not near:
            raise not_ready()
        nearest = self._read(connection, _NEAR, hashes=json.dumps(list(near)))
        lines = list({line.id: line for line in (*best, *nearest)}.values())
        likeness = query.likeness(np.array([near.get(line.content_hash, np.nan) for line in lines]))
        return list(zip(lines, np.nan_to_num(likeness).round(PLACES).tolist(), strict=True))

    def _read(self, connection: Connection, statement: Any, **given: object) -> Sequence[Any]:
        asked = {"project": self.project_id, "scene": self.scene_type, "now": self.now, **given}
        return connection.execute(statement[self.scene_type is None], asked).all()


def search(database: Database, slot: EmbedderSlot, sought: Sought) -> EpisodeRecall:
    """The episodes that fit best; a blank query ranks by importance and recency alone."""
    found: EmbedderFault | None = None
    if sought.query.strip():
        if not slot.knows(sought.query):
            with database.read() as connection:
                if not any_episode(connection, sought.project_id):  # then there is nothing to wait for
                    return EpisodeRecall(items=())
        try:
            vector = slot.embed_query(sought.query, wait_ms=sought.wait_ms)
            with database.read() as connection:
                items = recalled(connection, sought, sought.similar(connection, vector))
                return EpisodeRecall(items=items, mode="semantic")
        except EmbedderFault as fault:
            found = fault
    with database.read() as connection:
        best = sought.best(connection, BY_WORDS if found else SHORTLIST)
        scores = by_words(connection, sought.query, [line.id for line in best]) if found else {}
        near = [(line, round(scores.get(line.id, 0.0), PLACES)) for line in best]
        items = recalled(connection, sought, near)
    if found is None:
        return EpisodeRecall(items=items)
    return EpisodeRecall(items=items, mode="lexical", diagnostics=degradation(found))


def by_words(connection: Connection, query: str, ids: Sequence[str]) -> dict[str, float]:
    """The nearest of some episodes by words, the best hit counting 1; ties by id."""
    texts = {row["id"]: row["content"] for row in read_episodes(connection, ids)}
    return SharedWords(texts).nearest(query, SHORTLIST)


def any_episode(connection: Connection, project_id: str | None) -> bool:
    """Whether a project has any."""

    def read() -> bool:
        query = select(EPISODE.c.id).where(of_project(project_id)).limit(1)
        return connection.execute(query).first() is not None

    return cached(connection, ("any", EPISODE.name, project_id), ("episodes",), read)


def recalled(
    connection: Connection, sought: Sought, near: Iterable[tuple[Any, float]]
) -> tuple[RecalledEpisode, ...]:
    """The best of these episodes with their scores; ties by arrival, newest first."""
    best = nlargest(sought.limit, near, key=lambda one: _weight(one[0], one[1], sought.now))
    rows = read_episodes(connection, [line.id for line, _ in best])
    episodes = {row["id"]: episode_of(row) for row in rows}
    items = []
    for line, semantic in best:
        fresh = recency(line.created_at, sought.now)
        score, parts = score_of(semantic=semantic, importance=line.importance, recency=fresh)
        items.append(RecalledEpisode(episode=episodes[line.id], score=score, parts=parts))
    return tuple(items)


def _weight(line: Any, semantic: float, now: str) -> tuple[float, int]:
    """The score before it is rounded and taken apart, and the arrival."""
    near = WEIGHTS["semantic"] * min(1.0, max(0.0, semantic))
    important, fresh = WEIGHTS["importance"] * line.importance, recency(line.created_at, now)
    return near + important + WEIGHTS["recency"] * fresh, line.seq


def read_episodes(connection: Connection, ids: Sequence[str]) -> Sequence[RowMapping]:
    """The rows of some episodes."""
    return connection.execute(_EPISODES, {"ids": json.dumps(ids)}).mappings().all()


def _lines(*, any_scene: bool) -> Select[*tuple[Any, ...]]:
    c = EPISODE.c
    lines = select(c.id, c.content_hash, c.seq, c.importance, c.created_at)
    lines = lines.where(is_value(c.project_id, bindparam("project")))
    return lines if any_scene else lines.where(c.scene_type == bindparam("scene"))


_STANDING = WEIGHTS["importance"] * EPISODE.c.importance + WEIGHTS["recency"] * HALF_LIFE_DAYS / (
    HALF_LIFE_DAYS + days_since(EPISODE.c.created_at, "now")
)
_BEST = [
    _lines(any_scene=one).order_by(_STANDING.desc(), EPISODE.c.seq.desc()).limit(bindparam("limit"))
    for one in (False, True)
]
_NEAR = [_lines(any_scene=one).where(in_json(EPISODE.c.content_hash, "hashes")) for one in (False, True)]
_EPISODES = select(*COLUMNS).where(in_json(EPISODE.c.id, "ids"))
