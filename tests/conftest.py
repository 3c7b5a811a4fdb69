from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

from underdraft.testing import counted_ids

NOVEL = Path(__file__).parents[1] / "examples" / "novel"
FROZEN = "2026-01-02T03:04:05.678Z"

# Without a database nothing is left in the tree; derandomized, a failure is the same on every machine.
hypothesis.settings.register_profile("quick", max_examples=60, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("thorough", max_examples=2_000, deadline=None, database=None)
hypothesis.settings.load_profile(os.environ.get("UNDERDRAFT_HYPOTHESIS", "quick"))


@pytest.fixture(autouse=True)
def writers_home(tmp_path_factory, monkeypatch):
    """No test reads or writes the store of whoever runs it."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("UNDERDRAFT_HOME", str(home))
    return home


@pytest.fixture
def novel() -> Path:
    """The sample novel; read only."""
    return NOVEL


@pytest.fixture
def first_chapter(novel) -> str:
    """The text of its first chapter."""
    return (novel / "chapters" / "01-the-ferry.md").read_text(encoding="utf-8")


@pytest.fixture
def open_novel(tmp_path):
    """Opens the sample novel with a store of the test's own, a clock that stands and counted ids."""
    from underdraft import Workspace

    opened: list[Workspace] = []

    def open_it(**options):
        settings = {"store": tmp_path / "store.db", "clock": lambda: FROZEN, "new_id": counted_ids()}
        opened.append(Workspace.open(NOVEL, **{**settings, **options}))
        return opened[-1]

    yield open_it
    for workspace in opened:
        workspace.close()
