"""Compact copies of vectors beside the episodes, so that a search reads few pages and joins nothing.

The vector itself is in ``embedding``, as for every other text. Its copy has one byte a dimension,
scaled to the vector's largest component: cosine does not see the scale, and loses less than 0.01. It
only picks the shortlist, which is then measured with the vectors themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, select

from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.episodes.rows import of_project

if TYPE_CHECKING:
    from collections.abc import Sequence

    from underdraft.memory.db.database import Database
    from underdraft.memory.index.embedding import Vectors


BATCH = 250
"""Episodes in one transaction: some 20 ms."""

LARGEST = 127


def tag_of(vectors: Vectors) -> str:
    """What names vectors that may be compared: the model and its dimension."""
    return f"{vectors.model}:{vectors.dimension}"


def compacted(blobs: Sequence[bytes]) -> list[bytes]:
    """Little-endian float32 vectors as int8, in order."""
    import numpy as np

    table = np.stack([np.frombuffer(blob, "<f4") for blob in blobs])
    largest = np.abs(table).max(axis=1, keepdims=True)
    scaled = np.rint(table * (LARGEST / np.where(largest == 0, 1, largest)))
    return [row.tobytes() for row in scaled.astype("int8")]


def store_compact_vectors(database: Database, query: Vectors, project_id: str | None) -> int:
    """Make the compact copies that a project's episodes lack; returns how many were made.

    Raises:
        StoreError: The store cannot be written; what was made before stays.
    """
    tag = tag_of(query)
    same = and_(
        EMBEDDING.c.content_hash == EPISODE.c.content_hash,
        EMBEDDING.c.model == query.model,
        EMBEDDING.c.dimension == query.dimension,
    )
    lacking = (
        select(EPISODE.c.seq, EPISODE.c.content_hash, EMBEDDING.c.vector)
        .join(EMBEDDING, same)
        .where(of_project(project_id), EPISODE.c.vector_model.is_distinct_from(tag))
        .limit(BATCH)
    )
    put = (
        EPISODE.update()
        .where(EPISODE.c.seq == bindparam("which"), EPISODE.c.content_hash == bindparam("hash"))
        .values(vector=bindparam("copy"), vector_model=tag)
    )
    made = 0
    while True:
        with database.read() as connection:
            found = connection.execute(lacking).all()
        if not found:
            return made
        copies = compacted([row.vector for row in found])
        with database.write() as connection:
            connection.execute(
                put,
                [
                    {"which": row.seq, "hash": row.content_hash, "copy": copy}
                    for row, copy in zip(found, copies, strict=True)
                ],
            )
        made += len(found)
