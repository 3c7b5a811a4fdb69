"""The embedder's place: cached queries, cut texts, vectors that are checked."""

from __future__ import annotations

import threading
import time

import attrs
import numpy as np
import pytest

from memory.service_samples import LetterEmbedder
from underdraft.memory.index import embedding
from underdraft.memory.index.embedder_scale import references
from underdraft.memory.index.embedding import EmbedderFault, EmbedderSlot, Turns, packed, turns_of


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


@pytest.mark.parametrize("at_once", [True, False])
def test_an_embedder_that_answers_at_once_is_called_by_who_waits(at_once):
    """Once it is loaded; others are called by a thread that may be left behind. Its faults are the caller's either way."""
    callers = []

    class Quick(LetterEmbedder):
        def embed(self, texts):
            callers.append(threading.current_thread())
            if texts == ["bad"]:
                raise ValueError
            return super().embed(texts)

    Quick.at_once = at_once
    slot = EmbedderSlot(Quick)
    slot.calibrate()
    callers.clear()
    slot.embed_query("灯笼", wait_ms=5_000)
    with pytest.raises(EmbedderFault, match="ValueError"):
        slot.embed_query("bad", wait_ms=5_000)
    assert slot.embed_query("灯", wait_ms=5_000).blobs
    assert {caller is threading.current_thread() for caller in callers} == {at_once}


def test_what_will_be_asked_next_is_embedded_beside():
    """In one call; it is then at hand."""
    embedder = LetterEmbedder()
    slot = EmbedderSlot(lambda: embedder)
    alone = EmbedderSlot(LetterEmbedder).embed_query("笼", wait_ms=5_000)
    slot.embed_query("灯笼", wait_ms=5_000, beside="笼")
    assert embedder.texts[:2] == ["灯笼", "笼"]
    assert slot.embed_query("笼", wait_ms=0) == alone


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


def test_one_works_at_a_time():
    """Urgent or not: nobody begins before another one has ended."""
    turns, inside, most = Turns(), [], []

    def work(number):
        with turns.take(urgent=number % 2 == 0):
            inside.append(number)
            time.sleep(0.001)
            most.append(len(inside))
            inside.remove(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert most == [1] * 12


@pytest.mark.parametrize("urgent", [True, False])
def test_a_turn_ends_with_an_error(urgent):
    """Whoever comes after one that failed works."""
    turns = Turns()
    with pytest.raises(RuntimeError), turns.take(urgent=urgent):
        raise RuntimeError
    with turns.take(urgent=urgent):
        pass


class Slow:
    """An embedder that tells in which order it was asked, and waits for a sign."""

    name, dimensions = "slow", 2

    def __init__(self):
        self.asked, self.go = [], threading.Event()

    def embed(self, texts):
        self.asked.append(texts[0])
        self.go.wait(10)
        return [[1.0, 0.0] for _ in texts]


def test_the_query_of_one_store_goes_before_the_batches_of_all():
    """Stores that share an embedder share its turns: a query waits behind the batch at hand, and not behind five."""
    embedder = Slow()
    slots = [EmbedderSlot(lambda: embedder) for _ in range(6)]
    threads = [
        threading.Thread(target=slot.embed, args=([f"memory {number}"],)) for number, slot in enumerate(slots)
    ]
    threads.append(threading.Thread(target=slots[1].embed_query, args=("query",), kwargs={"wait_ms": 10_000}))
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    until = time.monotonic() + 10
    while len(turns_of(embedder)._line) < 2 and time.monotonic() < until:  # the batch at hand, and the query
        time.sleep(0.01)
    embedder.go.set()
    for thread in threads:
        thread.join()
    assert embedder.asked.index("query") == 1
    assert {f"memory {number}" for number in range(6)} < set(embedder.asked)


@attrs.define
class Unhashable(Slow):
    """An embedder that is compared by what it holds."""


def test_an_embedder_without_a_hash_has_turns_too():
    """Each store that has it calls it once at a time."""
    assert turns_of(Unhashable()) is not turns_of(Unhashable())
    embedder = Slow()
    assert turns_of(embedder) is turns_of(embedder)
