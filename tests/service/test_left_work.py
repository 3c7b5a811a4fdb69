"""What processes that have ended left undone for writers whom nobody serves."""

from __future__ import annotations

import threading

import pytest

from underdraft import Workspace
from underdraft.memory.copies.writers import writers_with_work
from underdraft.memory.db.database import Database
from underdraft.memory.db.jobs import Pending, enqueue, later
from underdraft.memory.sessions.summaries import SUMMARY_JOB
from underdraft.service.left_work import PATIENCE_SECONDS, LeftWork, doing_left_work

NOW = "2026-01-01T00:00:00.000Z"


@pytest.mark.pooler_too
def test_one_writer_after_the_other(folder, server_url, monkeypatch, caplog):
    """Jobs that have waited long enough are done; a writer whose store cannot be used costs the others nothing."""
    caplog.set_level("INFO", "underdraft.service")
    for writer, seconds in (("anna", 9), ("broken", 5), ("ben", 1), ("carla", -1)):
        store = Database(server_url, writer=writer, clock=lambda: NOW, new_id=str)
        with store.write() as connection:
            enqueue(connection, SUMMARY_JOB, "gone", at=later(NOW, -PATIENCE_SECONDS - seconds))
        store.close()
    with Workspace.open(folder, store=server_url, embedder="none", clock=lambda: NOW) as own:
        beside = own.beside

        def broken(*, writer, **options):
            return beside(writer="\0" if writer == "broken" else writer, **options)

        monkeypatch.setattr(Workspace, "beside", lambda _, **options: broken(**options))
        LeftWork(own).work()
        assert writers_with_work(own.store.database, due_by=NOW) == ("broken", "carla")
        assert own.store.conversation.worker.pending() == Pending(waiting=0, failed=0)
    said = [record.getMessage() for record in caplog.records if record.name.startswith("underdraft.service")]
    assert (len(said), "anna" in str(said)) == (3, False)


def test_a_store_of_one_writer_needs_nobody(workspace):
    """No thread looks after a file."""
    before = threading.active_count()
    with doing_left_work(workspace):
        assert threading.active_count() == before
