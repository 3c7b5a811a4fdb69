"""Causes of single chunks, where two records are put together by hand."""

from __future__ import annotations

import attrs
import pytest

from cache.prefix_breaks import Novel, Weather
from underdraft import Message
from underdraft.cache.blame import blame


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


def with_preview(run, **changes):
    """A stored run with another preview."""
    preview = attrs.evolve(run.record.preview, **changes)
    return attrs.evolve(run, record=attrs.evolve(run.record, preview=preview))


def test_an_updated_plugin(novel):
    """Another version of a plugin that says something else is blamed before its text is."""
    novel.plugins = [Weather("晴。")]
    first = novel.run()
    novel.plugins = [Weather("雨。")]
    second = novel.run()
    packages = first.record.preview.packages
    assert packages.keys() == {"underdraft", "weather"}
    updated = with_preview(second, packages={**packages, "weather": "weather 2.0"})
    cause = blame(first, updated).cause
    assert (cause.code, cause.what, cause.after) == ("plugin_updated", "weather", "weather 2.0")


TURNS = tuple(Message(role=("user", "assistant")[n % 2], content=f"第{n}句") for n in range(8))


@pytest.mark.parametrize(
    ("earlier", "later", "code"),
    [
        (TURNS[:4], TURNS[:6], None),
        (TURNS[:6], TURNS[2:8], "window"),
        (TURNS[:6], (), "window"),
        (TURNS[:6], (TURNS[0], attrs.evolve(TURNS[1], content="别的"), *TURNS[2:8]), "history"),
    ],
)
def test_earlier_turns(novel, earlier, later, code):
    """A session that goes on is no break; turns that left the window, and changed ones, are told apart."""
    run = novel.run()
    prompt = run.record.preview.prompt
    before, after = (
        with_preview(run, prompt=attrs.evolve(prompt, history=turns, dynamic=f"现在{len(turns)}"))
        for turns in (earlier, later)
    )
    cause = blame(before, after).cause
    assert (cause.code if cause else None) == code


def test_private_runs_tell_what_they_can(novel):
    """Of runs without texts the layer alone is known."""
    novel.open()
    novel.ask("memory:settings:update", patch={"privacyModeEnabled": True})
    first = novel.run()
    novel.edit(".underdraft/rules/20-words.md", "少用", "不用")
    second = novel.run()
    found = blame(first, second)
    assert (found.cause.code, found.layer.name, found.first) == ("unknown", "SYSTEM", None)
    novel.edit(".underdraft/skills/mend/SKILL.md", "world: true", "world: false")
    found = blame(second, novel.run())
    assert (found.cause.code, found.cause.what, found.layer.name) == ("unknown", "PROJECT", "PROJECT")
