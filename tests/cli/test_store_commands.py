"""``backup``, ``restore``."""

from __future__ import annotations

import pytest

from cli.console import CHAPTER, one_line_error


@pytest.mark.long
def test_everything_moves_to_another_machine(terminal, novel, tmp_path):
    """What was remembered, said and set up is there again, in a new store; one with something in it is refused."""
    file, other = tmp_path / "all.underdraft", ("--store", str(tmp_path / "machine" / "u.db"))
    one_line_error(terminal("backup", str(file)), "NOT_FOUND", 2)
    terminal.json("memory", "add", "偏好短句")
    terminal.json("memory", "settings", "context_limit=7")
    run = terminal.json("run", "polish", "-d", CHAPTER, "--select", "0:20")["runId"]
    saved = terminal.json("backup", str(file))
    assert {t["name"]: t["rows"] for t in saved["tables"]}["memory_item"] == 1
    one_line_error(terminal("backup", str(file)), "CONFLICT", 2)
    assert terminal.json(*other, "restore", str(file)) == saved
    assert [i["content"] for i in terminal.json(*other, "memory", "list")["items"]] == ["偏好短句"]
    assert terminal.json(*other, "memory", "settings")["context_limit"] == 7
    assert terminal(*other, "replay", run).exit_code == 0
    one_line_error(terminal(*other, "restore", str(file)), "CONFLICT", 2)
    shown = terminal(*other, "restore", str(file), "--replace", "--yes")
    assert "the same on both sides" in shown.stdout
