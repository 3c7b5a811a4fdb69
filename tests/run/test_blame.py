"""Blame: forty ways to break a prefix, and the cause that is named for each."""

from __future__ import annotations

import pytest

from run.prefix_breaks import TOGETHER, Novel, Weather, broken
from underdraft import Layer

RULE, STYLE = ".underdraft/rules/10-voice.md", ".underdraft/style-guide.md"
TEMPLATE = ".underdraft/templates/stable_prefix.md.j2"


def nothing(_):
    """The project as it is."""


def shipped(name):
    """The source of a shipped template."""
    from underdraft.run.template_set import load_templates

    return load_templates("zh", []).sources[name]


def with_files(**files):
    """Puts files in place before the first run."""
    return lambda novel: novel.files.update(files)


def memories(novel):
    """Three memories, the oldest first."""
    for minute, content in enumerate(("多用短句", "少用感叹号", "不要倒叙"), start=1):
        novel.at = f"2026-01-01T00:0{minute}:00.000Z"
        novel.open()
        novel.remember(content)
    novel.at = "2026-01-02T03:04:05.678Z"


def weather(text="晴。\n风小。\n潮高。"):
    """A plugin that says something."""
    return lambda novel: novel.plugins.append(Weather(text))


def now_says(text):
    """The plugin says something else."""

    def change(novel):
        novel.plugins = [Weather(text)]

    return change


FIRST_HALF = {
    "a rule file is edited": (
        nothing,
        lambda n: n.edit(RULE, "不写雨", "不写雪"),
        ("file_edited", RULE, Layer.SYSTEM, 2),
    ),
    "a rule file is added": (
        nothing,
        lambda n: n.files.update({".underdraft/rules/15-new.md": "不写梦。\n"}),
        ("file_added", ".underdraft/rules/15-new.md", Layer.SYSTEM, None),
    ),
    "a rule file is removed": (
        nothing,
        lambda n: n.files.pop(".underdraft/rules/20-words.md"),
        ("file_removed", ".underdraft/rules/20-words.md", Layer.SYSTEM, None),
    ),
    "the style guide is edited": (
        nothing,
        lambda n: n.edit(STYLE, "段落要短", "段落要长"),
        ("file_edited", STYLE, Layer.PROJECT, 3),
    ),
    "a memory is edited": (
        memories,
        lambda n: n.ask("memory:update", id=n.seen["少用感叹号"], patch={"content": "不用感叹号"}),
        ("memory_edited", "少用感叹号", Layer.PROFILE, None),
    ),
    "a memory is added": (
        memories,
        lambda n: n.remember("少写天气"),
        ("memory_added", "少写天气", Layer.PROFILE, None),
    ),
    "a memory is deleted": (
        memories,
        lambda n: n.ask("memory:delete", id=n.seen["少用感叹号"]),
        ("memory_removed", "少用感叹号", Layer.PROFILE, None),
    ),
    "a template is edited": (
        with_files(**{TEMPLATE: shipped("stable_prefix.md.j2")}),
        lambda n: n.edit(TEMPLATE, "{{ headings.SESSION }}", "多一行。\n\n{{ headings.SESSION }}"),
        ("template", "stable_prefix.md.j2", None, 14),
    ),
    "a plugin is installed": (
        nothing,
        weather(),
        ("plugin_added", "weather", Layer.PROJECT, None),
    ),
    "a skill asks for less": (
        nothing,
        lambda n: n.edit(".underdraft/skills/mend/SKILL.md", "style_guide: true", "style_guide: false"),
        ("rule", "style_guide", Layer.PROJECT, None),
    ),
    "another model": (
        nothing,
        lambda n: setattr(n, "model", "claude-opus-4-6"),
        ("model", "claude-opus-4-6", None, None),
    ),
    "the lifetime is over": (
        nothing,
        lambda n: setattr(n, "at", "2026-01-02T03:09:06.678Z"),
        ("expired", "anthropic", None, None),
    ),
    "a chunk is trimmed": (
        lambda n: n.set("[settings]", "[caps]\nproject = 400\n\n[settings]"),
        lambda n: n.files.update(
            {".underdraft/characters/shen.md": "---\nname: 沈砚\n---\n" + "守灯人怕水。\n\n" * 60}
        ),
        ("trim", f"file:{STYLE}", Layer.PROJECT, None),
    ),
    "a name enters the scene": (
        nothing,
        lambda n: n.request.update(document=TOGETHER),
        ("scene", "陆衡", Layer.PROJECT, None),
    ),
    "a cap is changed": (
        lambda n: n.set("[settings]", "[caps]\nproject = 400\n\n[settings]"),
        lambda n: n.set("project = 400", "project = 300"),
        ("cap", "PROJECT", Layer.PROJECT, None),
    ),
    "another locale": (
        nothing,
        lambda n: n.set('locale = "zh"', 'locale = "en"'),
        ("locale", "en", None, None),
    ),
    "a fetcher writes the time": (
        weather("现在：2026-01-02 03:04\n潮高。"),
        now_says("现在：2026-01-02 03:05\n潮高。"),
        ("volatile", "weather:today: an ISO timestamp", Layer.PROJECT, None),
    ),
    "a fetcher changes the order": (
        weather(),
        now_says("风小。\n晴。\n潮高。"),
        ("order", "weather:today", Layer.PROJECT, None),
    ),
    "a skill is edited": (
        nothing,
        lambda n: n.edit(".underdraft/skills/mend/SKILL.md", "Change nothing else.", "Change what you must."),
        ("skill_edited", "mend", None, 2),
    ),
    "the work gets another title": (
        nothing,
        lambda n: n.set("灯港", "雾港"),
        ("config", "project", Layer.SESSION, None),
    ),
}


@pytest.mark.parametrize("name", [*FIRST_HALF])
def test_the_cause_is_named(underdraft_workspace, name):
    """Each break is blamed on what did it: cause, what exactly, layer and line."""
    before, after, (code, what, layer, line) = FIRST_HALF[name]
    novel = Novel(underdraft_workspace)
    found = broken(novel, before, after)
    cause = found.cause
    assert cause is not None, found
    assert (cause.code, cause.what) == (code, novel.seen.get(what, what)), found
    assert found.layer is layer or layer is None
    assert cause.line == line or line is None
    assert found.lost_tokens >= 0
