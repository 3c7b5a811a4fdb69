"""The nearest vectors, searched in the store: candidates by bits, then the cosine of what is stored."""

from __future__ import annotations

import numpy as np
import pytest
from sqlalchemy import select

from memory.service_samples import LetterEmbedder
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import nearest, vectors
from underdraft.memory.index.embedding import EmbedderFault, Vectors, packed
from underdraft.memory.index.places import place_of, place_vectors
from underdraft.text.clean import sha256

pytestmark = pytest.mark.both_stores

MANY, DIMENSION = 400, 64


def random_vectors(count, seed):
    """Unit vectors, as an embedder's come into the store."""
    rows = np.random.default_rng(seed).standard_normal((count, DIMENSION))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return Vectors(model="m", dimension=DIMENSION, blobs=tuple(row.astype("<f4").tobytes() for row in rows))


@pytest.fixture
def filled(service):
    """Memories of two projects, each with a vector of its own."""
    service.indexer.close()
    texts = [f"第{number}条" for number in range(MANY)]
    for number, text in enumerate(texts):
        scope = {"scope": "project", "project_id": f"p{number % 2}"}
        service.items.create(type="note", content=text, **scope)
    with service.database.write() as connection:
        vectors.save(connection, [sha256(text) for text in texts], random_vectors(MANY, 1))
        place_vectors(connection, "m")
    return service


def places(*projects):
    """The places of two projects' records."""
    first, second = (place_of(MEMORY_ITEM, "m", project) for project in projects)
    return first, second


@pytest.mark.long
def test_the_signs_that_differ_least_come_first(filled):
    """Only vectors of the two places, ties by number; the likeliest first, by the query's components where a bit is set."""
    query = random_vectors(1, 2)
    with filled.database.read() as connection:
        found = nearest.nearest(connection, places("p1", None), query, 20)
        rows = connection.execute(select(EMBEDDING.c.id, EMBEDDING.c.content_hash, EMBEDDING.c.vector)).all()
        everything = nearest.nearest(connection, places("p0", "p1"), query, 1_000)
    asked = np.frombuffer(query.blobs[0], "<f4") > 0
    own = {sha256(f"第{number}条") for number in range(1, MANY, 2)}
    apart = sorted(
        (int(((np.frombuffer(row.vector, "<f2") > 0) != asked).sum()), row.id)
        for row in rows
        if row.content_hash in own
    )
    likely = {
        row.id: np.frombuffer(query.blobs[0], "<f4")[np.frombuffer(row.vector, "<f2") > 0].sum()
        for row in rows
    }
    wanted = [number for _, number in apart[:20]]
    assert found == sorted(wanted, key=lambda number: -likely[number])
    assert len(everything) == MANY


def test_near_texts_have_the_cosine_of_what_is_stored(filled):
    """To the sixth place, by content hash; the nearest text of all is among them."""
    query = random_vectors(1, 3)
    with filled.database.read() as connection:
        hashes = [sha256(f"第{number}条") for number in range(0, MANY, 2)]
        exact = nearest.similarities(connection, query, [*hashes, sha256("nowhere")])
        near = nearest.near_texts(connection, place_of(MEMORY_ITEM, "m", "p0"), query, 40)
        stored = dict(connection.execute(select(EMBEDDING.c.content_hash, EMBEDDING.c.vector)).all())
    assert exact.keys() == set(hashes)
    assert len(near) == 40
    assert near.items() <= exact.items()
    assert max(exact, key=exact.__getitem__) in near
    asked = np.frombuffer(query.blobs[0], "<f4").astype("f8")
    for key, cosine in near.items():
        row = np.frombuffer(stored[key], "<f2").astype("f8")
        assert cosine == pytest.approx(row @ asked / np.linalg.norm(row), abs=2e-6)


def test_another_length_is_a_conflict(filled):
    """Vectors of one name that differ in length are not compared."""
    embedder = LetterEmbedder("m", 8)
    query = packed(embedder, embedder.embed(["灯"]), 1)
    with filled.database.read() as connection, pytest.raises(EmbedderFault) as raised:
        nearest.nearest(connection, places("p0", "p1"), query, 5)
    assert raised.value.code == "DIMENSION_CONFLICT"


@pytest.mark.file_only("a server has pgvector")
def test_without_sqlite_vec_nothing_is_compared(filled, monkeypatch):
    """sqlite-vec is what compares bits in a file: where it is missing there is a fault that says so."""
    monkeypatch.setitem(__import__("sys").modules, "sqlite_vec", None)
    filled.database.prepare().dispose()
    with filled.database.read() as connection, pytest.raises(EmbedderFault) as raised:
        nearest.nearest(connection, places("p0", "p1"), random_vectors(1, 2), 5)
    assert raised.value.code == "SQLITE_VEC_UNAVAILABLE"
