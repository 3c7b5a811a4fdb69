"""One call of an embedder at a time, and no query behind many batches."""

import threading
import time

import attrs
import pytest

from underdraft.memory.index.embedder_queue import Turns, turns_of
from underdraft.memory.index.embedding import EmbedderSlot


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
