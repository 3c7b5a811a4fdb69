"""Fixtures of the command line's tests."""

from __future__ import annotations

import re

import pytest

from cli.console import Terminal, novel_in


@pytest.fixture
def terminal(tmp_path):
    """The command line with a store below ``tmp_path``."""
    return Terminal(tmp_path / "home")


@pytest.fixture
def novel(tmp_path, monkeypatch):
    """A copy of the sample novel, which is also the current folder."""
    folder = novel_in(tmp_path / "novel")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def talked(terminal, novel):
    """A chat of two turns; gives its session."""
    done = terminal("chat", stdin="记住：主角的猫叫阿福。\n我喜欢白描。\n\n")
    assert done.exit_code == 0, done.output
    return re.search(r"session (\S+)", done.stderr)[1]
