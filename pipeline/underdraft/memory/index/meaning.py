"""Search by meaning: which rows of a table are nearest to a query's vector.

:class:`MeaningIndex` is what the services ask, whatever the store is. It holds the vectors in memory;
``benchmarks/vectors.py`` compares it with searching inside the database.
"""

from __future__ import annotations

import json
import threading
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import attrs
from sqlalchemy import ColumnElement, Connection, Row, Table, bindparam, select

from underdraft.memory.db.changes import LOG, changed_rows, state_of
from underdraft.memory.db.dialect import in_json
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.vector_type import size_of, unit_rows
from underdraft.memory.index.embedding import EmbedderFault, Vectors
from underdraft.memory.index.nearest import VectorTable
from underdraft.memory.index.row_cache import CHUNK, CONTENT_HASH, BoundedCache, RowCache, SharedRows, rows_of
from underdraft.memory.index.vectors import check_dimension, load_extension, other_length

MENDED_MAXIMUM = 100
"""Changed rows that are put in their places one by one; more of them, and all are placed anew."""

AT_ONCE = 500
"""Vectors that are read at once, half a megabyte."""

FOUND_MAXIMUM = 4
"""Answers that are kept of one condition: a run asks again what its preview has asked."""


@attrs.define(eq=False)
class MeaningIndex:
    """Finds rows by the meaning of their text, over vectors in memory."""

    _rows: SharedRows = attrs.field(factory=SharedRows)
    _owned: BoundedCache = attrs.field(factory=BoundedCache, init=False)
    _vectors: BoundedCache = attrs.field(factory=BoundedCache, init=False)

    def _known(self, query: Vectors) -> ModelVectors:
        known: ModelVectors = self._vectors.get((query.model, query.dimension), lambda: ModelVectors(query))
        return known

    @contextmanager
    def reading(self, connection: Connection, query: Vectors) -> Iterator[ModelVectors]:
        """The vectors that a query's may be compared with, of the connection's version of the store, locked."""
        known = self._known(query)
        with known.lock:
            if not known.sync(connection):  # another reader has brought them further
                known = ModelVectors(query)
                known.sync(connection)
            yield known

    def similarities(
        self,
        connection: Connection,
        table: Table,
        query: Vectors,
        allowed: ColumnElement[bool],
        limit: int | None = None,
    ) -> dict[str, float]:
        """Cosine similarity, to 6 places, by id of the rows that have a vector.

        With a limit the highest come first, ties by id. The same condition must be the same object.
        Lengths that differ are a fault, and so are rows of which none has a vector yet.
        """
        load_extension(connection)  # docs/contract.md: without it recall is by words, and says so
        owners: Owned = self._owned.get(
            (table.name, id(allowed)), lambda: Owned(allowed, self._rows.of(table, allowed))
        )
        with self.reading(connection, query) as vectors, owners.row_cache.lock:
            if not owners.row_cache.sync(connection):  # another reader has brought them further
                owners = Owned(allowed, rows_of(table, allowed))
                owners.row_cache.sync(connection)
            return owners.nearest(connection, vectors, query.blobs[0], limit)


class Owned:
    """The rows that a condition allows with the places of their vectors, and what was found among them."""

    def __init__(self, allowed: ColumnElement[bool], row_cache: RowCache) -> None:
        self.allowed = allowed  # held, so that its identity stays taken
        self.row_cache = row_cache
        self._at: tuple[ModelVectors | None, int, int, int] = (None, -1, -1, -1)
        self._ids: list[str] = []
        self._places: Any = None
        self._found = BoundedCache(FOUND_MAXIMUM)

    def nearest(
        self, connection: Connection, vectors: ModelVectors, query: bytes, limit: int | None
    ) -> dict[str, float]:
        """See :meth:`MeaningIndex.similarities`; the answer is kept until rows or vectors change."""
        self._place(connection, vectors)
        found: dict[str, float] = self._found.get((query, limit), lambda: self._search(vectors, query, limit))
        return found

    def _search(self, vectors: ModelVectors, query: bytes, limit: int | None) -> dict[str, float]:
        import numpy as np

        (there,) = np.nonzero(self._places >= 0)
        if len(self._ids) and not len(there):
            raise EmbedderFault("INDEX_NOT_READY", "the index is being built")
        near, scores = vectors.table.nearest(query, self._places[there], limit or len(there))
        near, scores = there[near], scores.astype(float).round(6)
        if limit is not None:
            order = np.lexsort((near, -scores))[:limit]  # ids are sorted: a place is as good
            near, scores = near[order], scores[order]
        ids = [self._ids[position] for position in near.tolist()]
        return dict(zip(ids, scores.tolist(), strict=True))

    def _place(self, connection: Connection, vectors: ModelVectors) -> None:
        """Bring the places of the rows' vectors, -1 for none, in the order of the rows' ids, up to date."""
        at = (vectors, vectors.losses, vectors.changes, self.row_cache.changes)
        if at == self._at:
            return
        changed = self.row_cache.changed_since(self._at[3])
        if changed is None or len(changed) > MENDED_MAXIMUM or at[:2] != self._at[:2]:
            self._ids = sorted(self.row_cache.rows)
            self._places = self._look_up(connection, vectors, self._ids)
            self._found.clear()
        else:
            for row_id in sorted(changed):
                self._mend(row_id)
            (lacking,) = (self._places < 0).nonzero()
            found = self._look_up(connection, vectors, [self._ids[place] for place in lacking.tolist()])
            self._places[lacking] = found
            if changed or (found >= 0).any():
                self._found.clear()
        self._at = at

    def _look_up(self, connection: Connection, vectors: ModelVectors, ids: Sequence[str]) -> Any:
        rows = self.row_cache.rows
        return vectors.places(connection, [rows[row_id][CONTENT_HASH] for row_id in ids])

    def _mend(self, row_id: str) -> None:
        """Take a changed row in, its place to be looked up, or out."""
        import numpy as np

        at = bisect_left(self._ids, row_id)
        known = at < len(self._ids) and self._ids[at] == row_id
        if row_id not in self.row_cache.rows:
            if known:
                del self._ids[at]
                self._places = np.delete(self._places, at)
        elif known:
            self._places[at] = -1
        else:
            self._ids.insert(at, row_id)
            self._places = np.insert(self._places, at, -1)


