"""What commands look like to a person: on a first day, and after a mistake."""

from __future__ import annotations

import re

import pytest

from cli.conftest import novel, talked, terminal
from cli.console import CHAPTER

__all__ = ["novel", "talked", "terminal"]

GROUPS = {
    "sessions": "underdraft chat",
    "memory": "underdraft memory add",
    "profile": "underdraft profile edit",
    "preferences": "underdraft feedback",
    "runs": "underdraft run",
}
"""Each group without a command, and what it tells somebody whose project is empty."""


@pytest.fixture
def lived_in(terminal, talked):
    """A project with runs, memories, preferences, facts and a session."""
    for line in ("15-16", "18-19", "21-22"):
        done = terminal(
            "run", "continue", "--document", CHAPTER, "--select-lines", line, "-i", "轻一点，灯塔"
        )
        assert done.exit_code == 0, done.output
        terminal("feedback", "last", "accept", "--evidence", "偏好短句，节奏紧凑，少用形容词，台词口语化")
    terminal("memory", "add", "动作场景：偏好短句，节奏紧凑。" * 8)
    return terminal


@pytest.mark.parametrize("group", GROUPS)
def test_a_bare_group_lists_or_helps(terminal, novel, group):
    """A group without a command shows its list or its help; an empty list says what to do."""
    (novel.parent / "empty").mkdir(exist_ok=True)
    done = terminal("-C", str(novel.parent / "empty"), group)
    assert done.exit_code == 0, done.output
    assert GROUPS[group] in done.output
    assert "INVALID_ARGUMENT" not in done.output


def test_learned_memories_are_told_apart(lived_in):
    """What is learned is listed and reached by what tells it apart, not by the word that all ids begin with."""
    for _ in range(3):
        lived_in("feedback", "last", "accept", "--evidence", "prefer fog")
    shown = [line.split()[0] for line in lived_in("memory", "list").stdout.splitlines()[1:]]
    assert not any(id_.startswith("learned") for id_ in shown)
    assert all(len(id_) == 8 for id_ in shown)
    assert len(set(shown)) == len(shown)
    for id_ in shown:
        assert lived_in("memory", "show", id_).exit_code == 0


def test_mistakes_are_told_in_the_words_of_the_command(lived_in):
    """An error names what was typed, not the field of a channel behind it."""
    for command, words in (
        (("runs", "nothing-like-this"), "NOT_FOUND: RUN_ID: "),
        (("memory", "edit", "nothing", "--content", "x"), "NOT_FOUND: ID: "),
        (("feedback", "last", "accept", "--candidate", "7"), "INVALID_ARGUMENT: --candidate: "),
        (("run", "nothing"), "NOT_FOUND: SKILL: "),
        (("memory", "search", "x", "--limit", "1000"), "INVALID_ARGUMENT: --limit: "),
    ):
        done = lived_in(*command)
        assert done.stderr.startswith(words), (command, done.stderr)
        assert not re.search(r"\b[a-z]+[A-Z]\w*:", done.stderr), done.stderr
