"""The episodes of a project held in memory: what ranks them, and where their vectors are.

An episode has a row in a table of numbers; a write changes the rows of the episodes that it touched.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from underdraft.memory.db.dialect import in_json
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.episodes.rows import of_project
from underdraft.memory.episodes.scoring import HALF_LIFE_DAYS, PLACES, WEIGHTS
from underdraft.memory.index.embedding import EmbedderFault, Vectors
from underdraft.memory.index.meaning import ModelVectors
from underdraft.memory.index.row_cache import CHUNK, RowCache
from underdraft.memory.index.shared_words import SharedWords

ROOM = 256
DAY_SECONDS = 86_400.0

UNKNOWN, MISSING = -2, -1
"""In place of a vector's place: it has not been looked for, it is not there."""


class EpisodeLine(NamedTuple):
    """What ranks an episode."""

    id: str
    content_hash: str
    seq: int
    scene_type: str
    importance: float
    created_at: str


class Ranked(NamedTuple):
    """An episode and its nearness to the query, 0 for none."""

    episode: EpisodeLine
    near: float


class Nearness(NamedTuple):
    """A query, and the vectors that it is compared with, of the connection's version of the store."""

    connection: Connection
    query: Vectors
    vectors: ModelVectors


NOBODY = EpisodeLine("", "", 0, "", 0.0, "")


