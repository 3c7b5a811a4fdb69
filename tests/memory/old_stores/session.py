"""A writer's session through channels, run by the code of an earlier commit: it fills every table that it can.

``python session.py FOLDER``: FOLDER is made; its store is ``store.db``, what the code then said of it ``answers.json``. A
channel that the code does not have is left out.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from contextlib import closing
from pathlib import Path

from underdraft import Workspace

try:
    import pysqlite3 as sqlite  # the code's own: two libraries in one process break each other's locks
except ImportError:
    import sqlite3 as sqlite  # noqa: TID251

SKILL = """---
name: talk
description: Talk.
context_rules:
  conversation: true
  memories: true
  session_summaries: true
---
Answer.
"""
CONFIG = '[project]\nid = "harbour"\nname = "灯港"\n'
PROJECT = {"projectId": "harbour"}
OWN = {"global": {}, "project": PROJECT}
LISTS = {
    "memory:list": {"includeDeleted": True, "limit": 100, **PROJECT},
    "atomic:list": {"includeDeleted": True, **PROJECT},
    "profile:get": {},
    "profile:history": {},
    "session:list": {},
    "summary:list": {},
    "conversation:list": {"sessionId": "s1"},
    "ai:run:list": {},
    "compact:list": {},
    "knowledge:list": {},
    "memory:episode:list": {},
    "memory:preferences:list": PROJECT,
    "memory:semantic:list": {},
    "memory:settings:get": {},
    "memory:injection:preview": PROJECT,
}
"""What is asked at the end, and by the code of today."""


class Ticking:
    """A clock that moves a second a reading."""

    def __init__(self):
        self.seconds = itertools.count()

    def __call__(self):
        minutes, seconds = divmod(next(self.seconds), 60)
        return f"2026-01-02T{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}.000Z"


def lay_down(folder):
    """The project."""
    skill = folder / ".underdraft" / "skills" / "talk"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text(SKILL, encoding="utf-8")
    (folder / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")


def open_store(folder, store, start=0):
    """The project over a store."""
    ids, clock = itertools.count(start), Ticking()
    clock.seconds = itertools.count(start)
    options = {"embedder": "none", "clock": clock, "new_id": lambda: f"id-{next(ids):06d}"}
    return Workspace.open(folder, store=store, **options)


def ask(ws, channel, **payload):
    """What a channel answers; nothing, where there is no such channel or the code refuses."""
    if channel not in ws.channels:
        return {}
    answer = ws.invoke_sync(channel, payload)
    if not answer["ok"]:
        sys.stderr.write(f"{channel} {answer['error']}\n")
    return answer["data"] if answer["ok"] else {}


def wait(root):
    """Wait until nothing is left to do behind the replies."""
    for _ in range(100):
        with closing(sqlite.connect(root / "store.db")) as link:
            if not link.execute("SELECT count(*) FROM background_job WHERE NOT failed").fetchone()[0]:
                return
        time.sleep(0.1)


def live(ws, root):
    """The session."""
    ask(ws, "memory:settings:update", patch={"memory.compaction_runs": 2, "preferenceLearningThreshold": 2})
    made = [
        ask(ws, "memory:create", type=type_, scope=scope, content=content, **OWN[scope])
        for type_, scope, content in (
            ("preference", "global", "结尾不要比喻"),
            ("fact", "project", "灯塔的看守人叫沈默"),
            ("note", "global", "Café 在港口"),
            ("preference", "project", "对话用短句"),
            ("preference", "project", "对话用短句。"),
        )
    ]
    ask(ws, "memory:update", id=made[0]["id"], patch={"content": "结尾不要比喻，也不要反问"})
    ask(ws, "memory:delete", id=made[2]["id"])
    for said in ("记住：灯塔地下埋着一口铜钟。", "我喜欢白描。", "主角叫林远。"):
        ws.run_sync("talk", instruction=said, session_id="s1")
    wait(root)
    fact = ask(ws, "atomic:create", content="我叫阿明", tags=["名字"])
    ask(ws, "atomic:update", id=fact.get("id"), patch={"content": "我叫陈明"})
    gone = ask(ws, "atomic:create", content="我住在港口")
    ask(ws, "atomic:delete", id=gone.get("id"))
    markdown = ask(ws, "profile:get").get("markdown", "")
    ask(ws, "profile:update", markdown=f"# 我\n\n写小说的人\n\n{markdown}")
    text = "夜色沉沉，他慢慢地走进了那片浓浓的雾里，什么也没有说。"
    runs = [ws.run_sync("polish", document=text, selection=(0, 12)) for _ in range(3)]
    for run in runs:
        ask(
            ws, "ai:skill:feedback", runId=run.id, action="accept", evidenceRef="偏好短句", finalText="夜沉。"
        )
    ask(ws, "ai:skill:feedback", runId=runs[2].id, action="reject", evidenceRef="太长")
    session = ask(ws, "session:start").get("sessionId", "s2")
    signal = {"kind": "preference_signal", "content": "多写雾", "importance": 0.9, "projectId": "harbour"}
    ask(ws, "working:put", sessionId=session, **signal)
    ask(ws, "session:end", sessionId=session)
    ask(ws, "conversation:append", sessionId="s1", role="user", content="没有运行的话")
    ask(ws, "summary:update", sessionId="s1", title="灯塔")
    ask(ws, "knowledge:add", kind="entity", fact={"name": "沈默", "kind": "person"})
    ask(ws, "memory:preferences:confirm", id=next(iter(learned(ws)), "none"))
    ask(ws, "memory:semantic:distil")
    offers = ask(ws, "memory:tidy:list").get("offers", [])
    if offers:
        refs = [one["ref"] for one in offers[0]["statements"]]
        ask(ws, "memory:tidy:settle", refs=refs, action="keep_both")
    wait(root)
    ask(ws, "compact:run")


def learned(ws):
    """Ids of learned memories."""
    items = ask(ws, "memory:list", limit=100, **PROJECT).get("items", [])
    return [item["id"] for item in items if item["origin"] == "learned"]


def answers(ws):
    """What the code says of the store."""
    said = {name: ask(ws, name, **payload) for name, payload in LISTS.items() if name in ws.channels}
    memories = [item["id"] for item in said["memory:list"]["items"]]
    runs = [item.get("runId") or item.get("id") for item in said["ai:run:list"]["items"]]
    said["histories"] = {one: ask(ws, "memory:history", id=one) for one in memories}
    said["runs"] = {one: ask(ws, "ai:run:get", runId=one) for one in runs}
    said["replays"] = {one: ask(ws, "ai:run:replay", runId=one) for one in runs}
    return said


if __name__ == "__main__":
    root = Path(sys.argv[1])
    lay_down(root)
    with open_store(root, root / "store.db") as made_here:
        live(made_here, root)
    with open_store(root, root / "store.db", start=10_000) as opened:
        (root / "answers.json").write_text(
            json.dumps(answers(opened), ensure_ascii=False, indent=1, sort_keys=True), encoding="utf-8"
        )
