"""Vectors on a server are the bytes of those in a file."""

from __future__ import annotations

import numpy as np
from sqlalchemy import select

from memory.store_samples import open_database
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.index import vectors
from underdraft.memory.index.embedding import Vectors


def test_vectors_come_back_as_they_went_in(server_url):
    """Bit by bit, whatever the components are."""
    rows = np.random.default_rng(7).normal(size=(5, 512)).astype("<f4")
    rows[0, :3] = 1e-38, -0.0, 3.4e38
    blobs = tuple(row.tobytes() for row in rows)
    database = open_database(server_url)
    with database.write() as connection:
        vectors.save(connection, list("abcde"), Vectors(model="m", dimension=512, blobs=blobs))
    with database.read() as connection:
        found = connection.execute(select(EMBEDDING.c.vector).order_by(EMBEDDING.c.content_hash))
        assert tuple(found.scalars()) == blobs
    database.close()
