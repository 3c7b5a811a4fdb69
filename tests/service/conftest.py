from __future__ import annotations

import pytest

from service.served import caller_of, served
from underdraft import Workspace

CONFIG = '[project]\nid = "harbour"\nname = "港口"\n'


@pytest.fixture
def folder(tmp_path):
    """A project's folder."""
    folder = tmp_path / "novel"
    (folder / ".underdraft").mkdir(parents=True)
    (folder / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    return folder


@pytest.fixture
def workspace(folder, tmp_path):
    """It, open."""
    with Workspace.open(folder, store=tmp_path / "store.db") as opened:
        yield opened


@pytest.fixture
def url(workspace):
    """The address of a server of it."""
    with served(workspace) as address:
        yield address


@pytest.fixture
def caller(url):
    """Somebody who may call."""
    with caller_of(url) as found:
        yield found
