"""``lock``."""

from __future__ import annotations

import pytest

from cli.console import one_line_error


@pytest.mark.long
def test_a_lock_for_ci(terminal, novel, monkeypatch):
    """Written once, it holds; a changed file makes the check fail and is named with its line."""
    one_line_error(terminal("lock", "--check"), "NOT_FOUND", 2)
    assert "written to prompt.lock" in terminal("lock").stdout
    assert "are as prompt.lock says" in terminal("lock", "--check").stdout
    path = novel / ".underdraft/style-guide.md"
    path.write_text(path.read_text("utf-8") + "\n\n不写梦。\n", "utf-8")
    failed = terminal("lock", "--check")
    assert failed.exit_code == 1
    assert "PROJECT · file:.underdraft/style-guide.md:" in failed.stdout
    assert "plugin project_files: changed" in failed.stdout
    monkeypatch.setenv("UNDERDRAFT_LANGUAGE", "zh")
    assert "重新写" in terminal("lock", "--check").stdout
