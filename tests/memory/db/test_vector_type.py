"""Vectors as they are stored: the same on a server as in a file, read as what they were but for rounding."""

from __future__ import annotations

import numpy as np
import pytest
from sqlalchemy import select

from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.vector_type import halved, unit_rows
from underdraft.memory.index import vectors
from underdraft.memory.index.embedding import Vectors


@pytest.mark.both_stores
def test_vectors_come_back_as_they_went_in(database):
    """Bit by bit after rounding, whatever the components are."""
    rows = np.random.default_rng(7).normal(size=(5, 512)).astype("<f4")
    rows[0, :3] = 1e-38, -0.0, 65_504
    blobs = tuple(row.tobytes() for row in rows)
    with database.write() as connection:
        vectors.save(connection, "abcde", Vectors(model="m", dimension=512, blobs=blobs))
    with database.read() as connection:
        found = connection.execute(select(EMBEDDING.c.vector).order_by(EMBEDDING.c.content_hash))
        assert list(found.scalars()) == [row.astype("<f2").tobytes() for row in rows]


def test_read_vectors_have_the_length_one():
    """A cosine is then that of what is stored; a vector of zeros stays one."""
    rows = np.random.default_rng(7).normal(size=(50, 512)).astype("<f4")
    rows[:-1] /= np.linalg.norm(rows[:-1], axis=1, keepdims=True)
    rows[-1] = 0
    read = unit_rows([halved(row.tobytes()) for row in rows])
    assert np.linalg.norm(read, axis=1) == pytest.approx([1.0] * 49 + [0.0], abs=1e-6)
    assert np.abs((read[:-1] * rows[:-1]).sum(axis=1) - 1).max() < 1e-6
