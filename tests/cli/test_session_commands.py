"""``chat``."""

from __future__ import annotations

import pytest


def said_in(terminal, session):
    """The messages of a session."""
    return terminal.json("call", "conversation:list", f"sessionId={session}")["items"]


@pytest.mark.long
def test_a_chat_answers_each_line_and_keeps_them(terminal, talked):
    """Two lines, two replies; the session has both turns, and going on sends them along."""
    items = said_in(terminal, talked)
    assert [i["role"] for i in items] == ["user", "assistant"] * 2
    assert [i["instruction"] for i in items[::2]] == ["记住：主角的猫叫阿福。", "我喜欢白描。"]
    assert terminal("chat", "--session", talked[:8], stdin="再说一句\n").exit_code == 0
    assert len(said_in(terminal, talked)) == 6


def test_a_chat_does_not_go_on_with_another_projects_session(terminal, talked, tmp_path):
    """It is refused before the first reply: nothing of it would be sent along or remembered."""
    (tmp_path / "other").mkdir()
    assert terminal("init", str(tmp_path / "other")).exit_code == 0
    refused = terminal("-C", str(tmp_path / "other"), "chat", "--session", talked, stdin="再说一句\n")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "NOT_FOUND: --session: there is no such session in this project" in refused.stderr


@pytest.mark.long
def test_a_chat_says_what_it_remembered_and_what_that_replaced(terminal, novel):
    """Behind each answer: what was heard in it, once; a correction names what it takes the place of."""
    said = "From now on keep answers short.\nRemember: Mara's eyes are green.\nNo, Mara's eyes are grey.\n"
    said += "Forget that Mara's eyes are grey.\nThanks.\n"
    done = terminal("-C", str(novel), "chat", stdin=said)
    heard = [
        line
        for line in done.stderr.splitlines()
        if "remembered:" in line or "of:" in line or "forgotten:" in line
    ]
    assert [line.split(" (")[0].strip() for line in heard] == [
        "remembered: From now on keep answers short",
        "remembered: Mara's eyes are green",
        "remembered: No, Mara's eyes are grey.",
        "in place of: Mara's eyes are green",
        "forgotten: No, Mara's eyes are grey.",
    ]
