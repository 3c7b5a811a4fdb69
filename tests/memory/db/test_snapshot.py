"""A view: all readers see one version of the store, and what has not changed is read once."""

from __future__ import annotations

import contextvars
from concurrent.futures import ThreadPoolExecutor

import pytest

from memory.store_samples import open_database
from underdraft import StoreError
from underdraft.memory.db.snapshot import CACHED_MAXIMUM, cached, read_changes
from underdraft.memory.notes.crud import UserMemory
from underdraft.memory.settings import read_settings, update_settings


def threshold(database):
    """One value that tests change."""
    with database.read() as connection:
        return read_settings(connection)["preferenceLearningThreshold"]


def set_threshold(database, value):
    """Write it, through the store's own service."""
    update_settings(database, {"preferenceLearningThreshold": value})


def test_readers_of_a_view_see_one_version(database):
    """What is written after the first reading is not seen before the view is over."""
    with database.view():
        assert threshold(database) == 3
        set_threshold(database, 5)
        assert threshold(database) == 3
    assert threshold(database) == 5


def test_a_view_begins_with_its_first_reader(database):
    """Nothing is opened by the view itself, so a view without readers costs nothing."""
    with database.view():
        set_threshold(database, 5)
        assert threshold(database) == 5


def test_threads_of_a_view_see_its_version(database):
    """A thread that runs in the view's context reads through it, one at a time."""
    with database.view(), ThreadPoolExecutor(4) as pool:
        threshold(database)
        set_threshold(database, 5)
        reads = [pool.submit(contextvars.copy_context().run, threshold, database) for _ in range(4)]
        assert [read.result() for read in reads] == [3] * 4


def test_a_reader_that_comes_too_late_reads_by_itself(database):
    """A fetcher that hung on until the run was over gets the store as it is now."""
    with database.view():
        threshold(database)
        late = contextvars.copy_context()
    set_threshold(database, 5)
    assert late.run(threshold, database) == 5


def test_two_stores_do_not_mix(database, tmp_path):
    """A view of one store is nothing to another."""
    other = open_database(tmp_path / "other.db")
    set_threshold(other, 7)
    with database.view():
        assert (threshold(database), threshold(other)) == (3, 7)
    other.close()


@pytest.mark.file_only("it opens the file once more")
def test_what_is_kept_is_made_once_until_its_area_changes(database):
    """The same reading comes back, across views, until a write to one of its areas, by any process."""
    made = []

    def read(areas=("settings",)):
        with database.view(), database.read() as connection:
            return cached(connection, "x", areas, lambda: made.append(1) or len(made))

    assert [read(), read()] == [1, 1]
    set_threshold(database, 5)
    assert [read(), read()] == [2, 2]
    other = open_database(database.place.path)
    update_settings(other, {"preferenceLearningThreshold": 6})
    other.close()
    assert read() == 3
    assert read(("items",)) == 4


def test_outside_a_view_nothing_is_kept(database):
    """Channels and commands always read."""
    with database.read() as connection:
        assert [cached(connection, "x", ("settings",), lambda v=v: v) for v in (1, 2)] == [1, 2]


def test_the_number_of_kept_readings_is_bounded(database):
    """Old readings go."""
    for number in range(CACHED_MAXIMUM + 10):
        with database.view(), database.read() as connection:
            cached(connection, number, (), lambda n=number: n)
    assert len(database._readings._cached) == CACHED_MAXIMUM


def test_a_failure_to_read_is_the_readers_own(database):
    """A store that cannot be opened fails each reader of the view, and nothing is kept of it."""
    database.close()
    with database.view():
        for _ in range(2):
            with pytest.raises(StoreError):
                threshold(database)


def changes(database):
    """The counters now."""
    with database.read() as connection:
        return read_changes(connection)


@pytest.mark.file_only("counters of a server begin with the first write")
def test_a_write_counts_in_its_area_alone(database):
    """A setting counts as settings, a memory as items."""
    before = changes(database)
    update_settings(database, {"preferenceLearningThreshold": 5})
    after = changes(database)
    assert {area for area in after if after[area] != before[area]} == {"settings"}
    UserMemory(database).create(type="note", scope="global", content="a")
    assert {area for area in after if changes(database)[area] != after[area]} == {"items"}
