"""Memories in memory: always in the fixed order, whatever was written, and by whom."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from memory.store_samples import open_database
from underdraft.memory.db.schema.settings import SETTING
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.crud import UserMemory
from underdraft.memory.notes.ordered_cache import OrderedCache
from underdraft.memory.notes.ordering import Candidate, deterministic
from underdraft.text.tokens import estimate
from underdraft.types.memory import injection_line

LIVE = MEMORY_ITEM.c.deleted_at.is_(None)


@pytest.fixture
def database(tmp_path):
    """A fresh store."""
    made = open_database(tmp_path / "u.db")
    yield made
    made.close()


def in_order(database, allowed=LIVE):
    """What a reader without a shelf would put in order."""
    query = select(*(MEMORY_ITEM.c[name] for name in Candidate._fields)).where(allowed)
    with database.read() as connection:
        return deterministic(Candidate._make(row) for row in connection.execute(query))


def on_shelf(database, shelf, allowed=LIVE):
    """What the shelf has."""
    with database.read() as connection:
        return list(shelf.ordered(connection, allowed))


@given(
    steps=st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from(["create", "update", "delete"])), min_size=1, max_size=25
    )
)
def test_any_writes_leave_the_fixed_order(tmp_path_factory, steps):
    """After each write the shelf has what a fresh reading puts in order, with the size of each line."""
    database = open_database(tmp_path_factory.mktemp("s") / "u.db")
    shelf, memories, made = OrderedCache(), UserMemory(database), []
    for number, (which, step) in enumerate(steps):
        if step == "create" or not made:
            kind = ("preference", "fact", "note")[which % 3]
            made.append(memories.create(type=kind, scope="global", content=f"第{number}条").id)
        elif step == "update":
            memories.update(made[which % len(made)], {"content": f"改过的第{number}条"})
        else:
            memories.delete(made.pop(which % len(made)))
        shelved = on_shelf(database, shelf)
        assert [entry.item for entry in shelved] == in_order(database)
        for entry in shelved:
            assert entry.tokens == estimate("\n" + injection_line(entry.item.content, entry.item.origin))
    database.close()


def test_the_same_sequence_until_something_changes(database):
    """Nothing is sorted or made again while no memory changes; another area's write is no change."""
    shelf, memories = OrderedCache(), UserMemory(database)
    memories.create(type="note", scope="global", content="a")
    asked = []

    def derived():
        with database.read() as connection:
            return shelf.derive(connection, LIVE, "n", lambda found: asked.append(1) or len(found))

    with database.read() as connection:
        first = shelf.ordered(connection, LIVE)
        assert shelf.ordered(connection, LIVE) is first
    assert [derived(), derived()] == [1, 1]
    with database.write() as connection:
        connection.execute(SETTING.insert().values(key="k", value="1", updated_at=database.clock()))
    assert (derived(), len(asked)) == (1, 1)
    memories.create(type="note", scope="global", content="b")
    assert (derived(), len(asked)) == (2, 2)


@pytest.mark.file_only("counters of a server begin with the first write")
def test_what_overrules_a_memory_is_seen(database):
    """A condition that looks at other rows holds anew when their area changes, also without a change of memories."""
    shelf, memories = OrderedCache(), UserMemory(database)
    kept = memories.create(type="note", scope="global", content="a").id
    gone = memories.create(type="note", scope="global", content="b").id
    allowed = MEMORY_ITEM.c.id.not_in(select(SETTING.c.key))
    assert {entry.item.id for entry in on_shelf(database, shelf, allowed)} == {kept, gone}
    with database.write() as connection:
        connection.execute(SETTING.insert().values(key=gone, value="1", updated_at=database.clock()))
        connection.exec_driver_sql("UPDATE store_change SET value = value + 1 WHERE area = 'preferences'")
    assert [entry.item.id for entry in on_shelf(database, shelf, allowed)] == [kept]


def test_a_reader_of_an_older_version_sees_it(database):
    """A transaction that began before a write is given what it sees, and what is derived is made of that."""
    shelf, memories = OrderedCache(), UserMemory(database)
    memories.create(type="note", scope="global", content="a")
    with database.read() as old:
        old.execute(select(MEMORY_ITEM.c.id)).all()  # the transaction has begun
        memories.create(type="note", scope="global", content="b")
        assert len(on_shelf(database, shelf)) == 2
        assert [entry.item.content for entry in shelf.ordered(old, LIVE)] == ["a"]
        assert shelf.derive(old, LIVE, "n", len) == 1
    assert len(on_shelf(database, shelf)) == 2