class ModelVectors:
    """Those of one model's vectors that were asked for, by content hash.

    Attributes:
        table: The vectors.
        lock: Held while they are read or brought up to date.
        changes: How often vectors have come or gone, the first reading included.
        losses: How often known ones have gone, the first reading included: places are to be asked for again.
    """

    def __init__(self, query: Vectors) -> None:
        self.table = VectorTable(query.dimension)
        self.lock = threading.RLock()
        self.changes = self.losses = 0
        self._model = query.model
        self._seen = self._lost = -1
        self._behind = False
        self._late: list[str] = []
        self._hashes: dict[int, str] = {}
        self._lacking: set[str] = set()

    def sync(self, connection: Connection) -> bool:
        """Forget what has changed up to the connection's version; ``False`` when it lies before a loss.

        Vectors that have come since do no harm to who reads an older version: a vector follows from its text.
        """
        now = state_of(connection)[LOG]
        self._behind = now < self._seen
        if self._behind:
            return now >= self._lost
        if self._late:  # read by who was behind: they may be gone by now
            self._drop(self._late)
        if now == self._seen:
            return True
        gone = changed_rows(connection, "vectors", self._seen) if self._seen >= 0 else None
        if gone is None:
            self.table, self._hashes = VectorTable(self.table.dimension), {}
            self.losses += 1
            self._lost = now
        if gone is None or gone:
            numbers = map(int, gone or ())  # the log names rows in text
            if lost := [self._hashes.pop(number) for number in numbers if number in self._hashes]:
                self._drop(lost)
                self._lost = now
            self._lacking.clear()
            self.changes += 1
        self._seen = now
        return True

    def _drop(self, keys: list[str]) -> None:
        for key in keys:
            self.table.drop(key)
        self._late = []
        self.losses += 1

    def places(self, connection: Connection, hashes: Sequence[str]) -> Any:
        """The place of each text's vector in :attr:`table`, -1 for none; call after :meth:`sync`."""
        known = self.table.place
        wanted = [key for key in hashes if key not in known and key not in self._lacking]
        if len(wanted) > CHUNK:
            self._read_many(connection, set(wanted))
        elif wanted:
            asked = {"model": self._model, "hashes": json.dumps(wanted)}
            self._take(connection.execute(_VECTORS, asked).all())
        if not self._behind:
            self._lacking.update(key for key in wanted if key not in known)
        return self.table.places(hashes)

    def _read_many(self, connection: Connection, wanted: set[str]) -> None:
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
        if self._behind:
            self._late.extend(keys)
        else:
            self._hashes.update(zip(numbers, keys, strict=True))


_ANY_VECTOR = select(EMBEDDING.c.id, EMBEDDING.c.content_hash, EMBEDDING.c.vector).where(
    EMBEDDING.c.model == bindparam("model")
)
_VECTORS = _ANY_VECTOR.where(in_json(EMBEDDING.c.content_hash, "hashes"))
_ALL_VECTORS = (
    _ANY_VECTOR.where(EMBEDDING.c.dimension == bindparam("dimension"), EMBEDDING.c.id > bindparam("last"))
    .order_by(EMBEDDING.c.id)
    .limit(bindparam("many"))
)
