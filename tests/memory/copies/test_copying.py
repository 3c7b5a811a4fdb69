"""A store that is copied into another one."""

from __future__ import annotations

import pytest

from memory.area_samples import copy_store
from underdraft.errors import Conflict
from underdraft.memory.copies import copying
from underdraft.memory.copies.copying import count, read_rows
from underdraft.memory.db.dialect import continue_numbers
from underdraft.memory.db.schema.runs import RUN, RUN_SOURCE
from underdraft.memory.db.schema.settings import SETTING

pytestmark = pytest.mark.file_only("it copies files too")


def copy(source, target, **options):
    """Copy between two workspaces."""
    return copy_store(source.store.database, target.store.database, **options)


@pytest.mark.long
def test_all_of_it_is_there(filled, tmp_path):
    """Every row, with the index of words and the vectors: what is found and what is assembled is the same."""
    with filled.beside(store=tmp_path / "to.db") as target:
        copied = copy(filled, target)
        assert {table.name: table.rows for table in copied}["memory_item"] >= 3
        found = [
            workspace.invoke_sync("memory:search", {"keyword": "港口"})["data"]["items"]
            for workspace in (filled, target)
        ]
        assert found[0] == found[1] != []
        target.store.memory.indexer.wait(30)  # what is found by meaning is entered behind a copy
        prompts = [w.preview_sync("chat", instruction="看守人是谁？").prompt_hash for w in (filled, target)]
        assert prompts[0] == prompts[1]
        target.invoke_sync("memory:create", {"type": "fact", "scope": "global", "content": "后来的"})
        target.run_sync("chat", instruction="在新的地方。")
        assert len(target.invoke_sync("ai:run:list", {})["data"]["items"]) == 3


@pytest.mark.long
def test_nothing_is_overwritten_unasked(filled, tmp_path):
    """A target with anything in it is refused and stays, unless it may be replaced."""
    with filled.beside(store=tmp_path / "to.db") as target:
        target.invoke_sync("memory:create", {"type": "fact", "scope": "global", "content": "schon da"})
        before = target.invoke_sync("memory:list", {})
        with pytest.raises(Conflict):
            copy(filled, target)
        assert target.invoke_sync("memory:list", {}) == before
        copied = copy(filled, target, replace=True)
        assert {table.name: table.rows for table in copied}["memory_item"] >= 3


@pytest.mark.long
def test_more_rows_than_are_held_at_once(filled, tmp_path, monkeypatch):
    """Rows go in portions, and who watches hears how many are done."""
    monkeypatch.setattr(copying, "ROWS_AT_ONCE", 1)
    steps = []
    with filled.beside(store=tmp_path / "to.db") as target:
        copied = copy(filled, target, advance=lambda done, total: steps.append((done, total)))
    assert steps[-1][0] == steps[-1][1] == sum(table.rows for table in copied) == len(steps)


@pytest.mark.long
def test_there_and_back(filled, tmp_path, server_url):
    """A writer's store moves to a server and from there into a file, and is the same."""
    with filled.beside(store=server_url, writer="阿明") as server:
        there = copy(filled, server)
        with filled.beside(store=tmp_path / "back.db") as file:
            assert copy(server, file) == there
            for one in (server, file):
                one.store.memory.indexer.wait(30)
            prompts = [
                one.preview_sync("chat", instruction="看守人是谁？").prompt_hash
                for one in (filled, server, file)
            ]
            assert len(set(prompts)) == 1
        server.invoke_sync("memory:create", {"type": "fact", "scope": "global", "content": "后来的"})
        server.run_sync("chat", instruction="在新的地方。")
        assert len(server.invoke_sync("ai:run:list", {})["data"]["items"]) == 3
    with filled.beside(store=server_url, writer="另一个") as other:
        assert other.invoke_sync("ai:run:list", {})["data"]["items"] == []


def test_rows_come_in_the_order_of_their_keys(database, monkeypatch):
    """In portions that follow each other, and as they were written."""
    monkeypatch.setattr(copying, "ROWS_AT_ONCE", 2)
    with database.write() as connection:
        connection.execute(SETTING.insert(), [{"key": k, "value": "1", "updated_at": "2026"} for k in "cab"])
        first, second = read_rows(connection, SETTING)
        assert [row["key"] for row in first] == ["a", "b"]
        assert [tuple(row.values()) for row in second] == [("c", "1", "2026")]
        assert count(connection, SETTING) == 3


def test_what_is_added_later_follows(database):
    """After rows that brought their numbers a new one gets the next."""
    values = {c.key: "x" for c in RUN.c} | {"privacy": False, "seq": 7}
    with database.write() as connection:
        connection.execute(RUN.insert(), [values])
        continue_numbers(connection, RUN)
        later = {**values, "id": "y"}
        later.pop("seq")
        (seq,) = connection.execute(RUN.insert().values(later)).inserted_primary_key
        assert seq > 7  # a server counts on for all who have a store there


def test_keys_of_two_columns(database, monkeypatch):
    """Are compared together."""
    monkeypatch.setattr(copying, "ROWS_AT_ONCE", 1)
    values = {c.key: "x" for c in RUN.c} | {"privacy": False, "seq": 1}
    with database.write() as connection:
        connection.execute(RUN.insert().values(values))
        connection.execute(RUN_SOURCE.insert(), [{"run_seq": 1, "item_id": name} for name in "ba"])
        assert [row["item_id"] for rows in read_rows(connection, RUN_SOURCE) for row in rows] == ["a", "b"]
