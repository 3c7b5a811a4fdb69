"""Whose memories a folder gets whose project's id the store knows from another folder."""

from __future__ import annotations

import os
import shutil
import time
from contextlib import closing

import pytest
from sqlalchemy import select

from memory.store_samples import open_database
from underdraft import Workspace
from underdraft.memory.db.database import BUSY_TIMEOUT_MS
from underdraft.memory.db.schema.projects import PROJECT_FOLDER
from underdraft.memory.db.sqlite import driver
from underdraft.memory.project_folders import claim_id
from underdraft.types.run_inputs import Project

KEPT = "The lighthouse keeper is called Quillfeather."


@pytest.fixture
def database(tmp_path):
    """A store outside of the folders."""
    made = open_database(tmp_path / "home" / "store.db")
    yield made
    made.close()


def folder(place, name, project_id="novel"):
    """A project's folder."""
    (place / ".underdraft").mkdir(parents=True)
    text = f'embedder = "none"\n[project]\nid = "{project_id}"\nname = "{name}"\n'
    (place / ".underdraft" / "config.toml").write_text(text, encoding="utf-8")
    return Project(id=project_id, name=name)


def opened(tmp_path, name, **options):
    """A workspace over the writer's store."""
    return Workspace.open(tmp_path / name, store=tmp_path / "home" / "store.db", **options)


@pytest.fixture
def known(tmp_path):
    """The writer's own folder ``a`` with a memory of its project and a global one; ``b`` is a stranger's with its id."""
    folder(tmp_path / "a", "Harbour")
    folder(tmp_path / "b", "Taken")
    with opened(tmp_path, "a") as ws:
        add = {"type": "preference", "content": KEPT}
        assert ws.invoke_sync("memory:create", {**add, "scope": "project"})["ok"]
        assert ws.invoke_sync("memory:create", {**add, "scope": "global", "content": "Short sentences."})[
            "ok"
        ]
        assert KEPT in str(ws.preview_sync("polish", document="x").messages)
    return tmp_path


def test_a_strangers_folder_gets_none_of_the_memories(known):
    """With a known id it has neither memories nor runs of that project, also when it is asked by the id; global ones stay."""
    with opened(known, "b") as ws:
        preview = ws.preview_sync("polish", document="x")
        assert KEPT not in str(preview.messages)
        assert ws.config.project_id not in str(preview.messages)
        assert "Taken" in preview.stable_prefix
        assert "Short sentences." in preview.stable_prefix
        assert KEPT not in str(ws.preview_sync("polish", document="x", project_id="novel").messages)
        for payload in ({}, {"projectId": "novel"}):
            listed = ws.invoke_sync("memory:list", payload)["data"]["items"]
            assert [item["content"] for item in listed] == ["Short sentences."]
        assert KEPT not in str(ws.invoke_sync("memory:export", {}))
        assert KEPT not in str(ws.invoke_sync("memory:search", {"keyword": "Quillfeather"}))


def test_nothing_of_a_strangers_folder_gets_into_the_project(known):
    """What is written in the second folder stays with it, and is there again the next time."""
    with opened(known, "b") as ws:
        ws.invoke_sync("memory:create", {"type": "note", "scope": "project", "content": "Of the copy."})
        run = ws.run_sync("polish", document="x", project_id="novel")
    with opened(known, "a") as ws:
        assert "Of the copy." not in str(ws.invoke_sync("memory:list", {}))
        assert ws.invoke_sync("ai:run:get", {"runId": run.id})["error"]["code"] == "NOT_FOUND"
    with opened(known, "b") as ws:
        assert "Of the copy." in str(ws.invoke_sync("memory:list", {}))
        assert ws.invoke_sync("ai:run:get", {"runId": run.id})["ok"]


def test_each_run_of_an_unconfirmed_folder_says_so_without_a_path(known):
    """The warning names both works, both folders and both fixes; the confirmed folder's runs say nothing."""
    for name, shared in (("a", False), ("b", True), ("a", False)):
        with opened(known, name) as ws:
            for _ in range(2):
                run = ws.run_sync("polish", document="夜色。")
                said = [w for w in run.warnings if w.startswith("PROJECT_ID_SHARED: ")]
                assert bool(said) is shared
            assert str(known) not in str(ws.invoke_sync("ai:run:get", {"runId": run.id}))
    assert not shared
    with opened(known, "b") as ws:
        (said,) = [w for w in ws.preview_sync("polish", document="x").warnings if "ID_SHARED" in w]
    assert "Taken in b has the id of Harbour in a" in said
    assert "status --confirm-id" in said
    assert f'write id = "{ws.config.project_id}" into config.toml' in said


def test_a_confirmed_copy_shares_the_memories(known):
    """``confirm=True`` is remembered, and the first folder keeps what it has."""
    with opened(known, "b", confirm=True) as ws:
        assert KEPT in str(ws.preview_sync("polish", document="x").messages)
        assert ws.config.project_id == "novel"
    for name in ("b", "a"):
        with opened(known, name) as ws:
            preview = ws.preview_sync("polish", document="x")
            assert KEPT in str(preview.messages)
            assert not any("PROJECT_" in warning for warning in preview.warnings)


def test_a_confirmation_reaches_a_workspace_that_is_open(known, monkeypatch):
    """A server need not be started again for it."""
    monkeypatch.setattr("underdraft.run.project_identity.CLAIM_SECONDS", -1.0)
    with opened(known, "b") as ws:
        assert KEPT not in str(ws.preview_sync("polish", document="x").messages)
        with opened(known, "b", confirm=True) as other:
            other.identity.find()
        assert KEPT in str(ws.preview_sync("polish", document="x").messages)
        assert (ws.config.project_id, ws.config.claimed_id) == ("novel", None)


