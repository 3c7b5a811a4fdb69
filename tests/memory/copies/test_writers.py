"""Writers listed and removed."""

from __future__ import annotations

import pytest

from memory.area_samples import purge_writer
from memory.store_samples import Ticking
from traces import columns_by_table
from underdraft.errors import StoreError
from underdraft.memory.copies.writers import is_empty, list_writers
from underdraft.memory.db.database import Database
from underdraft.memory.db.jobs import enqueue
from underdraft.memory.db.tokens import add_token, list_tokens
from underdraft.memory.db.write_ahead_queue import Spool
from underdraft.memory.notes.service import MemoryService

pytestmark = pytest.mark.pooler_too

NOW = "2026-01-01T00:00:00.000Z"


def test_a_purged_writer_has_left_nothing(server_url):
    """No row of any table; the writer is not listed, and begins anew when something is written again."""
    ticking, services = Ticking(), {}
    for writer in ("anna", "ben"):
        database = Database(server_url, clock=ticking.clock, new_id=ticking.new_id, writer=writer)
        assert is_empty(database)
        services[writer] = MemoryService(database, find_embedder=lambda: None)
        services[writer].items.create(type="note", scope="global", content="灯笼")
        add_token(database, writer)
    anna, ben = services["anna"].database, services["ben"].database
    assert list_writers(ben) == ("anna", "ben")
    done = purge_writer(anna, "anna")
    assert (done.rows, dict(done.tables)) == (3, {"memory_item": 1, "memory_revision": 1, "writer_token": 1})
    with pytest.raises(StoreError) as refused, anna.read():
        pass
    assert (refused.value.details["reason"], anna.purged) == ("purged", True)
    again = Database(server_url, clock=ticking.clock, new_id=ticking.new_id, writer="anna")
    assert is_empty(again)
    with again.read() as connection:
        for table in columns_by_table(connection):
            if table not in {"alembic_version", "writer_token", "known_writer"}:
                assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0, table
    assert list_writers(again) == ("ben",)
    assert [token.writer for token in list_tokens(ben)] == ["ben"]
    services["new"] = MemoryService(again, find_embedder=lambda: None)
    services["new"].items.create(type="note", scope="global", content="灯")
    assert list_writers(ben) == ("anna", "ben")
    for service in services.values():
        service.close()
        service.database.close()


def test_what_waits_of_a_purged_writer_goes(server_url):
    """A spool on this machine is removed."""
    store = Database(server_url, clock=lambda: NOW, new_id=str, writer="anna")
    with store.write() as connection:
        enqueue(connection, "learn", "x", at=NOW)
    left = Spool.create(store.place.path, "left")
    left.add({"op": "recalled", "id": "", "ids": [], "at": NOW}, store.generation)
    left.close(empty=False)
    assert purge_writer(store, "anna").tables == {"background_job": 1}
    assert not left.path.exists()
    store.close()
