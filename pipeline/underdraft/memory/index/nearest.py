"""The vectors that are nearest to a query's, searched where they are stored; see :mod:`.places`.

Candidates are found by their bits, in the database: sqlite-vec compares them in a file, pgvector on a server. What is
near in bits is then compared exactly.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy import text as sql

from underdraft.memory.db.dialect import batches, in_json, on_server
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.snapshot import cached
from underdraft.memory.db.vector_type import signs, size_of, unit_rows
from underdraft.memory.index.embedding import EmbedderFault, Vectors
from underdraft.memory.index.vectors import check_dimension, load_extension, other_length, stored

if TYPE_CHECKING:
    from sqlalchemy import Connection

_NEAREST = {
    False: sql(
        "SELECT embedding_id FROM vector_place WHERE place IN (:first, :second) "
        "ORDER BY vec_distance_hamming(vec_bit(bits), vec_bit(:bits)), embedding_id LIMIT :most"
    ),
    True: sql(
        "SELECT embedding_id FROM vector_place WHERE place IN (:first, :second) "
        "ORDER BY bits <~> CAST(:bits AS bit varying), embedding_id LIMIT :most"
    ),
}


def ready(connection: Connection, query: Vectors) -> None:
    """See that a query's vector can be compared with those of the store.

    Raises:
        EmbedderFault: sqlite-vec cannot be loaded, or the vectors have another length than the query's.
    """
    load_extension(connection)
    model, dimension = query.model, query.dimension
    key = "dimension", model, dimension
    cached(connection, key, ("vectors",), lambda: check_dimension(connection, model, dimension))


def nearest(connection: Connection, places: tuple[str, str], query: Vectors, most: int) -> list[int]:
    """The ids of the vectors in two places whose signs differ least from those of the query's, ties by id.

    Raises:
        EmbedderFault: See :func:`ready`.
    """
    ready(connection, query)
    server = on_server(connection)
    bits: Any = signs(query.blobs[0], "<f4")
    if server:
        bits = "".join(f"{byte:08b}" for byte in bits)
    asked = {"first": places[0], "second": places[1], "bits": bits, "most": most}
    return [row[0] for row in connection.execute(_NEAREST[server], asked)]


def near_texts(connection: Connection, place: str, query: Vectors, most: int) -> dict[str, float]:
    """Cosine similarity, to 6 places, of the texts in a place whose vectors are nearest in bits, by content hash.

    Raises:
        EmbedderFault: See :func:`ready`.
    """
    asked = {"numbers": json.dumps(nearest(connection, (place, place), query, most))}
    return _compared(query, connection.execute(_BY_NUMBER, asked).all())


def similarities(connection: Connection, query: Vectors, hashes: Iterable[str]) -> dict[str, float]:
    """Cosine similarity, to 6 places, of the texts that have a vector, by content hash.

    Raises:
        EmbedderFault: See :func:`ready`.
    """
    ready(connection, query)
    found: dict[str, float] = {}
    for batch in batches(sorted(set(hashes))):
        found |= _compared(query, stored(connection, query.model, batch))
    return found


def _compared(query: Vectors, rows: Sequence[Any]) -> dict[str, float]:
    near = cosines(query, [row.vector for row in rows]).tolist()
    return dict(zip([row.content_hash for row in rows], near, strict=True))


_BY_NUMBER = select(EMBEDDING.c.content_hash, EMBEDDING.c.vector).where(in_json(EMBEDDING.c.id, "numbers"))


def not_ready() -> EmbedderFault:
    """The fault of an index without a vector of any of the texts."""
    return EmbedderFault("INDEX_NOT_READY", "the index is being built")


def cosines(query: Vectors, stored: Sequence[bytes]) -> Any:
    """Cosine similarities of stored vectors to a query's, to 6 places; an array.

    Raises:
        EmbedderFault: A vector has another length.
    """
    import numpy as np

    if not stored:
        return np.zeros(0)
    if {len(vector) for vector in stored} != {size_of(query.dimension)}:
        raise other_length()
    # Not ``@``: numpy's linear algebra starts threads for it, which wait for each other on a busy machine.
    near = np.vecdot(unit_rows(stored), np.frombuffer(query.blobs[0], dtype="<f4"))
    return near.astype(float).round(6)