def test_a_moved_folder_keeps_its_memories_and_says_so_once(known):
    """One warning, in the first run; afterwards the new place is the confirmed one."""
    (known / "a").rename(known / "c")
    with opened(known, "c") as ws:
        first, second = (ws.preview_sync("polish", document="x") for _ in range(2))
    assert KEPT in str(first.messages)
    (said,) = [w for w in first.warnings if w.startswith("PROJECT_MOVED: ")]
    assert said == "PROJECT_MOVED: Harbour has moved from a to c and keeps its memories"
    assert not any("PROJECT_" in warning for warning in second.warnings)
    with opened(known, "c") as ws:
        assert not any("PROJECT_" in w for w in ws.preview_sync("polish", document="x").warnings)


def test_a_strangers_folder_is_not_the_moved_one(known):
    """That the confirmed folder is gone, a drive that is not mounted, opens nothing to others."""
    (known / "a").rename(known / "away")
    with opened(known, "b") as ws:
        assert KEPT not in str(ws.preview_sync("polish", document="x").messages)
    (known / "away").rename(known / "a")
    with opened(known, "a") as ws:
        preview = ws.preview_sync("polish", document="x")
    assert KEPT in str(preview.messages)
    assert not any("PROJECT_" in warning for warning in preview.warnings)


def test_an_own_id_is_an_id(tmp_path, database):
    """It has at most 64 characters, tells folders apart and is the same each time."""
    first = folder(tmp_path / "a", "A", "n" * 64)
    for name in ("b", "c"):
        folder(tmp_path / name, name, "n" * 64)
    claim_id(database, first, tmp_path / "a")
    ids = [claim_id(database, first, tmp_path / name).project_id for name in ("b", "c", "b")]
    assert ids[0] == ids[2] != ids[1]
    assert all(len(own) == 64 for own in ids)


def test_a_folder_that_was_noted_before_there_were_markers(tmp_path, database):
    """A store of an older version: the noted folder is confirmed, and one that moved since keeps its memories."""
    project = folder(tmp_path / "a", "剑来")
    row = {"project_id": "novel", "folder": os.fspath(tmp_path / "gone"), "name": "剑来", "marker": None}
    with database.write() as connection:
        connection.execute(PROJECT_FOLDER.insert().values(row))
    claim = claim_id(database, project, tmp_path / "a")
    assert claim.confirmed
    assert claim.warning.startswith("PROJECT_MOVED: ")
    assert claim_id(database, project, tmp_path / "a").warning is None


def test_an_id_that_was_given_up_is_free(tmp_path, database):
    """A copy that kept its marker takes the id over when the first folder uses another one."""
    project = folder(tmp_path / "a", "剑来")
    claim_id(database, project, tmp_path / "a")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    assert not claim_id(database, project, tmp_path / "b").confirmed
    shutil.rmtree(tmp_path / "a")
    folder(tmp_path / "a", "别的", project_id="other")
    assert claim_id(database, project, tmp_path / "b").confirmed


def test_a_store_in_the_folder_is_its_own(tmp_path):
    """A folder that carries its store can be copied."""
    project = folder(tmp_path / "a", "剑来")
    own = open_database(tmp_path / "a" / ".underdraft" / "underdraft.db")
    assert claim_id(own, project, tmp_path / "a").confirmed
    own.close()
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    copied = open_database(tmp_path / "b" / ".underdraft" / "underdraft.db")
    assert claim_id(copied, project, tmp_path / "b").confirmed
    copied.close()


def test_a_replica_on_another_machine_has_the_memories(known, store_kind, monkeypatch):
    """Over a server folders are on several machines: the first one of each is confirmed, a second one is not."""
    monkeypatch.setattr("platform.node", lambda: "another machine")
    (known / "a").rename(known / "not-here")
    (known / "replica").mkdir()
    (known / "b").rename(known / "replica" / "b")
    with opened(known, "replica/b") as ws:
        assert (KEPT in str(ws.preview_sync("polish", document="x").messages)) is (store_kind == "server")
    folder(known / "c", "Third")
    with opened(known, "c") as ws:
        assert KEPT not in str(ws.preview_sync("polish", document="x").messages)


def test_files_from_elsewhere_belong_to_their_application(known):
    """A source without a folder has the memories of its project's id."""
    files = {".underdraft/config.toml": 'embedder = "none"\n[project]\nid = "novel"\n'}
    with Workspace.open(files=files, store=known / "home" / "store.db") as ws:
        preview = ws.preview_sync("polish", document="x")
    assert KEPT in str(preview.messages)
    assert not any("PROJECT_" in warning for warning in preview.warnings)


@pytest.mark.file_only("a file has one writer at a time")
def test_a_locked_store_is_not_waited_for(database, tmp_path):
    """The folder is noted another time."""
    project = folder(tmp_path / "a", "Harbour")
    database.prepare()
    with closing(driver().connect(database.place.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        begin = time.monotonic()
        assert claim_id(database, project, tmp_path / "a").confirmed
        assert time.monotonic() - begin < BUSY_TIMEOUT_MS / 1000
    assert claim_id(database, project, tmp_path / "a").confirmed
    with database.read() as connection:
        assert len(connection.execute(select(PROJECT_FOLDER)).all()) == 1
