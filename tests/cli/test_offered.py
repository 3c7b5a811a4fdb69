"""What a talk has offered, shown and answered."""

from __future__ import annotations

import pytest

from underdraft.cli import offered

SAID = "Leave the dialect alone when you edit."


@pytest.fixture
def asked(terminal, novel):
    """A talk in which something is said that may not be meant for good."""
    assert terminal("chat", stdin=f"{SAID}\n").exit_code == 0
    assert terminal("profile").stdout.count(SAID) == 0


@pytest.mark.long
def test_what_waits_is_listed_and_taken(terminal, asked):
    """With the words it rests on, the command that answers, and afterwards where it stands."""
    shown = terminal("memory")
    number = shown.stdout.splitlines()[1].split()[0]
    assert SAID in shown.stdout
    assert f"underdraft memory confirm {number}" in shown.stderr
    assert terminal("memory", "confirm", number).exit_code == 0
    assert "proposed" not in terminal("memory").stdout
    assert SAID in terminal("profile").stdout


def test_what_is_turned_down_is_gone(terminal, asked):
    """It is in no list."""
    number = terminal("memory").stdout.splitlines()[1].split()[0]
    assert terminal("memory", "refuse", number).exit_code == 0
    assert SAID not in terminal("memory").stdout
    assert SAID not in terminal("profile").stdout


@pytest.mark.long
def test_a_talk_shows_what_is_offered_once(terminal, asked):
    """Before the next message, where nobody can press a key with the command to use."""
    shown = terminal("chat", stdin="Go on.\nAnd on.\n")
    assert shown.stdout.count(f"    {SAID}") + shown.stderr.count(f"    {SAID}") == 1
    assert "underdraft memory confirm" in shown.stderr


@pytest.mark.parametrize(("key", "kept"), [("y", True), ("n", False), ("q", None)])
def test_one_key_answers_at_a_terminal(terminal, asked, monkeypatch, key, kept):
    """Y takes it, n turns it down, another key leaves it for later."""
    monkeypatch.setattr(offered, "can_answer", lambda: True)
    monkeypatch.setattr(offered.click, "getchar", lambda: key)
    terminal("chat", stdin="\n")
    monkeypatch.undo()
    assert (SAID in terminal("profile").stdout) is bool(kept)
    assert ("proposed" in terminal("memory").stdout) is (kept is None)


def test_a_change_that_is_offered_names_what_it_would_replace(terminal, novel, monkeypatch):
    """In the next talk, too."""
    monkeypatch.setattr("underdraft_plugins.extractors.statements.TAKEN", 1.1)
    monkeypatch.setattr("underdraft_plugins.extractors.statements.SURE", 9.9)  # else it is taken beside it
    assert terminal("memory", "add", "Edith is thirty-eight.").exit_code == 0
    assert terminal("chat", stdin="Edith is forty-one, by the way.\n").exit_code == 0
    shown = terminal("chat", stdin="\n")
    assert "in place of: Edith is thirty-eight." in shown.stderr
