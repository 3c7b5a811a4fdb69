"""Workspaces for the tests of feedback: a model that writes what it is told, a clock that is set by hand."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

from underdraft import Reply, TextDelta, Usage, Workspace, hookimpl

CONFIG = """\
locale = "{locale}"
model = "told"
embedder = "none"

[project]
id = "{project}"
name = "灯港长夜"
"""
TEXT = "他站起来，走到窗边。雨还在下。"
LOUD = "他站起来！走到窗边，看着外面的夜色，想起了很久以前的事！雨还在下。她问他要不要走。"
CALM = LOUD.replace("！", "。")
LEARNED = ("feedback_event", "preference_signal", "preference_kind", "memory_item")
"""The tables that hold what was learned, and from what."""


class Clock:
    """Moves one millisecond a reading, and further when told."""

    def __init__(self):
        self.at = datetime(2026, 3, 1, tzinfo=UTC)
        self.step = timedelta(milliseconds=1)

    def __call__(self):
        self.at += self.step
        return self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def forward(self, **amount):
        self.at += timedelta(**amount)

    def hold(self, start, **later):
        """Stand still at a time after ``start``."""
        self.at, self.step = datetime.fromisoformat(start) + timedelta(**later), timedelta(0)


class ToldModel:
    """The model ``told``: its replies are ``texts``."""

    def __init__(self):
        self.texts = (TEXT,)

    @hookimpl
    def underdraft_model(self, name):
        return self if name == "told" else None

    async def answer(self, call):
        texts = (self.texts * call.candidates)[: call.candidates]
        for index, text in enumerate(texts):
            yield TextDelta(text=text, index=index)
        yield Reply(texts=texts, usage=Usage(), model="told")


class Desk:
    """A workspace with short words for what the tests do."""

    def __init__(self, folder, *, project="novel", locale="zh", plugins=(), store=None, model=None):
        (folder / ".underdraft").mkdir(parents=True, exist_ok=True)
        (folder / ".underdraft" / "config.toml").write_text(
            CONFIG.format(locale=locale, project=project), "utf-8"
        )
        self.clock, self.model, ids = Clock(), model or ToldModel(), itertools.count(1)
        self.ws = Workspace.open(
            folder,
            trusted=True,
            store=store or folder / "store.db",
            clock=self.clock,
            new_id=lambda: f"{project}-{next(ids):06d}",
            plugins=[self.model, *plugins],
        )

    def run(self, text=TEXT, **options):
        self.model.texts = (text,) if isinstance(text, str) else text
        return self.ws.run_sync("polish", document=text if isinstance(text, str) else text[0], **options).id

    def feed(self, action="accept", evidence=None, run=None, **more):
        payload = {"runId": run or self.run(), "action": action, **more}
        return self.data(
            "ai:skill:feedback", payload | ({"evidenceRef": evidence} if evidence is not None else {})
        )

    def feeds(self, *actions, evidence="偏好短句"):
        return [self.feed(action, evidence) for action in actions][-1]

    def data(self, channel, payload=None):
        envelope = self.ws.invoke_sync(channel, payload or {})
        assert envelope["ok"], envelope
        return envelope["data"]

    def code(self, channel, payload=None):
        envelope = self.ws.invoke_sync(channel, payload or {})
        assert not envelope["ok"], envelope
        return envelope["error"]["code"]

    def settle(self, action, id, **more):  # noqa: A002
        return self.data("memory:preferences:settle", {"action": action, "id": id, **more})

    def settings(self, **patch):
        return self.data("memory:settings:update", {"patch": patch})

    def learned(self, project="novel"):
        items = self.data("memory:list", {"projectId": project})["items"]
        return [item["content"] for item in items if item["origin"] == "learned"]

    def previewed(self, project="novel"):
        payload = {"projectId": project}
        return [item["content"] for item in self.data("memory:injection:preview", payload)["items"]]

    def ledger(self, project="novel"):
        return self.data("memory:preferences:list", {"projectId": project})

    def entry(self, statement, project="novel"):
        return next(e for e in self.ledger(project)["items"] if e["statement"] == statement)

    def rows(self, table):
        with self.ws.store.database.read() as connection:
            rows = connection.exec_driver_sql(f"SELECT * FROM {table}")
            return sorted((dict(row) for row in rows.mappings()), key=lambda row: row.get("seq", 0))

    def stored(self):
        """All that is in the tables of what was learned, as one text."""
        return str([self.rows(table) for table in LEARNED])

    def close(self):
        self.ws.close()


class Listener:
    """Remembers what it is told; ``act`` says what else it does."""

    def __init__(self, act=None):
        self.events, self.act = [], act or (lambda _event, _preferences: None)

    @hookimpl
    def underdraft_feedback(self, event, preferences):
        self.events.append(event)
        return self.act(event, preferences)
