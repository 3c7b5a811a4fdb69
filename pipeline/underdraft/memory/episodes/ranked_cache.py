"""A ranking of a project's episodes, beside the rows that are held in memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.episodes.scoring import HALF_LIFE_DAYS, PLACES, WEIGHTS
from underdraft.memory.index.nearest import near_texts, not_ready, similarities
from underdraft.memory.index.places import place_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from underdraft.memory.index.embedding import Vectors

COMPARED = 100
"""Episodes whose vectors are compared exactly, of each kind."""

DAY_SECONDS = 86_400.0


ID, CONTENT_HASH = 0, 2
"""Where they are in a line."""


class EpisodeLine(NamedTuple):
    """A row: what ranks an episode."""

    id: str
    scene_type: str
    content_hash: str
    seq: int
    importance: float
    created_at: str


class Ranked(NamedTuple):
    """An episode and its nearness to the query, 0 for none."""

    episode: EpisodeLine
    near: float


class RankedCache:
    """One project's episodes, in the order in which they came; derived from rows of :class:`EpisodeLine`."""

    def __init__(self) -> None:
        self.lines: list[Any] = []
        self._scenes: dict[str, int] = {}
        self._table: Any = None
        self.update({}, ())

    def update(self, rows: Mapping[str, Any], changed: Collection[str]) -> None:
        """See :class:`~underdraft.memory.index.row_cache.Derived`."""
        import numpy as np

        left = [line[ID] not in changed for line in self.lines]
        self.lines = [line for line, stays in zip(self.lines, left, strict=True) if stays]
        self.lines += [rows[row_id] for row_id in changed if row_id in rows]
        new = [self._numbers_of(EpisodeLine._make(line)) for line in self.lines[sum(left) :]]
        table = np.array(new).reshape(-1, 4)
        self._table = table if self._table is None else np.concatenate([self._table[left], table])

    def _numbers_of(self, line: EpisodeLine) -> tuple[float, ...]:
        scene = self._scenes.setdefault(line.scene_type, len(self._scenes))
        return line.seq, line.importance, day_of(line.created_at), scene

    def of_scene(self, scene_type: str | None) -> Any:
        """The places of the episodes of a kind of scene, of any for ``None``; an array."""
        import numpy as np

        if scene_type is None:
            return np.arange(len(self.lines))
        return np.flatnonzero(self._table[:, 3] == self._scenes.get(scene_type, -1))

    def similar(
        self, connection: Connection, query: Vectors, project_id: str | None, places: Any, now: str
    ) -> Any:
        """Similarity of the episodes at these places to a query; 0 for one without a vector, or far from the best.

        Compared are those that are nearest in the project, and the best by importance and recency.

        Raises:
            EmbedderFault: Lengths differ, or none of them has a vector yet.
        """
        import numpy as np

        near = near_texts(connection, place_of(EPISODE, query.model, project_id), query, COMPARED)
        best = (ranked.episode.content_hash for ranked in self.rank(places, now, COMPARED))
        near |= similarities(connection, query, set(best) - near.keys())
        if len(places) and not near:
            raise not_ready()
        found = np.array([near.get(self.lines[place][CONTENT_HASH], np.nan) for place in places.tolist()])
        return np.nan_to_num(query.likeness(found))

    def rank(self, places: Any, now: str, limit: int, similar: Any = 0.0) -> list[Ranked]:
        """The best by the whole score, as :func:`score_of` adds it up, and by arrival, newest first.

        ``similar`` has the similarity of each; without it importance and recency rank alone.
        """
        import numpy as np

        seq, importance, day, _ = self._table[places].T
        similar = np.broadcast_to(similar, len(places))
        age = np.maximum(0.0, day_of(now) - day)
        score = WEIGHTS["importance"] * importance
        score += WEIGHTS["recency"] * (HALF_LIFE_DAYS / (HALF_LIFE_DAYS + age))
        score += WEIGHTS["semantic"] * np.clip(similar, 0.0, 1.0)
        best = np.arange(len(score))
        if len(score) > limit:  # quicker than to sort all
            best = np.flatnonzero(score >= np.partition(score, len(score) - limit)[len(score) - limit])
        best = best[np.lexsort((-seq[best], -score[best]))][:limit]
        return [
            Ranked(EpisodeLine._make(self.lines[places[i]]), round(float(similar[i]), PLACES))
            for i in best.tolist()
        ]


def day_of(moment: str) -> float:
    """A time in days since 1970."""
    return datetime.fromisoformat(moment).timestamp() / DAY_SECONDS
