"""Blame: forty ways to break a prefix, and the cause that is named for each."""

from __future__ import annotations

import pytest

from cache.prefix_breaks import SCENE, TOGETHER, Novel, Weather, broken
from underdraft import Layer

RULE, STYLE = ".underdraft/rules/10-voice.md", ".underdraft/style-guide.md"
TEMPLATE = ".underdraft/templates/stable_prefix.md.j2"


def nothing(_):
    """The project as it is."""


def shipped(name):
    """The source of a shipped template."""
    from underdraft.prompt.template_set import load_templates

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
        ("template", "stable_prefix.md.j2", None, 15),
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


SKILL, SHEN = ".underdraft/skills/mend/SKILL.md", ".underdraft/characters/shen.md"
STRINGS = ".underdraft/templates/strings.toml"


def in_turns(novel):
    """A session of the skill, with one turn behind it."""
    novel.edit(SKILL, "surrounding: 300", "surrounding: 300\n  conversation: true")
    novel.open()
    novel.request["session_id"] = novel.ask("session:start")["sessionId"]
    novel.run()
    novel.run()


def another_session(novel):
    """The next run belongs to a new session, which has had a turn, too."""
    novel.request["session_id"] = novel.ask("session:start")["sessionId"]
    novel.run()


SECOND_HALF = {
    "a memory is purged": (
        memories,
        lambda n: n.ask("memory:purge", id=n.seen["不要倒叙"], confirm=True),
        ("memory_purged", "不要倒叙", Layer.PROFILE, None),
    ),
    "a memory gets another type": (
        memories,
        lambda n: n.ask("memory:update", id=n.seen["不要倒叙"], patch={"type": "note"}),
        ("memory_order", "少用感叹号", Layer.PROFILE, None),
    ),
    "memories are switched off": (
        memories,
        lambda n: n.ask("memory:settings:update", patch={"injectionEnabled": False}),
        ("memory_setting", "injectionEnabled", Layer.PROFILE, None),
    ),
    "the profile is written": (
        nothing,
        lambda n: n.ask("profile:update", markdown="写悬疑小说。"),
        ("profile", "", Layer.PROFILE, None),
    ),
    "a plugin is removed": (
        weather(),
        lambda n: n.plugins.clear(),
        ("plugin_removed", "weather", Layer.PROJECT, None),
    ),
    "a plugin says something else": (
        weather(),
        now_says("晴。\n风大。\n潮高。"),
        ("plugin_text", "weather:today (weather)", Layer.PROJECT, None),
    ),
    "a fetcher fails": (
        weather(),
        now_says(ValueError("no network")),
        ("fetcher", "weather", Layer.PROJECT, None),
    ),
    "a rule file is renamed": (
        nothing,
        lambda n: n.files.update(
            {".underdraft/rules/05-words.md": n.files.pop(".underdraft/rules/20-words.md")}
        ),
        ("file_renamed", ".underdraft/rules/05-words.md", Layer.SYSTEM, None),
    ),
    "a file cannot be read": (
        nothing,
        lambda n: n.files.update({STYLE: b"\xff\xfe\xfa"}),
        ("file_refused", STYLE, Layer.PROJECT, None),
    ),
    "a name leaves the scene": (
        lambda n: n.request.update(document=TOGETHER),
        lambda n: n.request.update(document=SCENE),
        ("scene", "陆衡", Layer.PROJECT, None),
    ),
    "the text is in another chapter": (
        lambda n: n.request.update(document="# 第一章 渡口\n\n" + SCENE),
        lambda n: n.request.update(document="# 第三章 盐仓\n\n" + SCENE),
        ("chapter", ".underdraft/outline.md", Layer.PROJECT, None),
    ),
    "the story is told otherwise": (
        nothing,
        lambda n: n.edit(".underdraft/knowledge/people.yaml", "兄弟", "师徒"),
        ("story", "knowledge:story", Layer.PROJECT, None),
    ),
    "another skill": (
        nothing,
        lambda n: setattr(n, "skill", "polish"),
        ("skill", "world", Layer.PROJECT, None),
    ),
    "a fixed word is edited": (
        with_files(**{STRINGS: shipped("strings.toml")}),
        lambda n: n.edit(STRINGS, 'PROFILE = "# [2] ', 'PROFILE = "# [2] 关于'),
        ("template", "strings.toml", Layer.PROFILE, None),
    ),
    "a card of the scene is edited": (
        nothing,
        lambda n: n.edit(SHEN, "怕水", "怕火"),
        ("file_edited", SHEN, Layer.PROJECT, 6),
    ),
    "a card gets another name": (
        nothing,
        lambda n: n.edit(SHEN, "name: 沈砚", "name: 沈砚\naliases: [沈叔]"),
        ("file_edited", SHEN, Layer.PROJECT, None),
    ),
    "a memory belongs to another document": (
        lambda n: (n.open(), n.remember("这一章用现在时", documentId="one")),
        lambda n: n.request.update(document_id="two"),
        ("document", "这一章用现在时", Layer.PROFILE, None),
    ),
    "the model's window is set": (
        lambda n: (
            n.set("[project]", "window_tokens = 60000\n\n[project]")
            or n.files.update({STYLE: "句子要短。\n\n" * 400})
        ),
        lambda n: n.set("window_tokens = 60000", "window_tokens = 40000"),
        ("cap", "PROJECT", Layer.PROJECT, None),
    ),
    "a fetcher writes an id": (
        weather("run 6f1c1f0a-58e2-4f43-9d2c-0d8a5b1c7e11\n潮高。"),
        now_says("run 0a9b8c7d-58e2-4f43-9d2c-0d8a5b1c7e22\n潮高。"),
        ("volatile", "weather:today: a UUID", Layer.PROJECT, None),
    ),
    "a card of somebody elsewhere is added": (
        nothing,
        lambda n: n.files.update({".underdraft/characters/he.md": "---\nname: 何三桅\n---\n船夫。\n"}),
        ("file_added", ".underdraft/characters/he.md", Layer.PROJECT, None),
    ),
    "a setting of the work is changed": (
        nothing,
        lambda n: n.set("过去时", "现在时"),
        ("config", "settings", Layer.PROJECT, None),
    ),
    "another session": (
        in_turns,
        another_session,
        ("session", "", None, None),
    ),
}

BREAKS = FIRST_HALF | SECOND_HALF


@pytest.mark.parametrize("name", [*BREAKS])
def test_the_cause_is_named(underdraft_workspace, name):
    """Each break is blamed on what did it: cause, what exactly, layer and line."""
    before, after, (code, what, layer, line) = BREAKS[name]
    novel = Novel(underdraft_workspace)
    found = broken(novel, before, after)
    cause = found.cause
    assert cause is not None, found
    assert (cause.code, cause.what) == (code, novel.seen.get(what, what)), found
    assert found.layer is layer or layer is None
    assert cause.line == line or line is None
    assert found.lost_tokens >= 0
