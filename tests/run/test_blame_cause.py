"""Causes of single chunks, where two records are put together by hand."""

from __future__ import annotations

import pytest

from run.prefix_breaks import Novel, Weather
from underdraft.run.blame import blame


@pytest.fixture
def novel(underdraft_workspace):
    """A project."""
    return Novel(underdraft_workspace)


def test_nothing_is_blamed_for_what_changes_anyway(novel):
    """Another selection or task is no break: the provider's cache ends there in any case."""
    first = novel.run()
    novel.request["instruction"] = "更短"
    found = blame(first, novel.run())
    assert found.cause is None
    assert not found.same
    assert found.first.part == "dynamic"
    assert found.lost_tokens == 0
    assert blame(first, first).same


def test_without_what_the_workspace_knows(novel):
    """Two records alone are enough for a cause."""
    novel.plugins = [Weather("晴。")]
    first = novel.run()
    novel.plugins = [Weather("雨。")]
    cause = blame(first, novel.run()).cause
    assert (cause.code, cause.before, cause.after) == ("plugin_text", "晴。", "雨。")


def test_causes_behind_the_first_are_told(novel):
    """All that has changed is listed once, in the prompt's order."""
    first = novel.run()
    novel.edit(".underdraft/rules/20-words.md", "少用", "不用")
    novel.edit(".underdraft/outline.md", "沈砚到了", "沈砚离开")
    novel.edit(".underdraft/skills/mend/SKILL.md", "Mend the", "Cut the")
    found = blame(first, novel.run())
    assert [c.code for c in (found.cause, *found.also)] == ["file_edited", "file_edited", "skill_edited"]
    assert found.lines == ("- 少用形容词。", "+ 不用形容词。")
