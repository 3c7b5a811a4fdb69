"""``blame`` and ``cache``."""

from __future__ import annotations

import pytest

from cli.console import CHAPTER, one_line_error


@pytest.fixture
def two(terminal, novel):
    """Two runs; before the second one a rule was changed."""
    run = ("run", "polish", "-d", CHAPTER, "--select-lines", "9")
    terminal.json(*run)
    path = novel / ".underdraft/rules/20-language.md"
    path.write_text(path.read_text("utf-8").replace("九点", "十点"), "utf-8")
    return terminal.json(*run)["runId"]


def test_blame(terminal, two, monkeypatch):
    """Without arguments the last two runs are compared; the file, its line and the change are named."""
    shown = terminal("blame").stdout
    assert "20-language.md:" in shown
    assert "was edited" in shown
    assert "十点" in shown
    assert terminal.json("blame", two[:8])["cause"]["code"] == "file_edited"
    assert "both sent the same" in terminal("blame", "last", "last").stdout
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "zh")
    assert "改了" in terminal("blame").stdout


def test_cache(terminal, novel, two, monkeypatch):
    """Each run is a line; what was lost comes with its price and what to do."""
    shown = terminal("cache", "--as", "claude-sonnet-4-5").stdout
    assert two[:8] in shown
    assert "file edited" in shown
    assert "Edit the project's files together" in shown
    assert "not reported" in shown
    assert "litellm" in shown
    assert "not known" in terminal("cache").stdout  # the stand-in has no price
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "zh")
    assert "攒到两次写作之间" in terminal("cache", "--as", "claude-sonnet-4-5").stdout
    assert "--limit" in one_line_error(terminal("cache", "--limit", "x"), "INVALID_ARGUMENT", 2)


def test_one_run_cannot_be_compared(terminal, novel):
    """There is none before it."""
    terminal.json("run", "polish", "-d", CHAPTER, "--select-lines", "9")
    assert "fewer runs" in one_line_error(terminal("blame"), "NOT_FOUND", 2)


def test_nothing_recorded(terminal, novel):
    """Without a run both say how to make one."""
    assert "underdraft run" in terminal("cache").stdout
    assert "no run" in one_line_error(terminal("blame"), "NOT_FOUND", 2)
