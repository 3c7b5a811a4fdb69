"""``store``."""

from __future__ import annotations

from cli.console import one_line_error


def test_a_store_is_copied(terminal, novel, tmp_path):
    """All tables with their counts; a second copy is refused until it may replace what is there."""
    terminal.json("memory", "add", "偏好短句")
    source, target = terminal.home / "underdraft.db", tmp_path / "to.db"
    copied = terminal.json("store", "copy", str(source), str(target))
    assert {t["name"]: t["rows"] for t in copied["tables"]}["memory_item"] == 1
    listed = terminal.json("--store", str(target), "memory", "list")["items"]
    assert [item["content"] for item in listed] == ["偏好短句"]
    one_line_error(terminal("store", "copy", str(source), str(target)), "CONFLICT", 2)
    shown = terminal("store", "copy", str(source), str(target), "--replace", "--yes")
    assert "the same on both sides" in shown.stdout


def test_what_cannot_be_copied(terminal, novel, tmp_path):
    """A store that is not there is not made, a store is not copied into itself, a file has no other writers."""
    source, target = str(tmp_path / "from.db"), str(tmp_path / "to.db")
    one_line_error(terminal("store", "copy", source, target), "NOT_FOUND", 2)
    assert not (tmp_path / "from.db").exists()
    one_line_error(terminal("store", "copy", source, source), "INVALID_ARGUMENT", 2)
    terminal.json("--store", source, "memory", "add", "偏好短句")
    one_line_error(terminal("store", "copy", source, target, "--to-writer", "anna"), "INVALID_ARGUMENT", 2)