class RankedCache:
    """One project's episodes; all calls come under ``row_cache.lock``, :meth:`sync` first."""

    def __init__(self, project_id: str | None) -> None:
        import numpy as np

        columns = (EPISODE.c[name] for name in EpisodeLine._fields)
        self.row_cache = RowCache(
            query=select(*columns).where(of_project(project_id)), key=EPISODE.c.id, area="episodes"
        )
        self._seen = 0
        self._rows: dict[str, int] = {}
        self._shelved: list[EpisodeLine] = []
        self._free: list[int] = []
        self._words = SharedWords()
        self._unread: set[str] = set()
        self._scenes: dict[str, int] = {}
        self._table: Any = np.zeros(
            ROOM, dtype=[("seq", "i8"), ("scene", "i4"), ("importance", "f8"), ("day", "f8"), ("place", "i8")]
        )
        self._placed: tuple[ModelVectors | None, int, int] = (None, 0, 0)

    def sync(self, connection: Connection) -> bool:
        """Bring the table to the connection's version of the store; ``False`` when it is ahead of it."""
        row_cache = self.row_cache
        if not row_cache.sync(connection):
            return False
        if row_cache.changes != self._seen:
            changed = row_cache.changed_since(self._seen)
            if changed is None:
                self._rows, self._shelved, self._free = {}, [], []
                self._words, self._unread = SharedWords(), set()
                changed = set(row_cache.rows)
            for episode_id in sorted(changed):
                self._put(episode_id, row_cache.rows.get(episode_id))
            self._seen = row_cache.changes
        return True

    def _put(self, episode_id: str, row: Any) -> None:
        """Write an episode's row; ``None`` takes it out, and the next new one has its place."""
        place = self._rows.get(episode_id)
        if row is None:
            if place is not None:
                self._free.append(self._rows.pop(episode_id))
                self._words.drop(episode_id)
                self._unread.discard(episode_id)
                self._table[place]["seq"] = 0
            return
        new = EpisodeLine._make(row)
        if place is None:
            place = self._rows[episode_id] = self._new_place()
        same = self._shelved[place].content_hash == new.content_hash
        if not same or episode_id not in self._words:
            self._unread.add(episode_id)
        self._shelved[place] = new
        self._table[place] = (
            new.seq,
            self._scenes.setdefault(new.scene_type, len(self._scenes)),
            new.importance,
            day_of(new.created_at),
            self._table[place]["place"] if same else UNKNOWN,
        )

    def _new_place(self) -> int:
        if self._free:
            return self._free.pop()
        self._shelved.append(NOBODY)
        if len(self._shelved) > len(self._table):
            import numpy as np

            self._table = np.concatenate([self._table, np.zeros_like(self._table)])
        return len(self._shelved) - 1

    def find(self, connection: Connection, scene_type: str | None, query: str, limit: int) -> list[Ranked]:
        """The nearest by words, the best hit counting 1; ties by id."""
        self._read(connection)
        allowed = [key for key in self._rows if scene_type in {None, self._line(key).scene_type}]
        found = self._words.nearest(query, limit, allowed)
        return [Ranked(self._line(key), round(score, PLACES)) for key, score in found.items()]

    def _line(self, episode_id: str) -> EpisodeLine:
        return self._shelved[self._rows[episode_id]]

    def _read(self, connection: Connection) -> None:
        """Take in the texts that are not known yet: those of the whole project when words are first needed."""
        if self._words.stale:
            self._words, self._unread = SharedWords(), set(self._rows)
        unread = sorted(self._unread)
        for start in range(0, len(unread), CHUNK):
            part = {"ids": json.dumps(unread[start : start + CHUNK])}
            for episode_id, content in connection.execute(_CONTENTS, part):
                self._words.put(episode_id, content)
        self._unread.clear()

    def rank(
        self, scene_type: str | None, now: str, limit: int, near: Nearness | None = None
    ) -> list[Ranked]:
        """The best by the whole score, as :func:`score_of` adds it up, and by arrival, newest first.

        Without ``near`` importance and recency rank alone; it is a fault that nothing has a vector yet.
        """
        import numpy as np

        table = self._table[: len(self._shelved)]
        wanted = table["seq"] > 0
        if scene_type is not None:
            wanted &= table["scene"] == self._scenes.get(scene_type, -1)
        (rows,) = np.nonzero(wanted)
        age = np.maximum(0.0, day_of(now) - table["day"][rows])
        score = WEIGHTS["importance"] * table["importance"][rows]
        score += WEIGHTS["recency"] * (HALF_LIFE_DAYS / (HALF_LIFE_DAYS + age))
        similar = np.zeros(len(rows)) if near is None else self._similar(rows, near)
        score += WEIGHTS["semantic"] * np.clip(similar, 0.0, 1.0)
        if len(rows) > limit:
            (best,) = np.nonzero(score >= np.partition(score, len(score) - limit)[len(score) - limit])
        else:
            best = np.arange(len(rows))
        best = best[np.lexsort((-table["seq"][rows[best]], -score[best]))][:limit]
        return [Ranked(self._shelved[rows[i]], round(float(similar[i]), PLACES)) for i in best.tolist()]

    def _similar(self, rows: Any, near: Nearness) -> Any:
        """Cosine similarity of the episodes in these rows; 0 where there is no vector."""
        import numpy as np

        places = self._places(near)[rows]
        there = places >= 0
        if len(rows) and not there.any():
            raise EmbedderFault("INDEX_NOT_READY", "the index is being built")
        found = np.zeros(len(rows))
        found[there] = near.vectors.table.similarities(near.query.blobs[0], places[there])
        return found

    def _places(self, near: Nearness) -> Any:
        """The places of all vectors, looked for where they are not known."""
        import numpy as np

        places = self._table["place"][: len(self._shelved)]
        at = (near.vectors, near.vectors.losses, near.vectors.changes)
        if self._placed[:2] != at[:2]:
            places[:] = UNKNOWN
        elif self._placed != at:
            places[places == MISSING] = UNKNOWN
        self._placed = at
        (unknown,) = np.nonzero(places == UNKNOWN)
        if len(unknown):
            hashes = [self._shelved[row].content_hash for row in unknown.tolist()]
            places[unknown] = near.vectors.places(near.connection, hashes)
        return places


def day_of(moment: str) -> float:
    """A time in days since 1970."""
    return datetime.fromisoformat(moment).timestamp() / DAY_SECONDS


_CONTENTS = select(EPISODE.c.id, EPISODE.c.content).where(in_json(EPISODE.c.id, "ids"))
