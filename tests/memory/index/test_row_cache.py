"""Rows in memory: read once, then mended from the log of changes, whoever wrote."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from memory.store_samples import open_database
from underdraft.memory.db.schema.settings import SETTING, STORE_LOG
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index.row_cache import CACHES_MAXIMUM, BoundedCache, RowCache
from underdraft.memory.notes.crud import UserMemory


@pytest.fixture
def memories(database):
    """The service that writes."""
    return UserMemory(database)


@pytest.fixture
def rows():
    """Ids and contents of live memories."""
    c = MEMORY_ITEM.c
    query = select(c.id, c.content).where(c.deleted_at.is_(None))
    return RowCache(query=query, key=c.id, area="items", kind=Mended)


class Mended:
    """What is derived from rows: which of them have changed, each time, and the contents."""

    def __init__(self):
        self.changes = []
        self.contents = {}

    def update(self, rows, changed):
        """Write down the contents of what has changed, ``None`` for what is gone."""
        self.changes.append(sorted(rows[row_id][1] if row_id in rows else "gone" for row_id in changed))
        for row_id in changed:
            self.contents.pop(row_id, None)
        self.contents |= {row_id: rows[row_id][1] for row_id in changed if row_id in rows}


def contents(rows, connection):
    """The contents as a connection sees them."""
    with rows.reading(connection) as held:
        return sorted(held.contents.values())


def synced(rows, database):
    """The contents after a reading."""
    with database.read() as connection:
        return contents(rows, connection)


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


def test_a_reader_of_an_older_version_has_rows_of_its_own(database, memories, rows):
    """Rows that another reader has brought further are not given to a transaction that began before."""
    memories.create(type="note", scope="global", content="a")
    with database.read() as old:
        old.execute(rows.query).all()  # the transaction has begun
        memories.create(type="note", scope="global", content="b")
        assert synced(rows, database) == ["a", "b"]
        assert contents(rows, old) == ["a"]
        with rows.reading(old) as own:
            assert own is not rows.made
            assert own.changes == [["a"]]
    assert synced(rows, database) == ["a", "b"]


def test_what_is_derived_is_mended(database, memories, rows):
    """It is made once, of all rows, and then hears of those that came, changed and went."""
    first = memories.create(type="note", scope="global", content="a")
    memories.create(type="note", scope="global", content="b")
    with database.read() as connection, rows.reading(connection) as held:
        derived = held
    memories.update(first.id, {"content": "c"})
    synced(rows, database)
    memories.delete(first.id)
    with database.read() as connection, rows.reading(connection) as held:
        assert held is derived
    assert derived.changes == [["a", "b"], ["c"], ["gone"]]


def test_a_few_rows_are_found(database, memories, rows):
    """They are read from the store: what is held need not have all of a row."""
    made = [memories.create(type="note", scope="global", content=content).id for content in "ab"]
    with database.read() as connection:
        assert rows.some(connection, [made[1], "unknown"]) == {made[1]: (made[1], "b")}


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


@pytest.mark.file_only("it writes into the log by itself")
def test_another_areas_write_puts_no_reader_behind(database, memories, rows):
    """A reader of an older version shares the rows until one of them changes."""
    memories.create(type="note", scope="global", content="a")
    with database.read() as old:
        assert shares(rows, old)
        with database.write() as connection:
            connection.execute(STORE_LOG.insert().values(area="vectors", row_id="1"))
        assert synced(rows, database) == ["a"]
        assert shares(rows, old)
        memories.create(type="note", scope="global", content="b")
        assert synced(rows, database) == ["a", "b"]
        assert not shares(rows, old)


def shares(rows, connection):
    """Whether a reader is given the rows that are held for all."""
    with rows.reading(connection) as held:
        return held is rows.made


def test_what_was_read_anew_is_compared(database, memories, rows):
    """Where another area decides what is selected, only the rows that differ have changed, and none when none does."""
    for content in "abc":
        memories.create(type="note", scope="global", content=content)
    rows.besides = ("settings",)
    rows.query = rows.query.where(MEMORY_ITEM.c.content.not_in(select(SETTING.c.key)))
    with database.read() as connection, rows.reading(connection) as held:
        derived = held
    for key, left, changes in (("x", ["a", "b", "c"], []), ("b", ["a", "c"], [["gone"]])):
        with database.write() as connection:
            connection.execute(SETTING.insert().values(key=key, value="1", updated_at=database.clock()))
        assert synced(rows, database) == left
        assert derived.changes[1:] == changes
