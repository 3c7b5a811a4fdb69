"""The embedder's place: cached queries, cut texts, vectors that are checked."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from memory.service_samples import LetterEmbedder
from underdraft.memory.index import embedding
from underdraft.memory.index.embedder_scale import references
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot, packed


def test_a_query_is_embedded_once():
    """Its first 300 code points count, and the answer is remembered."""
    embedder = LetterEmbedder()
    slot = EmbedderSlot(lambda: embedder)
    long = "灯" * embedding.QUERY_CODE_POINTS
    assert not slot.knows(long)
    first = slot.embed_query(long + "甲", wait_ms=10_000)
    assert slot.knows(long + "乙")
    assert slot.embed_query(long + "乙", wait_ms=0) == first
    assert embedder.texts == [long, *references()]


def test_a_vector_that_comes_late_is_there_for_the_next_query():
    """A slow embedder costs the first query its meaning, not every one after it."""
    release = threading.Event()

    class Slow(LetterEmbedder):
        def embed(self, texts):
            release.wait(10)
            return super().embed(texts)

    slot = EmbedderSlot(Slow)
    with pytest.raises(EmbedderFault, match="still loading"):
        slot.embed_query("灯笼", wait_ms=10)
    release.set()
    assert slot.embed_query("灯笼", wait_ms=5_000).blobs
    assert slot.knows("灯笼")


def test_only_so_many_queries_are_remembered(monkeypatch):
    """The one asked for longest ago goes first."""
    monkeypatch.setattr(embedding, "REMEMBERED_QUERIES", 2)
    slot = EmbedderSlot(LetterEmbedder)
    for query in ("a", "b", "a", "c"):
        slot.embed_query(query, wait_ms=10_000)
    assert [slot.knows(query) for query in "abc"] == [True, False, True]


def test_a_memory_is_embedded_up_to_its_limit():
    """A long text costs no more than the limit."""
    embedder = LetterEmbedder()
    EmbedderSlot(lambda: embedder).embed(["x" * 10_000])
    assert [len(text) for text in embedder.texts] == [embedding.TEXT_CODE_POINTS]


def test_vectors_have_length_1():
    """Whatever the embedder gives, but for the zero vector, which stays as it is."""
    found = packed(LetterEmbedder(dimensions=2), [[3.0, 4.0], [0.0, 0.0]], 2)
    rows = [np.frombuffer(blob, "<f4") for blob in found.blobs]
    assert np.allclose(rows, [[0.6, 0.8], [0.0, 0.0]])
    assert (found.model, found.dimension) == ("letters", 2)


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([[1.0, 0.0]], "EMBEDDER_FAILED"),
        ([1.0, 0.0], "EMBEDDER_FAILED"),
        ([[1.0], [1.0]], "DIMENSION_CONFLICT"),
        ([[float("nan"), 0.0], [1.0, 0.0]], "EMBEDDER_FAILED"),
        ([["x", "y"], ["x", "y"]], "EMBEDDER_FAILED"),
        ([[[1.0]], [[1.0]]], "EMBEDDER_FAILED"),
        (None, "EMBEDDER_FAILED"),
    ],
)
def test_rubbish_is_refused(rows, code):
    """Too few, no table, another length, not finite, no numbers, nothing."""
    embedder = LetterEmbedder(dimensions=2)
    embedder.embed = lambda _: rows
    with pytest.raises(EmbedderFault) as raised:
        EmbedderSlot(lambda: embedder).embed(["a", "b"])
    assert raised.value.code == code


def test_a_fault_says_what_to_do():
    """Where the writer can do something about it."""
    assert "reindex" in EmbedderFault("DIMENSION_CONFLICT", "x").suggestion
    assert EmbedderFault("EMBEDDER_FAILED", "x").suggestion is None
