"""Compact copies of vectors: made in the background, near to the vectors, never stale, never in the score."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memory.episodes.episode_samples import an_episode, put
from memory.service_samples import LetterEmbedder
from underdraft.memory.episodes import query as query_module
from underdraft.memory.episodes.vector_cache import compacted
from underdraft.memory.index.embedding import EmbedderSlot
from underdraft.memory.index.indexer import Indexer


def copies(service):
    """How many episodes have a compact copy."""
    with service.database.read() as connection:
        return connection.exec_driver_sql("SELECT count(*) FROM episode WHERE vector IS NOT NULL").scalar()


@given(seed=st.integers(0, 10_000), dimensions=st.integers(16, 512))
def test_a_copy_keeps_the_cosine(seed, dimensions):
    """A byte a dimension is enough: the cosine of two copies differs by less than 0.01 from that of the vectors."""
    pair = np.random.default_rng(seed).normal(size=(2, dimensions)).astype("<f4")
    small = [np.frombuffer(c, "int8").astype(float) for c in compacted([row.tobytes() for row in pair])]

    def cosine(a, b):
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    assert abs(cosine(*small) - cosine(*pair.astype(float))) < 0.01
    assert compacted([bytes(4 * dimensions)])[0] == bytes(dimensions)


def test_copies_are_made_after_a_query_and_change_no_answer(open_here):
    """The first query finds everything without them; afterwards they are there and the answer is the same."""
    service = open_here(slot=EmbedderSlot(LetterEmbedder))
    put(
        service,
        *(an_episode(n, input_context=f"{'灯塔码头盐仓客栈渡船'[n % 10]}边的第{n}次谈话") for n in range(40)),
    )
    Indexer(service.database, service.slot).fill()
    first = service.recall("novel", query="灯边的谈话")
    assert service.flush(20)
    assert copies(service) == 40
    second = service.recall("novel", query="灯边的谈话")
    assert first.mode == second.mode == "semantic"
    assert [(i.episode.id, i.score) for i in first.items] == [(i.episode.id, i.score) for i in second.items]


def test_a_changed_text_loses_its_copy(open_here):
    """A copy never outlives the text that it was made of, and another model's copy is not used."""
    service = open_here(slot=EmbedderSlot(LetterEmbedder))
    put(service, an_episode(1), an_episode(2))
    Indexer(service.database, service.slot).fill()
    service.recall("novel", query="码头")
    service.flush(20)
    put(service, an_episode(1, input_context="全新的文字", final_text=None))
    assert copies(service) == 1
    service.slot = EmbedderSlot(lambda: LetterEmbedder(name="other", dimensions=32))
    Indexer(service.database, service.slot).fill()
    found = service.recall("novel", query="全新的文字")
    assert (found.mode, found.items[0].episode.id) == ("semantic", "e-00001")
    service.flush(20)
    with service.database.read() as connection:
        tags = connection.exec_driver_sql("SELECT DISTINCT vector_model FROM episode").scalars().all()
    assert tags == ["other:32"]


def test_the_ranking_is_materialized_and_looks_vectors_up_by_row():
    """The statement that ranks names its intermediate result, so that no distance is measured twice."""
    from sqlalchemy.dialects import sqlite

    text = str(query_module.meaning_statement(True).compile(dialect=sqlite.dialect()))
    assert "AS MATERIALIZED" in text
    assert " JOIN " not in text
