"""The lock of prompts, as a pure value."""

from __future__ import annotations

import attrs
import pytest

from cache.prefix_breaks import Novel, Weather
from underdraft import InvalidArgument
from underdraft.cache.prompt_lock import MadePrompt, changes_since, lock_of, lock_text, read_lock


@pytest.fixture
def novel(underdraft_workspace):
    """A project with a stranger's plugin."""
    made = Novel(underdraft_workspace)
    made.plugins = [Weather()]
    return made


def made(novel, *skills):
    """The prompts of skills as they are now."""
    ws = novel.open()
    previews = [ws.preview_sync(skill) for skill in skills or ("mend",)]
    return [MadePrompt(preview=p, templates=p.assembly.templates, locale="zh") for p in previews]


RULE, STYLE = ".underdraft/rules/10-voice.md", ".underdraft/style-guide.md"
SKILL = ".underdraft/skills/mend/SKILL.md"
CHANGES = [
    (
        lambda n: n.edit(RULE, "不写雨", "不写雪"),
        ("chunk", "changed", f"file:{RULE}", "SYSTEM", "rules", 2, "不写雪。"),
    ),
    (lambda n: n.files.pop(RULE), ("chunk", "removed", f"file:{RULE}", "SYSTEM", "rules", None, "")),
    (
        lambda n: n.files.update({".underdraft/rules/11.md": "新。\n"}),
        ("chunk", "added", "file:.underdraft/rules/11.md", "SYSTEM", "rules", None, ""),
    ),
    (
        lambda n: setattr(n, "plugins", [Weather("晴。\n风大。\n潮高。")]),
        ("chunk", "changed", "weather:today", "PROJECT", "weather", 2, "风大。"),
    ),
    (lambda n: n.plugins.clear(), ("chunk", "removed", "weather:today", "PROJECT", "weather", None, "")),
    (
        lambda n: n.edit(SKILL, "Change nothing else.", "Change what you must."),
        ("skill", "changed", "mend", None, None, 2, "Change what you must."),
    ),
    (
        lambda n: n.set("灯港", "雾港"),
        ("chunk", "changed", "config:project", "SESSION", "session", 1, "- 作品：雾港"),
    ),
]


@pytest.mark.parametrize(("change", "expected"), CHANGES)
def test_what_changed_is_named(novel, change, expected):
    """Layer, chunk, plugin, line and the line as it is now; the old text is nowhere in the lock."""
    lock = read_lock(lock_text(lock_of(made(novel))))
    assert changes_since(lock, made(novel)) == ()
    change(novel)
    (found,) = changes_since(lock, made(novel))
    layer = found.layer.name if found.layer is not None else None
    named = (found.kind, found.happened, found.name, layer, found.plugin, found.line, found.now)
    assert named == expected
    assert found.prompts == ("mend (zh)",)


def test_templates_and_several_skills(novel):
    """A template's line is named once with all prompts that it changes; skills come and go."""
    before = made(novel, "mend", "polish")
    lock = lock_of(before)
    name = "stable_prefix.md.j2"
    edited = before[0].templates[name].replace("\n", "\n另起一行。\n", 1)
    later = [attrs.evolve(p, templates={**p.templates, name: edited}) for p in before]
    (found,) = changes_since(lock, later)
    assert (found.kind, found.name, found.line, found.now) == ("template", name, 2, "另起一行。")
    assert found.prompts == ("mend (zh)", "polish (zh)")
    assert [(c.kind, c.happened) for c in changes_since(lock, before[:1])] == [("skill", "removed")]
    assert [(c.kind, c.happened) for c in changes_since(lock_of(before[:1]), before)] == [("skill", "added")]


def test_no_text_no_time_no_place(novel):
    """The lock is the same from another folder, and holds no word of any text."""
    text = lock_text(lock_of(made(novel)))
    assert text == lock_text(lock_of(made(novel)))  # each call opens a copy in a new folder
    for word in ("守灯人", "不写雨", "灯港", "2026", str(novel.ws.root)):
        assert word not in text


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 9}', '{"format": 1, "prompts": []}'])
def test_what_is_no_lock_is_refused(text):
    """A file that is malformed or of another version is an error that says what to do."""
    with pytest.raises(InvalidArgument, match="underdraft lock"):
        read_lock(text)
