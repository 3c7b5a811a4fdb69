"""Where a command is typed does not matter: real processes, in a folder below a book, and in one of somebody else."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from underdraft.cli.sample import copy_sample

pytestmark = pytest.mark.slow


@pytest.fixture
def book(tmp_path):
    """The sample novel, with folders below it."""
    copy_sample(tmp_path / "book")
    (tmp_path / "book" / "chapters" / "drafts" / "old").mkdir(parents=True)
    return tmp_path / "book"


@pytest.fixture
def typed(tmp_path):
    """Runs the program in a folder, as its user's shell does."""

    def run(folder, *words):
        env = {**os.environ, "UNDERDRAFT_HOME": str(tmp_path / "home"), "UNDERDRAFT_LANGUAGE": "en"}
        command = [sys.executable, "-m", "underdraft", *words]
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)

    return run


@pytest.mark.long
def test_three_levels_below(typed, book):
    """The book is found and named, a document is meant from where it is typed, a channel's path from the book."""
    below = book / "chapters" / "drafts" / "old"
    done = typed(below, "preview", "polish", "-d", "../../01-the-ferry.md", "--select-lines", "5")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[0] == "灯港长夜: 11 chapters, model offline, nothing to trust"
    shown = typed(below, "preview", "polish", "-d", "../../01-the-ferry.md", "--json")
    data = json.loads(shown.stdout)
    assert (data["projectId"], shown.stderr) == ("lantern-harbour", "")
    assert typed(below, "call", "knowledge:draw", "path=here.svg").returncode == 0
    assert (book / "here.svg").is_file()


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_a_book_of_somebody_else_is_not_found_from_below(typed, book, tmp_path):
    """It is said why; who stands in it, or names it, works with it."""
    os.chown(book, 4_242, 4_242)
    done = typed(book / "chapters", "preview", "polish")
    assert "above is a folder of another owner" in done.stderr
    for folder, words in ((book, ()), (book / "chapters", ("-C", ".."))):
        done = typed(folder, *words, "preview", "polish", "--json")
        assert json.loads(done.stdout)["projectId"] == "lantern-harbour"
