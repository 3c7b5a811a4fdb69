"""A store that is copied into another one."""

from __future__ import annotations

import pytest

from underdraft import Workspace
from underdraft.errors import Conflict
from underdraft.memory.db import copying
from underdraft.memory.db.copying import copy_store

pytestmark = pytest.mark.file_only("it copies files too")


@pytest.fixture
def filled(tmp_path):
    """A workspace in whose store every table that a writer fills has rows."""
    folder = tmp_path / "novel"
    (folder / ".underdraft").mkdir(parents=True)
    (folder / ".underdraft" / "config.toml").write_text('[project]\nid = "harbour"\n', encoding="utf-8")
    with Workspace.open(folder, store=tmp_path / "from.db", embedder="local") as workspace:

        def ask(channel, **payload):
            envelope = workspace.invoke_sync(channel, payload)
            assert envelope["ok"], envelope
            return envelope["data"]

        session = ask("session:start")["sessionId"]
        for content in ("结尾不要比喻", "Café 在港口", "灯塔的看守人叫沈默"):
            ask("memory:create", type="preference", scope="global", content=content)
        ask("atomic:create", content="我叫阿明", tags=["名字"])
        ask("memory:settings:update", patch={"memory.rag_top_n": 7})
        for instruction in ("写一句。", "再写一句。"):
            run = workspace.run_sync("chat", instruction=instruction, session_id=session)
        ask("ai:skill:feedback", runId=run.id, action="accept", evidenceRef="偏好短句")
        workspace.store.memory.indexer.catch_up(60)
        workspace.store.conversation.worker.wait(60)
        workspace.store.settle()
        yield workspace


def copy(source, target, **options):
    """Copy between two workspaces."""
    return copy_store(source.store.database, target.store.database, name="from", **options)


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
        prompts = [w.preview_sync("chat", instruction="看守人是谁？").prompt_hash for w in (filled, target)]
        assert prompts[0] == prompts[1]
        target.invoke_sync("memory:create", {"type": "fact", "scope": "global", "content": "后来的"})
        target.run_sync("chat", instruction="在新的地方。")
        assert len(target.invoke_sync("ai:run:list", {})["data"]["items"]) == 3


def test_it_goes_on_where_it_was_broken_off(filled, tmp_path, monkeypatch):
    """Wherever it stops, the same call does the rest, and reads nothing twice that was written."""
    monkeypatch.setattr(copying, "ROWS_AT_ONCE", 1)
    with filled.beside(store=tmp_path / "to.db") as target:
        for stop in (0, 1, 7, 20):
            with pytest.raises(KeyboardInterrupt):
                copy(filled, target, advance=stopping_at(stop))
        steps = []
        copied = copy(filled, target, advance=lambda done, total: steps.append((done, total)))
        assert steps[-1][0] == steps[-1][1] == sum(table.rows for table in copied)
        with pytest.raises(Conflict, match="holds something already"):
            copy(filled, target)


def stopping_at(number):
    """Stops a copy once so many rows are there; of a number below 0, so many are missing."""

    def advance(done, total):
        if done >= number + (total if number < 0 else 0):
            raise KeyboardInterrupt

    return advance


def test_what_changed_meanwhile_is_said(filled, tmp_path, monkeypatch):
    """A source that was written to between two parts of a copy is no copy; --replace begins anew."""
    monkeypatch.setattr(copying, "ROWS_AT_ONCE", 1)
    with filled.beside(store=tmp_path / "to.db") as target:
        with pytest.raises(KeyboardInterrupt):
            copy(filled, target, advance=stopping_at(-2))
        item = filled.invoke_sync("memory:list", {})["data"]["items"][0]
        assert filled.invoke_sync("memory:update", {"id": item["id"], "patch": {"content": "改了"}})["ok"]
        with pytest.raises(Conflict, match="was written to"):
            copy(filled, target)
        copy(filled, target, replace=True)


def test_nothing_is_overwritten_unasked(filled, tmp_path):
    """A target with anything in it is refused, also one that another store is being copied into."""
    with filled.beside(store=tmp_path / "to.db") as target:
        target.invoke_sync("memory:create", {"type": "fact", "scope": "global", "content": "schon da"})
        before = target.invoke_sync("memory:list", {})
        with pytest.raises(Conflict):
            copy(filled, target)
        assert target.invoke_sync("memory:list", {}) == before
    with filled.beside(store=tmp_path / "half.db") as target:
        with pytest.raises(KeyboardInterrupt):
            copy(filled, target, advance=stopping_at(1))
        with pytest.raises(Conflict):
            copy_store(filled.store.database, target.store.database, name="another")


@pytest.mark.long
def test_there_and_back(filled, tmp_path, server_url):
    """A writer's store moves to a server, in two parts, and from there into a file, and is the same."""
    with filled.beside(store=server_url, writer="阿明") as server:
        with pytest.raises(KeyboardInterrupt):
            copy(filled, server, advance=stopping_at(20))
        there = copy(filled, server)
        with filled.beside(store=tmp_path / "back.db") as file:
            assert copy(server, file) == there
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
