"""Generations of a store: what belongs to an older one is refused."""

from __future__ import annotations

import pytest

from memory.store_samples import Ticking
from underdraft.errors import StoreError
from underdraft.memory.db.database import Database
from underdraft.memory.db.generation import PURGED, generation_of, milliseconds


def opened(path):
    """A store with a clock that moves."""
    ticking = Ticking()
    return Database(path, clock=ticking.clock, new_id=ticking.new_id)


def test_another_process_is_refused_once_all_was_purged(tmp_path):
    """It reads and writes nothing more, and says that it is of no use; the one that purged goes on."""
    here, there = opened(tmp_path / "u.db"), opened(tmp_path / "u.db")
    for store in (here, there):
        with store.read() as connection:
            assert generation_of(connection) == 0
    with here.ending_generation():
        pass
    with here.read() as connection:
        assert generation_of(connection) == here.generation == milliseconds(here.since)
    for use in (there.read, there.write):
        with pytest.raises(StoreError) as refused, use():
            pass
        assert refused.value.reason == PURGED
    assert (here.purged, there.purged) == (False, True)


def test_generations_rise_whatever_the_clock_says(tmp_path):
    """A clock that stands still, or was put back, gives no generation twice."""
    store = Database(tmp_path / "u.db", clock=lambda: "2026-01-01T00:00:00.000Z", new_id=str)
    found = []
    for _ in range(3):
        with store.ending_generation():
            pass
        found.append(store.generation)
    first = milliseconds("2026-01-01T00:00:00.000Z")
    assert found == [first, first + 1, first + 2]


def test_a_store_that_was_never_read_is_of_its_time(tmp_path):
    """What waits beside it counts as made now: a purge before does not drop it, one afterwards does."""
    store = opened(tmp_path / "u.db")
    before, later = store.generation, store.generation
    assert 0 < before < later
