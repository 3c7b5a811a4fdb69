from __future__ import annotations

import subprocess
import sys

import pytest

from underdraft import (
    InvalidArgument,
)
from underdraft.testing import (
    FROZEN_NOW,
    FakeModel,
)


def test_the_workspace(underdraft_workspace, tmp_path):
    """Files are written, a project is there, time and ids are known; ``config=None`` leaves the project out."""
    ws = underdraft_workspace({".underdraft/rules/a.md": "R", "x/y.bin": b"\xff"})
    assert ws.config.project.id == "test-project"
    assert ws.clock() == FROZEN_NOW
    assert (ws.new_id(), ws.new_id()) == ("id-1", "id-2")
    assert (ws.root / "x" / "y.bin").read_bytes() == b"\xff"
    assert ws.root.is_relative_to(tmp_path)
    assert "R" in ws.preview_sync("polish", document="a").stable_prefix
    assert underdraft_workspace(config=None).config.project is None
    with pytest.raises(InvalidArgument):
        underdraft_workspace({"../x": "x"})


def test_the_store_stays_in_the_folder(underdraft_workspace, tmp_path, writers_home):
    """Nothing is written outside the test's own folder."""
    ws = underdraft_workspace(plugins=[FakeModel()], model="fake")
    ws.run_sync("polish", document="a")
    assert (tmp_path / "store.db").exists()
    assert list(writers_home.iterdir()) == []


def test_it_is_light():
    """Every pytest of the environment loads this module: it brings nothing heavy along."""
    program = "import sys, underdraft.testing; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {
        "litellm",
        "tiktoken",
        "toktok",
        "sqlalchemy",
        "jinja2",
        "numpy",
        "cattrs",
        "hypothesis",
        "httpx",
    } & set(loaded)


@pytest.mark.long
def test_two_workspaces_of_the_fixture_do_not_share_ids(underdraft_workspace):
    """Runs of a second workspace on the fixture's store have ids of their own."""
    ids = [underdraft_workspace().run_sync("polish", document="a").id for _ in range(3)]
    assert len(set(ids)) == 3


@pytest.mark.long
def test_without_pytest():
    """The kit can be imported where there is no pytest: its model and its inputs are of use elsewhere."""
    code = """
import sys
sys.modules["pytest"] = None
from underdraft.testing import FakeModel, inputs
print(FakeModel("He rang.").replies, inputs().project_id)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "('He rang.',) test-project\n", done.stderr
