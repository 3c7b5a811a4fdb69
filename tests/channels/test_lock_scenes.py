"""The scenes that a lock covers, and the kinds of changes that it catches."""

from __future__ import annotations

import pytest

from cache.prefix_breaks import Novel, Weather
from channels.envelopes import data

KNOWLEDGE = ".underdraft/knowledge/people.yaml"
EVENTS = ".underdraft/knowledge/events.yaml"
CARD = ".underdraft/characters/shen.md"
SKILL = ".underdraft/skills/mend/SKILL.md"
STORY = """\
entities:
  - {name: 沈砚, attributes: {眼睛: 灰}}
events:
  - {id: e1, at: 1.1, what: 沈砚到了灯港, who: [沈砚]}
  - {id: e2, at: 1.2, what: 灯灭了, who: [沈砚, 陆衡]}
"""


def rewrite(path, old, new):
    """A change of a text in a file."""
    return lambda novel: novel.edit(path, old, new)


def put(path, text):
    """A new file, or another content of one."""
    return lambda novel: novel.files.update({path: text})


def drop(path):
    """A file less."""
    return lambda novel: novel.files.pop(path)


def configure(old, new):
    """Another setting."""
    return lambda novel: novel.set(old, new)


CHANGES = {
    "a rule's line": rewrite(".underdraft/rules/10-voice.md", "不写雨", "不写雪"),
    "a rule's last line": rewrite(".underdraft/rules/10-voice.md", "不写雨。\n", ""),
    "a new rule": put(".underdraft/rules/11.md", "新。\n"),
    "a rule gone": drop(".underdraft/rules/20-words.md"),
    "rules in another order": lambda n: n.files.update(
        {".underdraft/rules/05-words.md": n.files.pop(".underdraft/rules/20-words.md")}
    ),
    "the style guide's line": rewrite(".underdraft/style-guide.md", "句子要短", "句子要长"),
    "the style guide gone": drop(".underdraft/style-guide.md"),
    "the style guide's length": rewrite(".underdraft/style-guide.md", "对话里不解释。\n\n" * 40, ""),
    "the outline's line": rewrite(".underdraft/outline.md", "沈砚到了灯港", "沈砚离了灯港"),
    "the outline's heading": rewrite(".underdraft/outline.md", "第二章 灯塔", "第二章 塔"),
    "the outline gone": drop(".underdraft/outline.md"),
    "a card's first line": rewrite(CARD, "守灯人", "看灯人"),
    "a card's body": rewrite(CARD, "怕水", "怕火"),
    "a card's name": rewrite(CARD, "name: 沈砚", "name: 沈岩"),
    "a card's alias": rewrite(CARD, "name: 沈砚", "name: 沈砚\naliases: [沈先生]"),
    "a new card": put(".underdraft/characters/xu.md", "---\nname: 许三\n---\n船工。\n"),
    "a card gone": drop(".underdraft/characters/lu.md"),
    "a place's card": rewrite(".underdraft/world/bay.md", "暗礁很多", "暗礁很少"),
    "a place's card gone": drop(".underdraft/world/bay.md"),
    "a relation": rewrite(KNOWLEDGE, "兄弟", "师徒"),
    "a relation's target": rewrite(KNOWLEDGE, "to: 陆衡", "to: 许三"),
    "a relation file gone": drop(KNOWLEDGE),
    "an attribute's value": rewrite(EVENTS, "眼睛: 灰", "眼睛: 绿"),
    "a new attribute": rewrite(EVENTS, "眼睛: 灰", "眼睛: 灰, 头发: 黑"),
    "an event's words": rewrite(EVENTS, "灯灭了", "灯亮了"),
    "an event's time": rewrite(EVENTS, "at: 1.2", "at: 2.1"),
    "an event gone": rewrite(EVENTS, "  - {id: e2, at: 1.2, what: 灯灭了, who: [沈砚, 陆衡]}\n", ""),
    "a broken story file": put(KNOWLEDGE, "relations: [{from: 沈砚\n"),
    "a skill's instruction": rewrite(SKILL, "Change nothing else", "Change what you must"),
    "a skill's rule": rewrite(SKILL, "style_guide: true", "style_guide: false"),
    "a skill's new rule": rewrite(SKILL, "surrounding: 300", "surrounding: 200"),
    "a skill gone": drop(SKILL),
    "a new skill": put(
        ".underdraft/skills/other/SKILL.md", "---\nname: other\ndescription: Other.\n---\nDo it.\n"
    ),
    "the project's name": configure("灯港", "雾港"),
    "the genre": configure("悬疑", "历史"),
    "a project's setting": configure("过去时", "现在时"),
    "the locale": configure('locale = "zh"', 'locale = "en"'),
    "the window": configure("[project]", "window_tokens = 9000\n[project]"),
    "a cap": configure("[project]", "[caps]\nproject = 300\n\n[project]"),
    "the model": lambda n: setattr(n, "model", "gpt-4.1"),
    "a plugin's text": lambda n: setattr(n, "plugins", [Weather("晴。\n风大。\n潮高。")]),
    "a plugin gone": lambda n: n.plugins.clear(),
}


