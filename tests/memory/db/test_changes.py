"""The log of changes: which rows of which area were written after a point."""

from __future__ import annotations

import pytest
from sqlalchemy.event import listen

from underdraft.memory.db.changes import LOG, changed_rows, read_changes, state_of
from underdraft.memory.notes.crud import UserMemory
from underdraft.memory.settings import SettingStore


def changes(database):
    """The counters now."""
    with database.read() as connection:
        return read_changes(connection)


@pytest.mark.file_only("counters of a server begin with the first write")
def test_a_write_counts_in_its_area_alone(database):
    """A setting counts as settings and is in no log; a memory counts as items and its row is logged."""
    before = changes(database)
    SettingStore(database).update({"preferenceLearningThreshold": 5})
    after = changes(database)
    assert {area for area in after if after[area] != before[area]} == {"settings"}
    made = UserMemory(database).create(type="note", scope="global", content="a")
    assert {area for area in after if changes(database)[area] != after[area]} >= {"items", LOG}
    with database.read() as connection:
        assert changed_rows(connection, "items", after[LOG]) == {made.id}
        assert changed_rows(connection, "episodes", after[LOG]) == set()


def test_rows_after_a_point(database):
    """Only what came later, whatever was done to it; of what the log has lost nothing is said."""
    memories = UserMemory(database)
    first = memories.create(type="note", scope="global", content="a")
    point = changes(database)[LOG]
    second = memories.create(type="note", scope="global", content="b")
    memories.delete(first.id)
    with database.write() as connection:
        assert changed_rows(connection, "items", point) == {first.id, second.id}
        assert changed_rows(connection, "items", changes(database)[LOG]) == set()
        connection.exec_driver_sql(f"DELETE FROM store_log WHERE seq <= {point + 1}")
        assert changed_rows(connection, "items", point) is None


def test_a_view_reads_the_log_once_for_all_areas(database):
    """Who asks next for the same stretch of it, of whichever area, gets it from memory."""
    point = changes(database)[LOG]
    made = UserMemory(database).create(type="note", scope="global", content="a")
    asked = []
    listen(database.prepare(), "before_cursor_execute", lambda *given: asked.append(given[2]))
    with database.view(), database.read() as connection:
        assert changed_rows(connection, "items", point) == {made.id}
        assert changed_rows(connection, "facts", point) == set()
        assert sum("store_log.row_id" in statement for statement in asked) == 1


@pytest.mark.file_only("counters of a server begin with the first write")
def test_the_state_of_a_view_is_that_of_its_beginning(database):
    """Inside a view the counters stay what they were; outside they are read."""
    with database.view(), database.read() as connection:
        begun = state_of(connection)["settings"]
        SettingStore(database).update({"preferenceLearningThreshold": 5})
        assert state_of(connection)["settings"] == begun
    with database.read() as connection:
        assert state_of(connection)["settings"] > begun
