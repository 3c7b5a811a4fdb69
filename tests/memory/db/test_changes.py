"""The counters of changes: which area of the store was written to."""

from __future__ import annotations

import pytest

from underdraft.memory.db.changes import read_changes, state_of
from underdraft.memory.notes.crud import UserMemory
from underdraft.memory.settings import update_settings

pytestmark = pytest.mark.file_only("counters of a server begin with the first write")


def changes(database):
    """The counters now."""
    with database.read() as connection:
        return read_changes(connection)


def test_a_write_counts_in_its_area_alone(database):
    """A setting counts as settings, a memory as items."""
    before = changes(database)
    update_settings(database, {"preferenceLearningThreshold": 5})
    after = changes(database)
    assert {area for area in after if after[area] != before[area]} == {"settings"}
    UserMemory(database).create(type="note", scope="global", content="a")
    assert {area for area in after if changes(database)[area] != after[area]} == {"items"}


def test_the_state_of_a_view_is_that_of_its_beginning(database):
    """Inside a view the counters stay what they were; outside they are read."""
    with database.view(), database.read() as connection:
        begun = state_of(connection)["settings"]
        update_settings(database, {"preferenceLearningThreshold": 5})
        assert state_of(connection)["settings"] == begun
    with database.read() as connection:
        assert state_of(connection)["settings"] > begun