@pytest.fixture
def novel(underdraft_workspace):
    """A project with a story and a stranger's plugin."""
    made = Novel(underdraft_workspace)
    made.files[EVENTS] = STORY
    made.plugins = [Weather()]
    return made


def lock_in(novel):
    """Write the lock, and take the file along into the next folder."""
    data(novel.open(), "ai:prompt:lock")
    novel.files["prompt.lock"] = (novel.ws.root / "prompt.lock").read_text("utf-8")


@pytest.mark.long
@pytest.mark.parametrize("kind", CHANGES)
def test_every_kind_of_change_is_caught(novel, kind):
    """Each of them changes what a writer pays for, and the check says so and names it."""
    lock_in(novel)
    assert data(novel.open(), "ai:prompt:lock", {"check": True})["same"]
    CHANGES[kind](novel)
    found = data(novel.open(), "ai:prompt:lock", {"check": True})
    assert not found["same"]
    assert all(change["name"] for change in found["changes"])


def test_what_a_card_costs(novel):
    """A line in the body of a card is named, with the scenes that have it, their tokens and their price."""
    lock_in(novel)
    CHANGES["a card's body"](novel)
    found = data(novel.open(), "ai:prompt:lock", {"check": True})
    (change,) = found["changes"]
    assert (change["name"], change["now"]) == (f"file:{CARD}", "怕火。")
    assert {*change["prompts"]} == {"mend (zh) · 沈砚", "mend (zh) · chapters/01.md"}
    assert {cost["prompt"] for cost in found["costs"]} == {*change["prompts"]}
    assert all(cost["tokens"] > 100 and cost["usd"] > 0 for cost in found["costs"])


@pytest.mark.parametrize(
    "harmless",
    [
        lambda n: n.remember("多用短句"),
        lambda n: setattr(n, "at", "2027-05-06T07:08:09.000Z"),
        put("chapters/01.md", "沈砚推开门。灯又灭了。"),
        put("notes.txt", "no chapter"),
    ],
)
def test_no_false_alarm(novel, harmless):
    """Memories, the clock, the manuscript's words and other files are no change."""
    lock_in(novel)
    harmless(novel)
    assert data(novel.open(), "ai:prompt:lock", {"check": True})["changes"] == []


def test_scenes_of_the_projects_own(novel):
    """Passages in the folder for them take the place of those that are made by themselves."""
    novel.files[".underdraft/scenes/storm.md"] = "陆衡在灯塔里。\n"
    written = data(novel.open(), "ai:prompt:lock")
    assert [name for name in written["prompts"] if "·" in name] == ["mend (zh) · storm"]
