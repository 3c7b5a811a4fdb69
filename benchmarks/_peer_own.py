"""The two adapters that need nothing but Underdraft's own dependencies: plain Python, and Underdraft."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pluggy
from _peer_work import INSTRUCTION, QUERY, RECALLED, TOKEN_BUDGET, KnownVectors, Work, vector
from jinja2.sandbox import ImmutableSandboxedEnvironment

import underdraft

SPEC, IMPL = pluggy.HookspecMarker("plain"), pluggy.HookimplMarker("plain")
TEMPLATE = """# Rules
{% for text in parts.rules %}{{ text }}
{% endfor %}# Preferences
{% for text in parts.preferences %}- {{ text }}
{% endfor %}"""
TAIL = """# Memories
{% for text in parts.memories %}- {{ text }}
{% endfor %}# Text
{% for text in parts.selection %}{{ text }}
{% endfor %}{{ task }}
"""


class PlainSpec:
    """One hook that every part of the prompt implements."""

    @SPEC
    def gather(self, work: Work) -> tuple[str, list[str]]:
        """The part's name and its texts."""
        raise NotImplementedError


class PlainPython:
    """What one would write by hand: plugins, sandboxed templates, vectors on disk, a budget, a hash."""

    name = "plain Python"

    def __init__(self, work: Work, place: Path) -> None:
        import pysqlite3
        import sqlite_vec

        self.work = work
        self.base = pysqlite3.connect(str(place / "notes.db"))
        self.base.enable_load_extension(True)
        sqlite_vec.load(self.base)
        self.base.execute("PRAGMA journal_mode = WAL")
        self.base.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)")
        self.base.execute(
            f"CREATE VIRTUAL TABLE near USING vec0(v float[{len(vector(QUERY))}] distance_metric=cosine)"
        )
        for number, note in enumerate(work.notes):
            self.base.execute("INSERT INTO note VALUES (?, ?)", (number, note))
            blob = sqlite_vec.serialize_float32(vector(note))
            self.base.execute("INSERT INTO near (rowid, v) VALUES (?, ?)", (number, blob))
        self.base.commit()
        self.query = sqlite_vec.serialize_float32(vector(QUERY))
        self.hooks = pluggy.PluginManager("plain")
        self.hooks.add_hookspecs(PlainSpec)
        for plugin in (Rules(), Preferences(), Memories(self), Selection()):
            self.hooks.register(plugin)
        environment = ImmutableSandboxedEnvironment()
        self.head, self.tail = environment.from_string(TEMPLATE), environment.from_string(TAIL)
        self.counted: dict[str, int] = {}

    def tokens(self, text: str) -> int:
        """Tokens by estimate, counted once a text."""
        if text not in self.counted:
            self.counted[text] = underdraft.estimate(text)
        return self.counted[text]

    def assemble(self) -> str:
        """Gather, keep within the budget, render, hash."""
        parts = dict(self.hooks.hook.gather(work=self.work))
        left = TOKEN_BUDGET - sum(self.tokens(text) for texts in parts.values() for text in texts)
        window = []
        for role, text in reversed(self.work.turns):
            left -= self.tokens(text)
            if left < 0:
                break
            window.append(f"{role}: {text}")
        prefix = self.head.render(parts=parts)
        tail = self.tail.render(parts=parts, task=INSTRUCTION)
        hashlib.sha256(prefix.encode()).hexdigest()
        return "\n".join([prefix, *reversed(window), tail])

    def close(self) -> None:
        """Close the file."""
        self.base.close()


class Rules:
    """The rules."""

    @IMPL
    def gather(self, work: Work) -> tuple[str, list[str]]:
        """As they are."""
        return "rules", [work.rules]


class Preferences:
    """The preferences."""

    @IMPL
    def gather(self, work: Work) -> tuple[str, list[str]]:
        """As they are."""
        return "preferences", list(work.preferences)


class Memories:
    """The notes that are nearest to the query."""

    def __init__(self, owner: PlainPython) -> None:
        self.owner = owner

    @IMPL
    def gather(self, work: Work) -> tuple[str, list[str]]:
        """By cosine, from the file."""
        rows = self.owner.base.execute(
            "SELECT note.text FROM near JOIN note ON note.id = near.rowid"
            " WHERE near.v MATCH ? AND near.k = ? ORDER BY near.distance",
            (self.owner.query, RECALLED),
        )
        return "memories", [text for (text,) in rows]


class Selection:
    """The selection."""

    @IMPL
    def gather(self, work: Work) -> tuple[str, list[str]]:
        """As it is."""
        return "selection", [work.selection]


SKILL = """---
name: bench
description: what the benchmark asks for
context_rules:
  user_preferences: true
  memories: true
  conversation: true
---
写。
"""


class Parts:
    """A plugin with the embedder, the skill and a model that answers with the next turn."""

    name = "bench"

    def __init__(self, work: Work, place: Path) -> None:
        self.replies = [text for role, text in work.turns if role == "assistant"]
        self.folder = place / "skills"
        (self.folder / "bench").mkdir(parents=True)
        (self.folder / "bench" / "SKILL.md").write_text(SKILL, encoding="utf-8")

    @underdraft.hookimpl
    def underdraft_skill_dirs(self) -> list[Path]:
        """The one skill."""
        return [self.folder]

    @underdraft.hookimpl
    def underdraft_embedder(self, name: str) -> Any:
        """Vectors at hand."""
        return KnownVectors() if name in {"known", "local"} else None


class UnderdraftPreview:
    """A preview of a workspace whose store holds the same things; everything is really stored."""

    name = "Underdraft"

    def __init__(self, work: Work, place: Path) -> None:
        self.work = work
        (place / ".underdraft" / "rules").mkdir(parents=True)
        (place / ".underdraft" / "rules" / "rules.md").write_text(work.rules, encoding="utf-8")
        (place / ".underdraft" / "config.toml").write_text(
            '[project]\nid = "bench"\nname = "bench"\n[caps]\nprofile = 2000\nsystem = 4000\n',
            encoding="utf-8",
        )
        self.ws = underdraft.Workspace.open(
            place, store=place / "store.db", embedder="known", plugins=[Parts(work, place)]
        )
        for text in work.preferences:
            self._do("memory:create", type="preference", scope="global", content=text)
        for text in work.notes:
            self._do("atomic:create", content=text)
        for role, text in work.turns:
            self._do("conversation:append", sessionId="s", role=role, content=text)
        self._do("memory:maintenance:run", trigger="rebuildIndex")
        self.loop = asyncio.new_event_loop()

    def _do(self, channel: str, **payload: object) -> None:
        answer = self.ws.invoke_sync(channel, payload)
        if not answer["ok"]:
            raise RuntimeError(f"{channel}: {answer['error']}")

    def assemble(self) -> str:
        """One preview, as the running loop of an application would ask for it."""
        start = self.work.document.index(self.work.selection)
        preview = self.loop.run_until_complete(
            self.ws.preview(
                "bench",
                document=self.work.document,
                selection=(start, start + len(self.work.selection)),
                instruction=f"{INSTRUCTION}（{self.work.selection[:12]}）",  # another query, too
                session_id="s",
            )
        )
        return "\n".join(message.content for message in preview.messages)

    def close(self) -> None:
        """Close the workspace."""
        self.loop.close()
        self.ws.close()
