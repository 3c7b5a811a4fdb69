from __future__ import annotations

import json
from contextlib import closing

from underdraft.memory.db.sqlite import driver


def test_a_healthy_workspace(open_novel):
    """workspace:info tells versions, the project, relative paths and the health of each part."""
    data = open_novel(embedder="none").invoke_sync("workspace:info")["data"]
    assert data["project"]["id"] == "lantern-harbour"
    assert data["locale"] == "zh"
    assert data["store"]["healthy"]
    assert data["store"]["revision"]
    assert data["model"] == {"name": "offline", "healthy": True}
    assert data["index"]["diagnostics"]["code"] == "EMBEDDER_NONE"
    assert data["plugins"]["failed"] == []


def test_a_broken_store_is_told(open_novel, tmp_path):
    """A file that is no database makes the store unhealthy with its code, and nothing else fails."""
    (tmp_path / "bad.db").write_bytes(b"this is no database at all" * 100)
    answer = open_novel(store=tmp_path / "bad.db", embedder="none").invoke_sync("workspace:info")
    assert answer["ok"]
    assert answer["data"]["store"]["healthy"] is False
    assert answer["data"]["store"]["code"] == "DB_ERROR"


def test_no_path_of_the_machine(open_novel, tmp_path):
    """Nothing in the answer is an absolute path, also when the store is newer than the code."""
    path = tmp_path / "new.db"
    workspace = open_novel(store=path, embedder="none")
    workspace.invoke_sync("memory:list", {})
    workspace.close()
    with closing(driver().connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    answer = open_novel(store=path, embedder="none").invoke_sync("workspace:info")
    assert answer["data"]["store"]["healthy"] is False
    assert str(tmp_path) not in json.dumps(answer)
