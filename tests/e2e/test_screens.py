"""What commands look like to a person on a first day."""

from __future__ import annotations

import pytest

from cli.conftest import novel, talked, terminal
from cli.console import CHAPTER

__all__ = ["novel", "talked", "terminal"]


@pytest.mark.parametrize(
    ("group", "next_step"),
    [
        ("memory", "underdraft memory add"),
        ("profile", "underdraft profile edit"),
        ("runs", "underdraft run"),
    ],
)
def test_a_bare_group_lists_or_helps(terminal, novel, group, next_step):
    """A group without a command shows its list or its help; an empty list says what to do."""
    (novel.parent / "empty").mkdir(exist_ok=True)
    done = terminal("-C", str(novel.parent / "empty"), group)
    assert done.exit_code == 0, done.output
    assert next_step in done.output
    assert "INVALID_ARGUMENT" not in done.output


@pytest.mark.long
def test_learned_memories_are_told_apart(terminal, talked):
    """What is learned is listed and reached by what tells it apart, not by the word that all ids begin with."""
    for evidence in ("偏好短句，节奏紧凑", "prefer fog"):
        for _ in range(3):
            done = terminal("run", "continue", "--document", CHAPTER, "--select-lines", "15-16")
            assert done.exit_code == 0, done.output
            terminal("feedback", "last", "accept", "--evidence", evidence)
    shown = [line.split()[0] for line in terminal("memory", "list").stdout.splitlines()[1:]]
    assert len(shown) >= 2
    assert not any(id_.startswith("learned") for id_ in shown)
    assert all(len(id_) == 8 for id_ in shown)
    assert len(set(shown)) == len(shown)
    for id_ in shown:
        assert terminal("memory", "show", id_).exit_code == 0
