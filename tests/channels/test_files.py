"""Files over their channels."""

from __future__ import annotations

import pytest

from underdraft import Workspace

CONFIG = '[project]\nid = "isle"\nname = "岛"\n'


@pytest.fixture
def ws(tmp_path):
    """A workspace of no project, over no files."""
    with Workspace.open(files={}, store=tmp_path / "store.db", embedder="none") as opened:
        yield opened


def test_a_project_is_made_of_files(ws):
    """They are written one by one, listed without their texts, and each with its versions."""
    put = {"projectId": "isle", "path": ".underdraft/config.toml", "text": CONFIG}
    assert ws.invoke_sync("file:put", put)["data"]["version"] == 1
    (one,) = ws.invoke_sync("file:list", {"projectId": "isle"})["data"]["items"]
    assert (one["path"], one["text"], one["removed"]) == (".underdraft/config.toml", None, False)
    one = {"projectId": "isle", "path": ".underdraft/config.toml"}
    assert [v["text"] for v in ws.invoke_sync("file:list", one)["data"]["items"]] == [CONFIG]
    assert ws.invoke_sync("file:put", one | {"text": None, "expectedVersion": 1})["data"]["removed"]


def test_no_project_has_no_files(ws, tmp_path):
    """Nor has one in a folder any in the store."""
    told = ws.invoke_sync("file:list", {})
    assert told["error"]["code"] == "INVALID_ARGUMENT"
    folder = tmp_path / "isle" / ".underdraft"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(CONFIG, encoding="utf-8")
    with Workspace.open(folder.parent, store=tmp_path / "other.db", embedder="none") as there:
        told = there.invoke_sync("file:put", {"path": "x.md", "text": "x"})
        assert told["error"]["code"] == "INVALID_ARGUMENT"
