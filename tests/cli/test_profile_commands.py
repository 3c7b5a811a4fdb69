"""``profile``."""

from __future__ import annotations

import pytest


@pytest.mark.long
def test_the_profile_is_shown_and_edited(terminal, talked, novel):
    """show, edit --file; a cleared one says how to write it."""
    assert "我喜欢白描" in terminal("profile", "show").stdout
    (novel / "me.md").write_text("写悬疑。", encoding="utf-8")
    assert terminal("profile", "edit", "--file", str(novel / "me.md")).exit_code == 0
    assert terminal("profile").stdout == "写悬疑。\n"
    terminal("call", "profile:update", "markdown=")
    assert "underdraft profile edit" in terminal("profile").stderr
    revisions = terminal.json("call", "profile:history")["revisions"]
    assert [r["actor"] for r in revisions] == ["extraction", "user", "user"]
