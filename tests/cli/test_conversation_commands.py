"""``chat``, ``conversation`` and ``sessions``."""

from __future__ import annotations


def test_a_chat_answers_each_line_and_keeps_them(terminal, talked):
    """Two lines, two replies; the transcript has both turns, and going on sends them along."""
    items = terminal.json("conversation", "list", talked)["items"]
    assert [i["role"] for i in items] == ["user", "assistant"] * 2
    assert [i["instruction"] for i in items[::2]] == ["记住：主角的猫叫阿福。", "我喜欢白描。"]
    assert len(terminal.json("conversation", "window", talked)["messages"]) == 4
    assert terminal("chat", "--session", talked, stdin="再说一句\n").exit_code == 0
    assert len(terminal.json("conversation", "list", talked)["items"]) == 6


def test_a_chat_does_not_go_on_with_another_projects_session(terminal, talked, tmp_path):
    """It is refused before the first reply: nothing of it would be sent along or remembered."""
    (tmp_path / "other").mkdir()
    assert terminal("init", str(tmp_path / "other")).exit_code == 0
    refused = terminal("-C", str(tmp_path / "other"), "chat", "--session", talked, stdin="再说一句\n")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "NOT_FOUND: --session: there is no such session in this project" in refused.stderr


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


def test_sessions_are_summed_up(terminal, talked):
    """list, edit, delete, add."""
    assert "记住：主角的猫叫阿福。" in terminal("sessions", "list").stdout
    assert terminal.json("sessions", "edit", talked, "--title", "猫的名字")["title"] == "猫的名字"
    assert terminal("sessions", "delete", talked).stdout == "deleted\n"
    assert terminal.json("sessions", "list")["items"] == []
    assert terminal.json("sessions", "add", talked, "题", "事")["origin"] == "manual"
