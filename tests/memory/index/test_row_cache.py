"""Rows in memory: read once, then mended from the log of changes, whoever wrote."""

from __future__ import annotations

import gc

import pytest
from sqlalchemy import select

from memory.store_samples import open_database
from underdraft.memory.db.schema.settings import SETTING, STORE_LOG
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index.row_cache import (
    CACHES_MAXIMUM,
    CONTENT,
    HISTORY,
    BoundedCache,
    RowCache,
    SharedRows,
    much_kept,
)
from underdraft.memory.notes.crud import UserMemory


@pytest.fixture
def database(tmp_path):
    """A fresh store."""
    made = open_database(tmp_path / "u.db")
    yield made
    made.close()


@pytest.fixture
def memories(database):
    """The service that writes."""
    return UserMemory(database)


@pytest.fixture
def rows():
    """Ids and contents of live memories."""
    c = MEMORY_ITEM.c
    return RowCache(query=select(c.id, c.content).where(c.deleted_at.is_(None)), key=c.id, area="items")


def synced(rows, database):
    """The contents after a reading."""
    with database.read() as connection, rows.lock:
        assert rows.sync(connection)
        return sorted(row[1] for row in rows.rows.values())


def test_writes_are_seen_row_by_row(database, memories, rows, monkeypatch):
    """A new, a changed and a deleted memory are seen at the next reading, and only they are read."""
    first = memories.create(type="note", scope="global", content="a")
    assert synced(rows, database) == ["a"]
    asked = []
    some = RowCache.some
    monkeypatch.setattr(RowCache, "some", lambda self, c, ids: asked.append(ids) or some(self, c, ids))
    memories.create(type="note", scope="global", content="b")
    assert synced(rows, database) == ["a", "b"]
    memories.update(first.id, {"content": "c"})
    assert synced(rows, database) == ["b", "c"]
    memories.delete(first.id)
    assert synced(rows, database) == ["b"]
    assert [len(ids) for ids in asked] == [1, 1, 1]


@pytest.mark.file_only("it opens the file once more")
def test_another_process_is_seen(database, rows):
    """What another connection to the file writes is in the log, too."""
    assert synced(rows, database) == []
    other = open_database(database.path)
    UserMemory(other).create(type="note", scope="global", content="theirs")
    other.close()
    assert synced(rows, database) == ["theirs"]


def test_a_reader_of_an_older_version_is_told(database, memories, rows):
    """Rows that another reader has brought further are not given to a transaction that began before."""
    memories.create(type="note", scope="global", content="a")
    with database.read() as old:
        old.execute(rows.query).all()  # the transaction has begun
        memories.create(type="note", scope="global", content="b")
        assert synced(rows, database) == ["a", "b"]
        assert not rows.sync(old)
        assert [row[1] for row in old.execute(rows.query)] == ["a"]


def test_what_changed_since(database, memories, rows):
    """What is derived asks for the ids of a span; of a span that is too long ago nothing is known."""
    synced(rows, database)
    begun = rows.changes
    assert rows.changed_since(begun) == set()
    made = memories.create(type="note", scope="global", content="x")
    synced(rows, database)
    assert rows.changed_since(begun) == {made.id}
    assert rows.changed_since(0) is None
    for number in range(HISTORY):
        memories.update(made.id, {"content": f"x{number}"})
        synced(rows, database)
    assert rows.changed_since(begun) is None


def test_a_log_that_was_cut_means_reading_everything(database, memories, rows):
    """A reader that has fallen behind the log reads all rows again."""
    memories.create(type="note", scope="global", content="a")
    synced(rows, database)
    memories.create(type="note", scope="global", content="b")
    memories.create(type="note", scope="global", content="c")
    with database.write() as connection:
        connection.exec_driver_sql("DELETE FROM store_log WHERE seq < (SELECT max(seq) FROM store_log)")
    assert synced(rows, database) == ["a", "b", "c"]


def test_only_so_many_conditions_are_held():
    """The condition used longest ago goes, and is made anew when it is asked for again."""
    held = BoundedCache()
    made = []
    for number in range(CACHES_MAXIMUM + 1):
        held.get(number, lambda n=number: made.append(n) or n)
    held.get(0, lambda: made.append("again") or 0)
    assert made[-1] == "again"


def test_rows_are_held_once(database, memories):
    """Whoever asks for the rows of a condition gets the same ones; those of another condition are others."""
    held, live = SharedRows(), MEMORY_ITEM.c.deleted_at.is_(None)
    memories.create(type="note", scope="global", content="a")
    rows = held.of(MEMORY_ITEM, live)
    with database.read() as connection, rows.lock:
        assert rows.sync(connection)
        assert [row[CONTENT] for row in rows.rows.values()] == ["a"]
    assert held.of(MEMORY_ITEM, live) is rows
    assert held.of(MEMORY_ITEM, MEMORY_ITEM.c.deleted_at.is_not(None)) is not rows


@pytest.mark.file_only("it writes into the log by itself")
def test_another_areas_write_puts_no_reader_behind(database, memories, rows):
    """A reader of an older version shares the rows until one of them changes."""
    memories.create(type="note", scope="global", content="a")
    with database.read() as old:
        assert rows.sync(old)
        with database.write() as connection:
            connection.execute(STORE_LOG.insert().values(area="vectors", row_id="1"))
        assert synced(rows, database) == ["a"]
        assert rows.sync(old)
        memories.create(type="note", scope="global", content="b")
        assert synced(rows, database) == ["a", "b"]
        assert not rows.sync(old)


@pytest.mark.parametrize("collecting", [True, False])
def test_garbage_is_looked_for_again_afterwards(collecting):
    """Only where it was before."""
    before = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        with much_kept():
            assert not gc.isenabled()
        assert gc.isenabled() is collecting
    finally:
        (gc.enable if before else gc.disable)()


def test_what_was_read_anew_is_compared(database, memories, rows):
    """Where another area decides what is selected, only the rows that differ have changed, and none when none does."""
    for content in "abc":
        memories.create(type="note", scope="global", content=content)
    rows.besides = ("settings",)
    rows.query = rows.query.where(MEMORY_ITEM.c.content.not_in(select(SETTING.c.key)))
    assert synced(rows, database) == ["a", "b", "c"]
    for key, left, changes in (("x", ["a", "b", "c"], 1), ("b", ["a", "c"], 2)):
        with database.write() as connection:
            connection.execute(SETTING.insert().values(key=key, value="1", updated_at=database.clock()))
        assert synced(rows, database) == left
        assert rows.changes == changes
    assert len(rows.changed_since(1)) == 1
