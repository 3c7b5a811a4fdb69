"""When a workspace asks its store whose its project's id is."""

from __future__ import annotations

import shutil

from underdraft import StoreError, Workspace
from underdraft.memory import project_folders

CONFIG = 'embedder = "none"\n[project]\nid = "novel"\n'


def books(tmp_path):
    """Two folders with one project's id, and options for their store."""
    for name in ("a", "b"):
        (tmp_path / name / ".underdraft").mkdir(parents=True)
        (tmp_path / name / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    return tmp_path / "a", tmp_path / "b", {"store": tmp_path / "store.db"}


def test_the_first_folder_that_writes_has_the_id(tmp_path):
    """Also where it only called a channel, which made the store; and a question makes none."""
    first, second, options = books(tmp_path)
    with Workspace.open(first, **options) as ws:
        assert ws.invoke_sync("skill:list", {})["ok"]
        assert not (tmp_path / "store.db").exists()
        ws.invoke_sync("memory:create", {"type": "note", "scope": "project", "content": "Kept."})
        assert ws.identity.claim.confirmed
    with Workspace.open(second, **options) as ws:
        assert "Kept." not in str(ws.invoke_sync("memory:list", {}))
        assert not ws.identity.claim.confirmed


def test_while_the_store_does_not_say_nothing_of_it_is_read(tmp_path, monkeypatch):
    """The run goes on without memories, as for a store that cannot be read."""
    first, second, options = books(tmp_path)
    with Workspace.open(first, **options) as ws:
        ws.invoke_sync("memory:create", {"type": "preference", "scope": "project", "content": "Kept."})

    def fail(*_, **__):
        raise StoreError("the store is locked")

    with Workspace.open(second, **options) as ws:
        with monkeypatch.context() as patch:
            patch.setattr(project_folders, "claim_id", fail)
            preview = ws.preview_sync("polish", document="x")
        assert "Kept." not in str(preview.messages)
        assert any(warning.startswith("MEMORY_UNAVAILABLE") for warning in preview.warnings)
        ws.invoke_sync("memory:create", {"type": "preference", "scope": "global", "content": "Of all."})
        preview = ws.preview_sync("polish", document="x")
        assert "Of all." in str(preview.messages)
        assert "Kept." not in str(preview.messages)


def test_feedback_knows_the_id_too(tmp_path):
    """Knowledge and learning have the id that was found, whenever they were made."""
    first, second, options = books(tmp_path)
    with Workspace.open(first, **options) as ws:
        ws.run_sync("polish", document="x")
    with Workspace.open(second, **options) as ws:
        services = ws.learning.gate, ws.knowledge
        run = ws.run_sync("polish", document="x")
        assert ws.feedback_sync(run.id, "accept", project_id="novel").recorded
        assert {service.config.project_id for service in services} == {run.project_id} != {"novel"}


def test_a_folder_without_a_project_has_nothing_to_find_out(tmp_path):
    """There is no claim, and nothing is noted."""
    with Workspace.open(tmp_path, store=tmp_path.parent / f"{tmp_path.name}.db") as ws:
        ws.preview_sync("polish", document="x")
        assert ws.identity.find() is None
        assert ws.identity.warning() is None
    shutil.rmtree(tmp_path)
