"""One call of an embedder at a time, the urgent ones first."""

import threading
import time

import attrs
import pytest

from underdraft.memory.index.embedder_queue import AHEAD_AT_MOST, Turns, turns_of
from underdraft.memory.index.embedder_scale import references
from underdraft.memory.index.embedding import EmbedderSlot


class Waiting:
    """Calls that came while another one was at work."""

    def __init__(self, turns):
        self.turns, self.order, self.threads = turns, [], []

    def add(self, name, *, urgent):
        """Come, and wait behind those that came before."""
        self.threads.append(threading.Thread(target=self._work, args=(name, urgent)))
        self.threads[-1].start()
        while self.turns.waiting < len(self.threads):
            time.sleep(0.001)

    def _work(self, name, urgent):
        with self.turns.take(urgent=urgent):
            self.order.append(name)

    def done(self):
        """The order in which they worked."""
        for thread in self.threads:
            thread.join()
        return self.order


def test_the_urgent_go_first_and_each_in_its_order():
    """Whoever came first, the turn after the one at hand is the query's."""
    waiting = Waiting(Turns())
    with waiting.turns.take(urgent=False):
        for name in ("batch 1", "batch 2", "query 1", "query 2"):
            waiting.add(name, urgent=name.startswith("query"))
    assert waiting.done() == ["query 1", "query 2", "batch 1", "batch 2"]


def test_what_is_not_urgent_is_done_too():
    """However many queries wait, a few of them go before a batch and no more."""
    waiting = Waiting(Turns())
    with waiting.turns.take(urgent=True):
        waiting.add("batch", urgent=False)
        for number in range(2 * AHEAD_AT_MOST):
            waiting.add(number, urgent=True)
    assert waiting.done().index("batch") == AHEAD_AT_MOST


def test_a_turn_ends_with_an_error():
    """Whoever comes after one that failed works."""
    turns = Turns()
    with pytest.raises(RuntimeError), turns.take(urgent=True):
        raise RuntimeError
    with turns.take(urgent=False):
        assert turns.waiting == 0


def test_who_stops_waiting_holds_nobody_up(monkeypatch):
    """A wait that is interrupted leaves the queue."""
    turns = Turns()

    def interrupt(_):
        raise KeyboardInterrupt

    with turns.take(urgent=True):
        with monkeypatch.context() as patch:
            patch.setattr(turns._condition, "wait_for", interrupt)
            with pytest.raises(KeyboardInterrupt), turns.take(urgent=True):
                pass
        assert turns.waiting == 0
    with turns.take(urgent=True):
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
    """Stores that share an embedder share its turns: nobody's query waits behind another's memories, or its own."""
    embedder = Slow()
    slots = [EmbedderSlot(lambda: embedder) for _ in range(3)]
    threads = []
    for number, slot in enumerate(slots):
        threads.append(threading.Thread(target=slot.embed, args=([f"memory {number}"],)))
        threads[-1].start()
        while len(embedder.asked) + turns_of(embedder).waiting < len(threads):
            time.sleep(0.001)
    threads.append(threading.Thread(target=slots[1].embed_query, args=("query",), kwargs={"wait_ms": 10_000}))
    threads[-1].start()
    while turns_of(embedder).waiting < len(threads) - 1:
        time.sleep(0.001)
    embedder.go.set()
    for thread in threads:
        thread.join()
    assert embedder.asked == ["memory 0", "query", references()[0], "memory 1", "memory 2"]


@attrs.define
class Unhashable(Slow):
    """An embedder that is compared by what it holds."""


def test_an_embedder_without_a_hash_has_turns_too():
    """Each store that has it calls it once at a time."""
    assert turns_of(Unhashable()) is not turns_of(Unhashable())
    embedder = Slow()
    assert turns_of(embedder) is turns_of(embedder)
