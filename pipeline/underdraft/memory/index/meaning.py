"""Search by meaning: which rows of a table are nearest to a query's vector.

:class:`MeaningIndex` is what the services ask, whatever the store is. It holds the vectors in memory;
``benchmarks/vectors.py`` compares it with searching inside the database.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any

import attrs
from sqlalchemy import Connection, Row, bindparam, select

from underdraft.memory.db.changes import LOG, changed_rows, state_of
from underdraft.memory.db.dialect import in_json
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.vector_type import size_of, unit_rows
from underdraft.memory.index.embedding import EmbedderFault, Vectors
from underdraft.memory.index.nearest import VectorTable
from underdraft.memory.index.row_cache import CONTENT_HASH, ID, BoundedCache, RowCache
from underdraft.memory.index.vectors import check_dimension, load_extension, other_length

FEW = 500
"""Vectors that are looked up one by one; more of them, and all are read in the order in which they are stored."""

AT_ONCE = 500
"""Vectors that are read at once, half a megabyte."""


@attrs.define(eq=False)
class MeaningIndex:
    """Finds rows by the meaning of their text, over vectors in memory."""

    _models: BoundedCache = attrs.field(factory=BoundedCache, init=False)

    @contextmanager
    def reading(self, connection: Connection, query: Vectors) -> Iterator[ModelVectors]:
        """The vectors that a query's may be compared with, of the connection's version of the store, locked.

        Raises:
            EmbedderFault: sqlite-vec cannot be loaded; then recall is by words, with a warning (docs/contract.md).
        """
        load_extension(connection)
        known: ModelVectors = self._models.get(
            (query.model, query.dimension), lambda: ModelVectors(query.model, query.dimension)
        )
        with known.lock:
            if not known.sync(connection):  # another reader has brought them further
                known = ModelVectors(query.model, query.dimension)
                known.sync(connection)
            yield known

    def similarities(
        self, connection: Connection, rows: RowCache, query: Vectors, limit: int | None = None
    ) -> dict[str, float]:
        """Cosine similarity, to 6 places, by id of the rows that have a vector.

        With a limit the highest come first, ties by id. The rows have the columns of
        :data:`~underdraft.memory.index.row_cache.COLUMNS`.

        Raises:
            EmbedderFault: Lengths differ, or there are rows of which none has a vector yet.
        """
        import numpy as np

        with rows.reading(connection) as held, self.reading(connection, query) as vectors:
            texts = held.derived(SortedTexts)
            places = texts.places(connection, vectors)
            (there,) = np.nonzero(places >= 0)
            if len(places) and not len(there):
                raise EmbedderFault("INDEX_NOT_READY", "the index is being built")
            near, scores = vectors.table.nearest(query.blobs[0], places[there], limit or len(there))
            near, scores = there[near], scores.astype(float).round(6)
            if limit is not None:
                order = np.lexsort((near, -scores))[:limit]  # in the order of ids a place is as good
                near, scores = near[order], scores[order]
            ids = [texts.lines[position][ID] for position in near.tolist()]
            return dict(zip(ids, scores.tolist(), strict=True))


class Texts:
    """Rows in the order in which they came, and where the vectors of their texts are.

    It is derived from rows that have the id first and the content's hash where
    :data:`~underdraft.memory.index.row_cache.COLUMNS` have it.
    """

    def __init__(self) -> None:
        self.lines: list[Any] = []
        self._of: tuple[ModelVectors | None, int] = (None, 0)
        self._places: Any = None

    def update(self, rows: Mapping[str, Any], changed: Collection[str]) -> None:
        """See :class:`~underdraft.memory.index.row_cache.Derived`."""
        self.lines = [line for line in self.lines if line[ID] not in changed]
        self.lines += [rows[row_id] for row_id in changed if row_id in rows]
        self._of = (None, 0)

    def places(self, connection: Connection, vectors: ModelVectors) -> Any:
        """The place of each text's vector, -1 for none; an array."""
        if self._of != (vectors, vectors.changes):
            self._places = vectors.places(connection, [line[CONTENT_HASH] for line in self.lines])
            self._of = vectors, vectors.changes
        return self._places


