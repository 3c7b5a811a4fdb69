"""Fixtures of the command line's tests."""

from __future__ import annotations

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
