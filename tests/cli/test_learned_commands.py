"""``profile``, ``facts``, ``search`` and ``compacts``."""

from __future__ import annotations

from cli.console import one_line_error


def test_what_was_learned_is_seen_and_changed(terminal, talked):
    """facts: list, show, edit, delete, restore, add; search finds them and says since when."""
    [fact] = terminal.json("facts", "list")["items"]
    assert fact["content"] == "主角的猫叫阿福"
    assert "主角的猫叫阿福" in terminal("facts", "show", fact["id"]).stdout
    said = terminal("facts", "show", fact["id"]).stdout
    assert f"you said: {fact['evidence'][0]['quote']}\nin the session {fact['sessionId']}\n" in said
    terminal.json("facts", "edit", fact["id"][:6], "--content", "主角的猫叫阿禄")
    assert terminal.json("facts", "delete", fact["id"])["deletedAt"]
    assert terminal.json("facts", "list")["items"] == []
    assert "deleted" in terminal("facts", "list", "--deleted").stdout
    terminal.json("facts", "restore", fact["id"])
    terminal.json("facts", "add", "灯塔有九层", "--tag", "灯塔", "--global")
    found = terminal.json("search", "阿禄")["items"]
    assert [f["ref"] for f in found] == [f"atomic:{fact['id']}"]
    assert terminal.json("search", "阿禄", "--to", "2001-01-01")["items"] == []
    assert fact["id"] in terminal("search", "阿禄").stdout


def test_the_profile_is_edited_and_cleared(terminal, talked, novel):
    """show, edit --file, history, clear."""
    assert "我喜欢白描" in terminal("profile", "show").stdout
    (novel / "me.md").write_text("写悬疑。", encoding="utf-8")
    assert terminal("profile", "edit", "--file", str(novel / "me.md")).exit_code == 0
    assert terminal("profile", "show").stdout == "写悬疑。\n"
    assert terminal("profile", "clear").exit_code == 0
    assert [r["actor"] for r in terminal.json("profile", "history")["revisions"]] == [
        "extraction",
        "user",
        "user",
    ]


def test_a_reference_brings_the_whole_record_back(terminal, talked):
    """Compacts names each run's reference, and show prints what was sent and what came back."""
    newest, *_ = terminal.json("compacts", "--now")["items"]
    assert newest["ref"] in terminal("compacts").stdout
    shown = terminal("show", newest["ref"])
    assert "我喜欢白描" in shown.stdout
    assert "system" in shown.stdout
    assert terminal.json("show", f"session:{talked}")["summary"]["sessionId"] == talked
    one_line_error(terminal("show", "run:none"), "NOT_FOUND", 2)
    one_line_error(terminal("show", "nonsense"), "INVALID_ARGUMENT", 2)
