"""Where a workspace's store lives."""

from __future__ import annotations

from pathlib import Path

import pytest

from underdraft.errors import InvalidArgument
from underdraft.memory.db.location import store_location


def test_where_a_store_lives(tmp_path):
    """The caller's word wins, then the project's own store, then UNDERDRAFT_HOME, then the user's data folder."""
    home = {"UNDERDRAFT_HOME": str(tmp_path)}
    assert store_location(store="x.db", configured="project", project_dir=tmp_path, environ=home) == "x.db"
    own = store_location(configured="project", project_dir=tmp_path / "n", environ=home)
    assert own == tmp_path / "n" / ".underdraft" / "underdraft.db"
    assert store_location(configured="user", project_dir=tmp_path, environ=home) == tmp_path / "underdraft.db"
    assert store_location(environ=home | {"UNDERDRAFT_STORE": "postgresql://h/d"}) == "postgresql://h/d"
    assert store_location(configured="postgresql://h/d", environ=home) == "postgresql://h/d"
    default = store_location(environ={})
    assert Path(default).name == "underdraft.db"
    assert "underdraft" in Path(default).parent.as_posix().lower()
    with pytest.raises(InvalidArgument):
        store_location(configured="cloud", project_dir=tmp_path, environ=home)
