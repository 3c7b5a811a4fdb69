"""Makes the store of a release: ``python tests/memory/release_store.py``, when it is released, and commit the file.

A writer's session through channels fills every table; what it leaves is kept as SQL, ``releases/<revision>.sql``, which a
later version's tests migrate. A file of an earlier release is never made anew.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from underdraft import Workspace, hookimpl
from underdraft.memory.db.migrate import head
from underdraft.memory.db.sqlite import driver

FOLDER = Path(__file__).with_name("releases")
FILES = {
    ".underdraft/config.toml": '[project]\nid = "harbour"\nname = "灯港"\n',
    ".underdraft/skills/talk/SKILL.md": (
        "---\nname: talk\ndescription: Talk.\ncontext_rules:\n  conversation: true\n  memories: true\n"
        "  user_preferences: true\n---\nAnswer.\n"
    ),
}

UNUSUAL = (
    "INSERT INTO question VALUES ('q-1', '2026-01-02T00:10:00.000Z', 'extract', 'm', 'harbour', 'k', '{}', 1, 9, 3, 0, 0.5, 1);",
    "INSERT INTO background_job VALUES (99, 'extract', 'gone', '2026-01-02T00:10:00.000Z', 3, '9999', 1, 'TIMEOUT');",
    "INSERT INTO episode_journal VALUES ('j-1', 7);",
    "INSERT INTO project_folder VALUES ('island', '/books/island', '岛', NULL);",
    "INSERT INTO project_file VALUES (1, 'isle', 'notes.md', 1, '雾', '2026-01-02T00:10:00.000Z');",
    "INSERT INTO writer_token VALUES ('00', 'anna', '2026-01-02T00:10:00.000Z', 0, NULL, 0, NULL, NULL, 'on');",
    "INSERT INTO known_writer VALUES ('anna', 0, 1);",
)
"""Rows that come from a model, a server, a failure or an interruption."""


class Ticking:
    """A clock that moves a second a reading, and ids that count."""

    def __init__(self, start):
        self.seconds, self.ids = itertools.count(start), itertools.count(start)

    def clock(self):
        minutes, seconds = divmod(next(self.seconds), 60)
        return f"2026-01-02T{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}.000Z"

    def new_id(self):
        return f"id-{next(self.ids):06d}"


class Letters:
    """An embedder of eight numbers, which count letters; stands for a model, whose vectors are long."""

    name = "letters"
    dimensions = 8

    def embed(self, texts):
        return [[1.0 + sum(ord(one) % 8 == n for one in text) for n in range(8)] for text in texts]

    @hookimpl
    def underdraft_embedder(self, name):
        return self if name == self.name else None


def open_project(folder, *, start=0):
    """The project over ``store.db`` in it."""
    for name, text in FILES.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    ticking = Ticking(start)
    options = {"clock": ticking.clock, "new_id": ticking.new_id}
    return Workspace.open(
        folder, store=folder / "store.db", embedder="letters", plugins=[Letters()], **options
    )


def ask(ws, channel, **payload):
    """What a channel answers; an error ends the script."""
    answer = ws.invoke_sync(channel, payload)
    if not answer["ok"]:
        raise SystemExit(f"{channel}: {answer['error']}")
    return answer["data"]


def live(ws):
    """The session."""
    ask(ws, "memory:settings:update", patch={"memory.compaction_runs": 2, "preferenceLearningThreshold": 2})
    first, gone, *_ = (
        ask(ws, "memory:create", type=kind, scope=scope, content=content)
        for kind, scope, content in (
            ("preference", "global", "结尾不要比喻"),
            ("note", "global", "Café 在港口"),
            ("fact", "project", "灯塔的看守人叫沈默"),
            ("preference", "project", "对话用短句"),
            ("preference", "project", "对话用短句。"),
        )
    )
    ask(ws, "memory:update", id=first["id"], patch={"content": "结尾不要比喻，也不要反问"})
    ask(ws, "memory:delete", id=gone["id"])
    for said in ("记住：灯塔地下埋着一口铜钟。", "我喜欢白描。", "主角叫林远。"):
        ws.run_sync("talk", instruction=said, session_id="s1")
    fact = ask(ws, "atomic:create", content="我叫阿明", tags=["名字"])
    ask(ws, "atomic:update", id=fact["id"], patch={"content": "我叫陈明"})
    markdown = ask(ws, "profile:get")["markdown"]
    ask(ws, "profile:update", markdown=f"# 我\n\n写小说的人\n\n{markdown}")
    text = "夜色沉沉，他慢慢地走进了那片浓浓的雾里，什么也没有说。"
    feedback = {"action": "accept", "evidenceRef": "偏好短句", "finalText": "夜沉。"}
    for _ in range(3):
        run = ws.run_sync("polish", document=text, selection=(0, 12))
        ask(ws, "ai:skill:feedback", runId=run.id, **feedback)
    session = ask(ws, "session:start")["sessionId"]
    signal = {"kind": "preference_signal", "content": "多写雾", "importance": 0.9, "projectId": "harbour"}
    ask(ws, "working:put", sessionId=session, **signal)
    ask(ws, "session:end", sessionId=session)
    ask(ws, "conversation:append", sessionId="s1", role="user", content="没有运行的话")
    ask(ws, "summary:update", sessionId="s1", title="灯塔")
    ask(ws, "knowledge:add", kind="entity", fact={"name": "沈默", "kind": "person"})
    [offer, *_] = ask(ws, "memory:offers:list")["offers"]
    ask(ws, "memory:preferences:settle", id=offer["id"], action="refuse")
    ask(ws, "memory:maintenance:run", trigger="pendingWork")
    ask(ws, "memory:maintenance:run", trigger="compactRuns")


def dump(store):
    """A store as SQL."""
    with closing(driver().connect(str(store))) as link:
        listed = (
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type <> 'table', name"
        )
        made = link.execute(listed).fetchall()
        lines, later = ["PRAGMA journal_mode = WAL;", "PRAGMA foreign_keys = OFF;", "BEGIN;"], []
        for kind, name, sql in made:
            if name.startswith("sqlite_"):
                continue
            (lines if kind == "table" else later).append(f"{sql};")
            if kind == "table":
                lines += rows(link, name)
        (version,) = link.execute("PRAGMA user_version").fetchone()
        return "\n".join([*lines, *UNUSUAL, *later, f"PRAGMA user_version = {version};", "COMMIT;"]) + "\n"


def rows(link, table):
    """The rows of a table as statements."""
    names = [f'"{row[1]}"' for row in link.execute(f"PRAGMA table_info({table})")]
    listed = ", ".join(names)
    values = " || ', ' || ".join(f"quote({name})" for name in listed.split(", "))
    for (row,) in link.execute(f"SELECT {values} FROM {table} ORDER BY 1"):
        yield f"INSERT INTO {table} ({listed}) VALUES ({row});"


def load(revision, store):
    """Make the store of a release."""
    store.parent.mkdir(parents=True, exist_ok=True)
    with closing(driver().connect(str(store))) as link:
        link.executescript((FOLDER / f"{revision}.sql").read_text("utf-8"))


def make(target):
    """Write the store of this version as SQL."""
    with tempfile.TemporaryDirectory() as name:
        with open_project(Path(name)) as ws:
            live(ws)
        target.write_text(dump(Path(name) / "store.db"), encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    make(FOLDER / f"{head()}.sql")