class SortedTexts(Texts):
    """Rows in the order of their ids."""

    def update(self, rows: Mapping[str, Any], changed: Collection[str]) -> None:
        """See :class:`~underdraft.memory.index.row_cache.Derived`."""
        super().update(rows, changed)
        self.lines.sort(key=itemgetter(ID))


class ModelVectors:
    """Requested vectors of one model, by content hash.

    Attributes:
        table: The vectors.
        lock: Held while they are read or brought up to date.
        changes: How often the store's vectors have come or gone, the first reading included.
    """

    def __init__(self, model: str, dimension: int) -> None:
        self.table = VectorTable(dimension)
        self.lock = threading.RLock()
        self.changes = 0
        self._model = model
        self._seen = self._lost = -1
        self._behind = False
        self._numbers: set[int] = set()

    def sync(self, connection: Connection) -> bool:
        """Forget what has gone up to the connection's version; ``False`` when it lies before a loss.

        Newer vectors do no harm to a reader of an older version: a vector follows from its text.
        """
        now = state_of(connection)[LOG]
        self._behind = now < self._seen
        if now <= self._seen:
            return now >= self._lost
        gone = changed_rows(connection, "vectors", self._seen) if self._seen >= 0 else None
        if gone is None or not self._numbers.isdisjoint(map(int, gone)):  # the log names rows in text
            self.table = VectorTable(self.table.dimension)
            self._numbers.clear()
            self._lost = now
        if gone is None or gone:
            self.changes += 1
        self._seen = now
        return True

    def places(self, connection: Connection, hashes: Sequence[str]) -> Any:
        """The place of each text's vector in :attr:`table`, -1 for none; call after :meth:`sync`."""
        places = self.table.places(hashes)
        wanted = {hashes[int(place)] for place in (places < 0).nonzero()[0]}
        if not wanted:
            return places
        if self._behind:
            self._seen = -1  # what is read now may be gone by now: the next reader begins anew
        if len(wanted) > FEW:
            self._read_many(connection, wanted)
        else:
            asked = {"model": self._model, "hashes": json.dumps(sorted(wanted))}
            self._take(connection.execute(_VECTORS, asked).all())
        return self.table.places(hashes)

    def _read_many(self, connection: Connection, wanted: Collection[str]) -> None:
        """Read vectors in the order in which they are stored: looking each up takes five times as long."""
        check_dimension(connection, self._model, self.table.dimension)
        self.table.make_room(len(wanted))
        asked = {"model": self._model, "dimension": self.table.dimension, "last": -1, "many": AT_ONCE}
        while rows := connection.execute(_ALL_VECTORS, asked).all():
            self._take([row for row in rows if row[1] in wanted])
            asked["last"] = rows[-1][0]

    def _take(self, rows: Sequence[Row[int, str, bytes]]) -> None:
        """Keep vectors that were read."""
        if not rows:
            return
        numbers, keys, vectors = zip(*rows, strict=True)
        if {len(vector) for vector in vectors} != {size_of(self.table.dimension)}:
            raise other_length()
        self.table.put(keys, unit_rows(vectors))
        self._numbers.update(numbers)


_ANY_VECTOR = select(EMBEDDING.c.id, EMBEDDING.c.content_hash, EMBEDDING.c.vector).where(
    EMBEDDING.c.model == bindparam("model")
)
_VECTORS = _ANY_VECTOR.where(in_json(EMBEDDING.c.content_hash, "hashes"))
_ALL_VECTORS = (
    _ANY_VECTOR.where(EMBEDDING.c.dimension == bindparam("dimension"), EMBEDDING.c.id > bindparam("last"))
    .order_by(EMBEDDING.c.id)
    .limit(bindparam("many"))
)
