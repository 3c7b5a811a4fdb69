"""Search by meaning: which rows of a table are nearest to a query's vector.

:class:`MeaningIndex` is what the services ask, whatever the store is. This one holds the vectors in memory;
``benchmarks/vectors.py`` compares it with searching inside the database.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Protocol

import attrs
from sqlalchemy import select

from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.index.embedding import EmbedderFault
from underdraft.memory.index.nearest import VectorTable, places_of
from underdraft.memory.index.resident import CHUNK, ResidentRows, Residents
from underdraft.memory.index.vectors import load_extension, similarities

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Table

    from underdraft.memory.index.embedding import Vectors

AREAS = {
    "memory_item": ("items", ("preferences",)),
    "atomic_memory": ("facts", ()),
    "episode": ("episodes", ()),
}
"""By table: its area in the log of changes, and areas that decide besides it what may be found."""


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
        """Cosine similarity, rounded to 6 places, of the rows that have a vector.

        Args:
            connection: Where to read.
            table: An owner table with ``id`` and ``content_hash``.
            query: The query's vector.
            allowed: Which rows may be found; the same object for the same condition.
            limit: Most rows; ``None`` means all.

        Returns:
            Similarity by row id, highest first, ties by id.

        Raises:
            EmbedderFault: The index cannot be used, or lengths differ.
        """
        ...


@attrs.define(eq=False)
class ResidentIndex:
    """A :class:`MeaningIndex` over vectors in memory."""

    _rows: Residents = attrs.field(factory=Residents, init=False)
    _vectors: Residents = attrs.field(factory=Residents, init=False)

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
        vectors: ModelVectors = self._vectors.get((query.model, query.dimension), lambda: ModelVectors(query))
        owners: Owned = self._rows.get((table.name, id(allowed)), lambda: Owned(table, allowed))
        with vectors.lock, owners.resident.lock:
            if not (owners.resident.sync(connection) and vectors.sync(connection)):
                return similarities(connection, table, query, allowed, limit)
            ids, there, places = owners.places(vectors)
            if not len(places):
                return {}
            near, scores = vectors.table.nearest(query.blobs[0], places, limit or len(places))
        found = sorted(
            (-round(float(score), 6), ids[there[position]])
            for position, score in zip(near.tolist(), scores.tolist(), strict=True)
        )
        return {row_id: -score for score, row_id in found[:limit]}


class Owned:
    """Ids and content hashes of a table's rows that a condition allows."""

    def __init__(self, table: Table, allowed: ColumnElement[bool]) -> None:
        area, besides = AREAS[table.name]
        self.allowed = allowed  # held, so that its identity stays taken
        query = select(table.c.id, table.c.content_hash).where(allowed)
        self.resident = ResidentRows(query=query, key=table.c.id, area=area, besides=besides)
        self._at: tuple[int, int] = (-1, -1)
        self._places: tuple[list[str], Any, Any] = ([], None, None)

    def places(self, vectors: ModelVectors) -> tuple[list[str], Any, Any]:
        """Ids of the rows, positions of those that have a vector, and the places of these vectors."""
        at = (self.resident.version, vectors.version)
        if at != self._at:
            rows = list(self.resident.rows.values())
            self._places = ([row[0] for row in rows], *places_of(vectors.table, [row[1] for row in rows]))
            self._at = at
        return self._places


class ModelVectors:
    """The vectors of one model, by content hash."""

    def __init__(self, query: Vectors) -> None:
        own = EMBEDDING.c.model == query.model
        self.table = VectorTable(query.dimension)
        self.lock = threading.RLock()
        self._seen = -1
        self._resident = ResidentRows(
            query=select(EMBEDDING.c.id, EMBEDDING.c.content_hash, EMBEDDING.c.dimension).where(own),
            key=EMBEDDING.c.id,
            area="vectors",
        )
        self._hashes: dict[str, str] = {}

    @property
    def version(self) -> int:
        """Grows when vectors come or go."""
        return self._seen

    def sync(self, connection: Connection) -> bool:
        """Bring the table to the connection's version of the store; ``False`` when it is ahead of it.

        Raises:
            EmbedderFault: ``DIMENSION_CONFLICT``.
        """
        resident = self._resident
        if not resident.sync(connection):
            return False
        if resident.version == self._seen:
            return True
        changed = resident.changed_since(self._seen)
        if changed is None:
            self.table, self._hashes = VectorTable(self.table.dimension), {}
            changed = set(resident.rows)
        wanted: list[tuple[str, str]] = []
        for row_id in changed:
            if (gone := self._hashes.pop(row_id, None)) is not None:
                self.table.drop(gone)
            if (row := resident.rows.get(row_id)) is not None:
                if row[2] != self.table.dimension:
                    raise EmbedderFault(
                        "DIMENSION_CONFLICT",
                        "the index holds vectors of another length than the embedder gives now",
                    )
                wanted.append((row_id, row[1]))
        for start in range(0, len(wanted), CHUNK):
            self._load(connection, wanted[start : start + CHUNK])
        self._seen = resident.version
        return True

    def _load(self, connection: Connection, wanted: list[tuple[str, str]]) -> None:
        """Read some vectors into the table; in parts, since all of them may be some 200 MB."""
        ids = [int(row_id) for row_id, _ in wanted]
        found = connection.execute(select(EMBEDDING.c.id, EMBEDDING.c.vector).where(EMBEDDING.c.id.in_(ids)))
        vectors = {str(row[0]): row[1] for row in found}
        for row_id, content_hash in wanted:
            self.table.put(content_hash, vectors[row_id])
            self._hashes[row_id] = content_hash
