"""``chat``, ``conversation``, ``sessions``, ``facts``, ``profile``, ``search``, ``compacts``, ``show``."""

from __future__ import annotations

import re

import pytest

from cli.console import one_line_error

SAID = "记住：主角的猫叫阿福。\n我喜欢白描。\n\n"


@pytest.fixture
def talked(terminal, novel):
    """A chat of two turns; gives its session."""
    done = terminal("chat", stdin=SAID)
    assert done.exit_code == 0, done.output
    return re.search(r"session (\S+)", done.stderr)[1]


def test_a_chat_answers_each_line_and_keeps_them(terminal, talked):
    """Two lines, two replies; the transcript has both turns, and going on sends them along."""
    items = terminal.json("conversation", "list", talked)["items"]
    assert [i["role"] for i in items] == ["user", "assistant"] * 2
    assert [i["instruction"] for i in items[::2]] == ["记住：主角的猫叫阿福。", "我喜欢白描。"]
    assert len(terminal.json("conversation", "window", talked)["messages"]) == 4
    assert terminal("chat", "--session", talked, stdin="再说一句\n").exit_code == 0
    assert len(terminal.json("conversation", "list", talked)["items"]) == 6


def test_messages_are_marked_shown_and_deleted(terminal, talked):
    """collect, list --collected, append, delete."""
    first = terminal.json("conversation", "list", talked)["items"][0]["id"]
    assert terminal.json("conversation", "collect", first)["isCollected"]
    assert [i["id"] for i in terminal.json("conversation", "list", talked, "--collected")["items"]] == [first]
    assert "*" in terminal("conversation", "list", talked).stdout
    terminal.json("conversation", "append", talked, "user", "插一句")
    assert "插一句" in terminal("conversation", "window", talked).stdout
    assert terminal.json("conversation", "delete", talked, "--message", first, "--yes") == {"deleted": 2}
    assert "deleted" in terminal("conversation", "delete", talked, stdin="y\n").stdout
    assert terminal.json("conversation", "list", talked)["items"] == []


def test_what_was_learned_is_seen_and_changed(terminal, talked):
    """facts: list, show, edit, delete, restore, add; search finds them and says since when."""
    [fact] = terminal.json("facts", "list")["items"]
    assert fact["content"] == "主角的猫叫阿福"
    assert "主角的猫叫阿福" in terminal("facts", "show", fact["id"]).stdout
    terminal.json("facts", "edit", fact["id"], "主角的猫叫阿禄")
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


def test_sessions_are_summed_up(terminal, talked):
    """list, edit, delete, add."""
    assert "记住：主角的猫叫阿福。" in terminal("sessions", "list").stdout
    assert terminal.json("sessions", "edit", talked, "--title", "猫的名字")["title"] == "猫的名字"
    assert terminal("sessions", "delete", talked).stdout == "deleted\n"
    assert terminal.json("sessions", "list")["items"] == []
    assert terminal.json("sessions", "add", talked, "题", "事")["origin"] == "manual"


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


def test_a_server_is_refused_while_the_setting_is_off(terminal, novel):
    """`mcp` says how to switch it on."""
    message = one_line_error(terminal("mcp"), "UNAUTHORIZED", 2)
    assert "memory.enable_agentic_search=true" in message
