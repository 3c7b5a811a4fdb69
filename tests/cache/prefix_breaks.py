"""A small project whose prompt is broken in one way or another between two runs."""

from __future__ import annotations

import attrs

from underdraft import Chunk, Fetcher, Layer, hookimpl
from underdraft.cache.blame import blame
from underdraft.testing import FakeModel

CLOCK = "2026-01-02T03:04:05.678Z"
SCENE = "沈砚推开门。灯灭了。"
TOGETHER = "沈砚推开门，陆衡站在灯下。"

CONFIG = """\
locale = "zh"
model = "claude-sonnet-4-5"
prefix_updates = "at_once"

[project]
id = "novel"
name = "灯港"
genre = "悬疑"

[settings]
tense = "过去时"
"""

SKILL = """\
---
name: mend
description: Mend it.
context_rules:
  surrounding: 300
  style_guide: true
  characters: true
  outline: true
  world: true
  knowledge_graph: true
  project_settings: true
---

Mend the passage.
Change nothing else.
"""

OUTLINE = """\
# 大纲

## 第一章 渡口
沈砚到了灯港。

## 第二章 灯塔
陆衡点灯。

## 第三章 盐仓
盐仓失火。

## 第四章 归航
船走了。
"""

FILES = {
    ".underdraft/rules/10-voice.md": "第三人称。\n不写雨。\n",
    ".underdraft/rules/20-words.md": "少用形容词。\n",
    ".underdraft/style-guide.md": "句子要短。\n\n段落要短。\n\n" + "对话里不解释。\n\n" * 40,
    ".underdraft/outline.md": OUTLINE,
    ".underdraft/characters/shen.md": "---\nname: 沈砚\n---\n守灯人。\n\n怕水。\n",
    ".underdraft/characters/lu.md": "---\nname: 陆衡\n---\n医生。\n\n说话很慢。\n",
    ".underdraft/world/bay.md": "---\nname: 黑礁湾\n---\n暗礁很多。\n",
    ".underdraft/knowledge/people.yaml": ("relations:\n  - {from: 沈砚, is: 兄弟, to: 陆衡}\n"),
    ".underdraft/skills/mend/SKILL.md": SKILL,
    "chapters/01.md": SCENE,
}


class Weather:
    """A stranger's plugin that puts one text into layer 3."""

    name = "weather"

    def __init__(self, text="晴。\n风小。\n潮高。", source="weather:today"):
        self.text, self.source = text, source

    @hookimpl
    def underdraft_fetchers(self):
        """One stable fetcher."""

        def fetch(_):
            if isinstance(self.text, Exception):
                raise self.text
            return [Chunk(text=self.text, source=self.source, kind="weather")]

        return [Fetcher(name="weather", layer=Layer.PROJECT, fetch=fetch, priority=5, stable=True)]


@attrs.define
class Novel:
    """The project, its files, and how it is run."""

    make: object
    at: str = CLOCK
    files: dict = attrs.field(factory=lambda: dict(FILES))
    config: str = CONFIG
    plugins: list = attrs.field(factory=list)
    request: dict = attrs.field(factory=lambda: {"document": SCENE, "document_id": "one"})
    skill: str = "mend"
    model: str = "claude-sonnet-4-5"
    seen: dict = attrs.field(factory=dict)
    ws: object = None

    def open(self):
        """The workspace as files and settings are now."""
        fake = FakeModel("好。", name=self.model)
        self.ws = self.make(
            self.files,
            config=self.config,
            plugins=[fake, *self.plugins],
            model=self.model,
            clock=lambda: self.at,
        )
        return self.ws

    def run(self):
        """Run it; gives the stored record."""
        self.open()
        run = self.ws.run_sync(self.skill, **self.request)
        return self.ws.store.runs.get(run.id)

    def ask(self, channel, **payload):
        """What a channel answers."""
        answer = (self.ws or self.open()).invoke_sync(channel, payload)
        assert answer["ok"], answer
        return answer["data"]

    def remember(self, content, **more):
        """A memory of the project."""
        made = self.ask(
            "memory:create", **{"type": "preference", "scope": "project", "content": content, **more}
        )
        self.seen[content] = made["id"]
        return made["id"]

    def edit(self, path, old, new):
        """Change a file."""
        assert old in self.files[path], path
        self.files[path] = self.files[path].replace(old, new)

    def set(self, old, new):
        """Change the configuration."""
        assert old in self.config
        self.config = self.config.replace(old, new)


def broken(novel, before, after):
    """The blame between a run after ``before`` and one after ``after``."""
    before(novel)
    first = novel.run()
    after(novel)
    second = novel.run()
    return blame(first, second, known_to(novel.ws))


def known_to(ws):
    """What the workspace knows."""
    from underdraft.channels.cache import known_of

    return known_of(ws)
