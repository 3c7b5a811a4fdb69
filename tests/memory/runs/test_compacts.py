"""Compact summaries in the store."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from memory.store_samples import add_run, sample_run
from underdraft.errors import InvalidArgument
from underdraft.memory.db.schema.conversations import COMPACT
from underdraft.memory.runs.compacts import WRITTEN, Compacts
from underdraft.memory.runs.store import RunStore
from underdraft.memory.settings import update_settings


def keep(database, *run_ids, privacy=False, **more):
    """Runs, each registered as the store does it."""
    runs, compacts = RunStore(database), Compacts(database, RunStore(database))
    for run_id in run_ids:
        record = sample_run(run_id, **{"model": "hosted", **more})
        add_run(runs, record, privacy=privacy)
        with database.write() as connection:
            compacts.register(connection, record)


def written(database):
    """Runs whose summaries stand for them."""
    query = select(COMPACT.c.run_id).where(COMPACT.c.origin == WRITTEN).order_by(COMPACT.c.run_seq)
    with database.read() as connection:
        return list(connection.scalars(query))


def test_summaries_stand_for_their_runs_from_the_threshold_on(database):
    """Of one project, in the transaction of the run that reaches it."""
    update_settings(database, {"memory.compaction_runs": 2})
    keep(database, "a")
    keep(database, "b", project_id="other")
    assert written(database) == []
    keep(database, "c", "d")
    assert written(database) == ["a", "c"]


def test_summaries_are_written_and_listed(database):
    """Newest first; those not yet written are extracted when they are asked for."""
    keep(database, "a", "b")
    compacts = Compacts(database, RunStore(database))
    extracted = compacts.list("novel")
    assert [c.run_id for c in extracted] == ["b", "a"]
    assert compacts.compact("novel") == 2
    assert compacts.compact("novel") == 0
    assert compacts.list("novel") == extracted
    assert [c.run_id for c in compacts.recent("novel", 1)] == ["b"]
    assert [c.run_id for c in compacts.recent("novel", 9)] == ["a", "b"]
    assert compacts.recent("novel", 0) == ()
    with pytest.raises(InvalidArgument):
        compacts.list("novel", limit=501)


def test_a_summary_whose_run_is_gone_is_dropped(database):
    """It is neither listed nor written."""
    keep(database, "a", "b")
    with database.write() as connection:
        connection.exec_driver_sql("DELETE FROM run WHERE id = 'a'")
    compacts = Compacts(database, RunStore(database))
    assert [c.run_id for c in compacts.list("novel")] == ["b"]
    assert compacts.compact("novel") == 1
    with database.read() as connection:
        assert connection.exec_driver_sql("SELECT run_id FROM compact").scalars().all() == ["b"]
