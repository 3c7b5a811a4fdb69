"""Search by meaning: which rows of a table are nearest to a query's vector.

:class:`MeaningIndex` is what the services ask, whatever the store is. This one holds the vectors in memory;
``benchmarks/vectors.py`` compares it with searching inside the database.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import attrs
from sqlalchemy import ColumnElement, Connection, Table, bindparam, select

from underdraft.memory.db.changes import LOG, changed_rows, state_of
from underdraft.memory.db.dialect import in_json
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.index.embedding import EmbedderFault, Vectors
from underdraft.memory.index.nearest import VectorTable
from underdraft.memory.index.resident import CHUNK, ResidentRows, Residents
from underdraft.memory.index.vectors import check_dimension, load_extension, similarities

AREAS = {
    "memory_item": ("items", ("preferences",)),
    "atomic_memory": ("facts", ()),
}
"""By table: its area in the log of changes, and areas that decide besides it what may be found."""


FOUND_MAXIMUM = 4
"""Answers that are kept of one condition: a run asks again what its preview has asked."""


class MeaningIndex(Protocol):
    """Finds rows by the meaning of their text."""

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
        ...


@attrs.define(eq=False)
class ResidentIndex:
    """A :class:`MeaningIndex` over vectors in memory."""

    _rows: Residents = attrs.field(factory=Residents, init=False)
    _vectors: Residents = attrs.field(factory=Residents, init=False)

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
        """See :class:`MeaningIndex`."""
        load_extension(connection)  # docs/contract.md: without it recall is by words, and says so
        vectors = self._known(query)
        owners: Owned = self._rows.get((table.name, id(allowed)), lambda: Owned(table, allowed))
        with vectors.lock, owners.resident.lock:
            if not (owners.resident.sync(connection) and vectors.sync(connection)):
                return similarities(connection, table, query, allowed, limit)
            return owners.nearest(connection, vectors, query.blobs[0], limit)


class Owned:
    """Ids and content hashes of a table's rows that a condition allows, and what was found among them."""

    def __init__(self, table: Table, allowed: ColumnElement[bool]) -> None:
        area, besides = AREAS[table.name]
        self.allowed = allowed  # held, so that its identity stays taken
        query = select(table.c.id, table.c.content_hash).where(allowed)
        self.resident = ResidentRows(query=query, key=table.c.id, area=area, besides=besides)
        self._at: tuple[int, int] = (-1, -1)
        self._places: tuple[list[str], Any] = ([], None)
        self._found: OrderedDict[tuple[bytes, int | None], dict[str, float]] = OrderedDict()

    def nearest(
        self, connection: Connection, vectors: ModelVectors, query: bytes, limit: int | None
    ) -> dict[str, float]:
        """See :class:`MeaningIndex`; the answer is kept until rows or vectors change."""
        ids, places = self._placed(connection, vectors)
        if not ids and self.resident.rows:
            raise EmbedderFault("INDEX_NOT_READY", "the index is being built")
        if (query, limit) not in self._found:
            near, scores = vectors.table.nearest(query, places, limit or len(places))
            rounded = scores.astype(float).round(6).tolist()
            found = dict(zip([ids[position] for position in near.tolist()], rounded, strict=True))
            if limit is not None:
                found = dict(sorted(found.items(), key=lambda hit: (-hit[1], hit[0]))[:limit])
            self._found[query, limit] = found
            while len(self._found) > FOUND_MAXIMUM:
                self._found.popitem(last=False)
        return self._found[query, limit]

    def _placed(self, connection: Connection, vectors: ModelVectors) -> tuple[list[str], Any]:
        """Ids of the rows that have a vector, and the places of these vectors."""
        at = (self.resident.changes, vectors.changes)
        if at != self._at:
            import numpy as np

            ids = list(self.resident.rows)
            found = vectors.places(connection, [row[1] for row in self.resident.rows.values()])
            (there,) = np.nonzero(found >= 0)
            whole = len(there) == len(ids)
            self._places = (ids if whole else [ids[position] for position in there.tolist()], found[there])
            self._at = at
            self._found.clear()
        return self._places


class ModelVectors:
    """Those of one model's vectors that were asked for, by content hash.

    Attributes:
        table: The vectors.
        lock: Held while they are read or brought up to date.
        changes: How often vectors have come or gone, the first reading included.
    """

    def __init__(self, query: Vectors) -> None:
        self.table = VectorTable(query.dimension)
        self.lock = threading.RLock()
        self.changes = 0
        self._model = query.model
        self._seen = -1
        self._hashes: dict[str, str] = {}
        self._lacking: set[str] = set()

    def sync(self, connection: Connection) -> bool:
        """Forget what has changed up to the connection's version; ``False`` when they are ahead of it."""
        now = state_of(connection)[LOG]
        if now <= self._seen:
            return now == self._seen
        gone = changed_rows(connection, "vectors", self._seen) if self._seen >= 0 else None
        if gone is None:
            self.table, self._hashes = VectorTable(self.table.dimension), {}
        if gone is None or gone:
            check_dimension(connection, self._model, self.table.dimension)
            for row_id in gone or ():
                self.table.drop(self._hashes.pop(row_id, ""))
            self._lacking.clear()
            self.changes += 1
        self._seen = now
        return True

    def places(self, connection: Connection, hashes: Sequence[str]) -> Any:
        """The place of each text's vector in :attr:`table`, -1 for none; call after :meth:`sync`."""
        known = self.table.place
        wanted = [key for key in hashes if key not in known and key not in self._lacking]
        for start in range(0, len(wanted), CHUNK):  # in parts, since all of them may be some 200 MB
            part = {"model": self._model, "hashes": json.dumps(wanted[start : start + CHUNK])}
            for row_id, key, vector in connection.execute(_VECTORS, part):
                self.table.put(key, vector)
                self._hashes[str(row_id)] = key
        self._lacking.update(key for key in wanted if key not in known)
        return self.table.places(hashes)


_VECTORS = select(EMBEDDING.c.id, EMBEDDING.c.content_hash, EMBEDDING.c.vector).where(
    EMBEDDING.c.model == bindparam("model"), in_json(EMBEDDING.c.content_hash, "hashes")
)
