"""Triggers, which count what is written."""

from __future__ import annotations

import pytest

from memory.store_samples import open_database
from underdraft.memory.db.snapshot import read_changes
from underdraft.memory.db.triggers import COUNTED


@pytest.mark.file_only("its triggers are SQLite's")
def test_every_table_that_prompts_are_made_of_is_counted(tmp_path):
    """An insert, an update and a delete in each counted table are seen in its area."""
    with open_database(tmp_path / "u.db").read() as connection:
        assert read_changes(connection) == dict.fromkeys(COUNTED.values(), 0)
        found = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        triggers = set(found.scalars())
    assert triggers >= {f"changed_{t}_{e}" for t in COUNTED for e in ("insert", "update", "delete")}
