"""The vectors that are nearest to a query's, searched where they are stored; see :mod:`.places`.

Candidates are found by their bits, in the database: sqlite-vec compares them in a file, pgvector on a server. What is
near in bits is then put in order by the query's own components, of which those are added whose bits are set: of the exact
five, 99 of 100 are among the first forty of 200 (``benchmarks/README.md``). These are then compared exactly.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy import text as sql

from underdraft.memory.db.dialect import batches, in_json, on_server, plain_rows
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.snapshot import cached
from underdraft.memory.db.vector_type import BITS, signs, size_of, unit_rows
from underdraft.memory.index.embedding import EmbedderFault, Vectors
from underdraft.memory.index.vectors import check_dimension, load_extension, other_length, stored

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from underdraft.memory.index.held_bits import HeldPlace

_APART = {
    False: "vec_distance_hamming(vec_bit(bits), vec_bit(:bits))",
    True: "bits <~> CAST(:bits AS bit varying)",
}
_NEAREST = {
    server: sql(
        f"SELECT {apart} AS apart, embedding_id, bits FROM vector_place "  # noqa: S608
        "WHERE place = :place AND embedding_id > :last ORDER BY apart, embedding_id LIMIT :most"
    ).columns(bits=BITS)
    for server, apart in _APART.items()
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


def nearest(
    connection: Connection,
    places: Collection[str],
    query: Vectors,
    most: int,
    held: Mapping[str, HeldPlace] = MappingProxyType({}),
) -> list[int]:
    """The ids of the vectors in some places whose signs differ least from those of the query's, the likeliest first.

    What is ``held`` of a place is compared in memory, the rest in the store. Ties are in the order of ids.

    Raises:
        EmbedderFault: See :func:`ready`.
    """
    import numpy as np

    ready(connection, query)
    server, mine = on_server(connection), signs(query.blobs[0], "<f4")
    bits: Any = "".join(f"{byte:08b}" for byte in mine) if server else mine
    found = []
    for place in set(places):
        asked = {"place": place, "bits": bits, "most": most, "last": -1}
        if place in held:
            found.append(held[place].nearest(mine, most))
            asked["last"] = held[place].last
        if place not in held or not held[place].whole:
            rows = plain_rows(connection, _NEAREST[server], asked)
            own = np.frombuffer(b"".join(row[2] for row in rows), "u1").reshape(len(rows), len(mine))
            found.append((np.array([r[0] for r in rows], "i8"), np.array([r[1] for r in rows], "i8"), own))
    apart, numbers, own = map(np.concatenate, zip(*found, strict=True))
    first = np.lexsort((numbers, apart))[:most]
    set_bits = np.unpackbits(own[first], axis=1, count=query.dimension).astype("<f4")
    sums = np.vecdot(set_bits, np.frombuffer(query.blobs[0], "<f4"))
    found_ids: list[int] = numbers[first][np.lexsort((numbers[first], -sums))].tolist()
    return found_ids


def near_texts(connection: Connection, place: str, query: Vectors, most: int) -> dict[str, float]:
    """Cosine similarity, to 6 places, of the texts in a place whose vectors are nearest in bits, by content hash.

    Raises:
        EmbedderFault: See :func:`ready`.
    """
    asked = {"numbers": json.dumps(nearest(connection, (place,), query, most))}
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
