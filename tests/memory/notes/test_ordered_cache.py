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
from underdraft.memory.notes.ordered_cache import COLUMNS, rows_of, shelved
from underdraft.text.tokens import estimate
from underdraft.types.memory import injection_line

LIVE = MEMORY_ITEM.c.deleted_at.is_(None)


def in_order(database, allowed=LIVE):
    """What a reader without a shelf would put in order."""
    query = select(*(MEMORY_ITEM.c[name] for name in COLUMNS)).where(allowed)
    with database.read() as connection:
        found = list(connection.execute(query))
    found.sort(key=lambda item: item.id)
    found.sort(key=lambda item: item.updated_at, reverse=True)  # stable: equal times stay by id
    return sorted(found, key=lambda item: ["preference", "fact", "note"].index(item.type))


def on_shelf(database, rows):
    """What is in order beside the rows."""
    with database.read() as connection, rows.reading(connection) as held:
        return held.ordered


def item(id, scope="global", type="preference", updated_at="2026-01-01T00:00:00.000Z"):  # noqa: A002
    """A memory with what the order looks at."""
    return id, type, scope, "x", "manual", None, None, updated_at, 1


def test_the_four_keys_in_their_order():
    """MS1-4.3: scope, then type, then newest first, then id."""
    wanted = [
        item("z", "project", "preference"),
        item("a", "project", "note"),
        item("n2", updated_at="2026-01-03T00:00:00.000Z"),
        item("n1", updated_at="2026-01-02T00:00:00.000Z"),
        item("a1"),
        item("a2"),
        item("f", type="fact"),
        item("n", type="note"),
        item("b", type="apple"),
        item("a", type="zebra"),
    ]
    assert [(entry.id, entry.type) for entry in sorted(map(shelved, wanted[::-1]))] == [
        (row[0], row[1]) for row in wanted
    ]


@pytest.mark.both_stores
@pytest.mark.long
@given(
    steps=st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from(["create", "update", "delete"])), min_size=1, max_size=25
    )
)
def test_any_writes_leave_the_fixed_order(tmp_path_factory, steps):
    """After each write the shelf has what a fresh reading puts in order, with the size of each line."""
    database = open_database(tmp_path_factory.mktemp("s") / "u.db")
    rows, memories, made = rows_of(LIVE), UserMemory(database), []
    for number, (which, step) in enumerate(steps):
        if step == "create" or not made:
            kind = ("preference", "fact", "note")[which % 3]
            made.append(memories.create(type=kind, scope="global", content=f"第{number}条").id)
        elif step == "update":
            memories.update(made[which % len(made)], {"content": f"改过的第{number}条"})
        else:
            memories.delete(made.pop(which % len(made)))
        shelved = on_shelf(database, rows)
        wanted = in_order(database)
        assert [entry.id for entry in shelved] == [row.id for row in wanted]
        for entry, row in zip(shelved, wanted, strict=True):
            assert entry.tokens == estimate("\n" + injection_line(row.content, row.origin))
    database.close()


def test_the_same_sequence_until_something_changes(database):
    """Nothing is sorted or made again while no memory changes; another area's write is no change."""
    rows, memories = rows_of(LIVE), UserMemory(database)
    memories.create(type="note", scope="global", content="a")
    asked = []

    def derived():
        with database.read() as connection, rows.reading(connection) as held:
            return held.derive("n", lambda found: asked.append(1) or len(found))

    assert on_shelf(database, rows) is on_shelf(database, rows)
    assert [derived(), derived()] == [1, 1]
    with database.write() as connection:
        connection.execute(SETTING.insert().values(key="k", value="1", updated_at=database.clock()))
    assert (derived(), len(asked)) == (1, 1)
    memories.create(type="note", scope="global", content="b")
    assert (derived(), len(asked)) == (2, 2)


@pytest.mark.file_only("counters of a server begin with the first write")
def test_what_overrules_a_memory_is_seen(database):
    """A condition that looks at other rows holds anew when their area changes, also without a change of memories."""
    memories = UserMemory(database)
    kept = memories.create(type="note", scope="global", content="a").id
    gone = memories.create(type="note", scope="global", content="b").id
    rows = rows_of(MEMORY_ITEM.c.id.not_in(select(SETTING.c.key)))
    assert {entry.id for entry in on_shelf(database, rows)} == {kept, gone}
    with database.write() as connection:
        connection.execute(SETTING.insert().values(key=gone, value="1", updated_at=database.clock()))
        connection.exec_driver_sql("UPDATE store_change SET value = value + 1 WHERE area = 'preferences'")
    assert [entry.id for entry in on_shelf(database, rows)] == [kept]
