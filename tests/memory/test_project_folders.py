"""Two folders with one project's id in one store."""

from __future__ import annotations

import shutil

import pytest

from memory.store_samples import open_database
from underdraft import Workspace
from underdraft.memory.project_folders import claim_id
from underdraft.types.facts import Project


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


def test_a_second_folder_with_the_same_id_is_told(tmp_path, database):
    """The warning names both works and the mend, and no path."""
    first, second = folder(tmp_path / "a", "剑来"), folder(tmp_path / "b", "雪中悍刀行")
    assert claim_id(database, first, tmp_path / "a") is None
    assert claim_id(database, first, tmp_path / "a") is None
    warning = claim_id(database, second, tmp_path / "b")
    assert warning.startswith("PROJECT_ID_SHARED: 雪中悍刀行 and 剑来 ")
    assert "validate --fix-id" in warning
    assert str(tmp_path) not in warning


def test_a_folder_that_moves_takes_its_id_along(tmp_path, database):
    """Moving, renaming the work and giving the id up are no conflicts."""
    project = folder(tmp_path / "a", "剑来")
    claim_id(database, project, tmp_path / "a")
    (tmp_path / "a").rename(tmp_path / "b")
    assert claim_id(database, project, tmp_path / "b") is None
    assert claim_id(database, Project(id="novel", name="剑来2"), tmp_path / "b") is None
    shutil.rmtree(tmp_path / "b")
    folder(tmp_path / "b", "别的", project_id="other")
    folder(tmp_path / "c", "剑来")
    assert claim_id(database, project, tmp_path / "c") is None


def test_a_store_in_the_folder_is_its_own(tmp_path):
    """A folder that carries its store can be copied."""
    project = folder(tmp_path / "a", "剑来")
    own = open_database(tmp_path / "a" / ".underdraft" / "underdraft.db")
    assert claim_id(own, project, tmp_path / "a") is None
    own.close()
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    copied = open_database(tmp_path / "b" / ".underdraft" / "underdraft.db")
    assert claim_id(copied, project, tmp_path / "b") is None
    copied.close()


def test_a_run_is_warned_and_its_record_holds_no_path(tmp_path):
    """The second folder's runs say so, each time; the first one's do not."""
    for name in ("a", "b"):
        folder(tmp_path / name, f"书{name}")
    for name, shared in (("a", False), ("b", True), ("a", False)):
        with Workspace.open(tmp_path / name, store=tmp_path / "home" / "store.db") as ws:
            for _ in range(2):
                run = ws.run_sync("polish", document="夜色。")
                assert any(w.startswith("PROJECT_ID_SHARED: ") for w in run.warnings) is shared
            answer = ws.invoke_sync("ai:run:get", {"runId": run.id})
            assert str(tmp_path) not in str(answer)
