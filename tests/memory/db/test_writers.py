"""Writers listed and removed."""

from __future__ import annotations

from memory.store_samples import Ticking
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import columns_by_table
from underdraft.memory.db.tokens import add_token, list_tokens
from underdraft.memory.db.writers import is_empty, list_writers, purge_writer
from underdraft.memory.items.service import MemoryService


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
    assert purge_writer(anna, "anna") > 2
    with anna.read() as connection:
        for table in columns_by_table(connection):
            if table not in {"alembic_version", "writer_token"}:
                assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0, table
    assert list_writers(anna) == ("ben",)
    assert [token.writer for token in list_tokens(ben)] == ["ben"]
    services["anna"].items.create(type="note", scope="global", content="灯")
    assert list_writers(ben) == ("anna", "ben")
    for service in services.values():
        service.close()
        service.database.close()
