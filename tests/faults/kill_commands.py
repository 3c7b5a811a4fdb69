"""Kills every command that writes, at random moments, and looks at what is left.

``python tests/faults/kill_commands.py --kills 1000 --seed 7`` prints a line a hundred kills and the figures as JSON. Each
seed draws other commands and moments. After each kill: the store's file is sound, every memory has its revisions in a row,
each run its record, no row points to nothing, and what a command had answered is there.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from processes import CONTEXT, stop
from underdraft.cli.sample import CHAPTER, copy_sample
from underdraft.memory.db.sqlite import driver

TRIGGERS = (
    "realtimeEvictionTrigger",
    "dailyDecayRecomputeTrigger",
    "weeklyCompressTrigger",
    "monthlyPurgeTrigger",
)
"""What keeps the memory of past runs in bounds."""

TABLES = {"memory": "memory_item", "fact": "atomic_memory", "run": "run"}
"""Where what a command answers with its id has to be."""

UNSOUND = {
    "integrity": "SELECT 1 FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
    "foreign keys": "SELECT 1 FROM pragma_foreign_key_check",
    "revisions": "SELECT 1 FROM memory_item i WHERE version <> (SELECT count(*) FROM memory_revision r WHERE r.memory_id = i.id)",
    "last revision": "SELECT 1 FROM memory_item i JOIN memory_revision r ON r.memory_id = i.id AND r.version = i.version"
    " WHERE json_extract(r.after, '$.content') <> i.content",
    "records": "SELECT 1 FROM run WHERE seq NOT IN (SELECT run_seq FROM run_record)",
    "half a turn": "SELECT 1 FROM conversation WHERE answered AND run_id IS NOT NULL GROUP BY run_id HAVING count(*) <> 2",
    "profile": "SELECT 1 FROM user_profile WHERE version <> (SELECT max(version) FROM user_profile_revision)",
    "words": "SELECT 1 FROM memory_item WHERE state IN ('active', 'outdated') AND section IN ('memories', 'facts') AND id NOT IN"
    " (SELECT memory_id FROM record_words)",
}
"""What must not be found in a store, whatever was killed."""


class Desk:
    """A project, its store, and what is known to be in it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.dice = random.Random(seed)  # noqa: S311 - dice
        self.folder, self.novel, self.store = folder, folder / "novel", folder / "store.db"
        copy_sample(self.novel)
        self.known: dict[str, list[str]] = {kind: [] for kind in TABLES}
        self.number = 0

    def said(self) -> str:
        """A new text."""
        self.number += 1
        return (
            f"第{self.number}条：{self.dice.choice(['短句', '白描', '港口的雾', '对话'])}"
            * self.dice.randint(1, 9)
        )

    def old(self, kind: str) -> str:
        """The id of something that is there."""
        return self.dice.choice(self.known[kind] or ["none"])

    def commands(self) -> dict[str, list[str]]:
        """Every command that writes, with arguments of this moment."""
        text, memory, fact, run = self.said(), self.old("memory"), self.old("fact"), self.old("run")
        lines, backup = self.novel / "lines.jsonl", self.folder / "all.backup"
        lines.write_text("".join(json.dumps({"content": f"{text} {n}"}) + "\n" for n in range(30)), "utf-8")
        (self.folder / "profile.md").write_text(f"# 我\n\n{text}\n", "utf-8")
        draw, empty = self.dice, str(self.folder / f"restored-{self.number}.db")
        return {
            "memory add": ["memory", "add", text],
            "memory edit": ["memory", "edit", memory, text],
            "memory delete": ["memory", "delete", memory],
            "memory undo": ["undo", memory],
            "undo": ["undo", "--yes", "--older"],
            "memory import": ["call", "memory:import", f"path={lines.name}"],
            "memory export": ["call", "memory:export", "path=out.jsonl"],
            "memory settings": ["memory", "settings", f"context_limit={draw.randint(2, 40)}"],
            "memory reindex": ["memory", "reindex"],
            "memory purge": ["memory", "purge", memory, "--yes"],
            "memory tidy": ["memory", "tidy"],
            "fact add": ["call", "atomic:create", f"content={text}"],
            "fact edit": ["memory", "edit", fact, text],
            "fact delete": ["memory", "delete", fact],
            "fact undo": ["undo", fact],
            "profile edit": ["profile", "edit", "--file", str(self.folder / "profile.md")],
            "profile clear": ["call", "profile:update", "markdown="],
            "run": ["run", "polish", "-d", CHAPTER, "--select", "0:20", "--session", "s1"],
            "chat": ["chat"],
            "feedback": ["feedback", run, draw.choice(["accept", "reject"]), "--evidence", draw.choice(["偏好短句", text])],
            "summary add": ["call", "summary:update", "sessionId=s1", "title=标题", f"snippet={text}"],
            "summary edit": ["call", "summary:update", "sessionId=s1", f"title={text[:40]}"],
            "summary delete": ["call", "summary:update", "sessionId=s1", "delete=true"],
            "message append": ["call", "conversation:append", "sessionId=s2", "role=user", f"content={text}"],
            "messages delete": ["call", "conversation:delete", "sessionId=s2"],
            "maintenance": ["call", "memory:maintenance:run", "all=true", f"trigger={draw.choice(TRIGGERS)}"],
            "rules": ["call", "memory:maintenance:run", "trigger=distilRules"],
            "compacts": ["call", "memory:maintenance:run", "trigger=compactRuns"],
            "knowledge propose": ["knowledge", "propose"],
            "preferences clear": ["call", "memory:preferences:clear"],
            "backup": ["backup", str(backup if not backup.exists() else self.folder / f"b{self.number}")],
            "restore": ["restore", str(backup), "--replace", "--yes"],
            "restore (new)": ["--store", empty, "restore", str(backup)],
            "lock": ["lock"],
            "graph": ["call", "knowledge:draw", "path=graph.svg"],
        }  # fmt: skip


def obey(words: list[str], folder: str, out: str) -> None:
    """What the process does: one command, in the sample's folder."""
    import faulthandler

    from underdraft.cli import cli

    faulthandler.disable()
    os.chdir(folder)
    into = os.open(out, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    os.dup2(into, 1)
    os.dup2(into, 2)
    Path(out).with_name("typed").write_text("我喜欢白描。\n写一句。\n\n", "utf-8")
    os.dup2(os.open(Path(out).with_name("typed"), os.O_RDONLY), 0)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - the process ends soon
    cli(words, prog_name="underdraft", standalone_mode=True)


def one_kill(desk: Desk, name: str, words: list[str], usual_s: float) -> tuple[bool, float]:
    """Start a command and kill it within the time that it usually takes; whether it lived, and how long it ran."""
    out = desk.folder / "answer"
    target = [
        *(["--json"] if name != "chat" else []),
        *([] if "--store" in words else ["--store", str(desk.store)]),
        *words,
    ]
    process = CONTEXT.Process(target=obey, args=(target, str(desk.novel), str(out)))
    process.start()
    begin = time.monotonic()
    process.join(desk.dice.uniform(0, usual_s * 1.05))
    lived = process.is_alive()
    if lived:
        os.kill(process.pid, signal.SIGKILL)
    process.join()
    learn(desk, name, out)
    return lived, time.monotonic() - begin


def learn(desk: Desk, name: str, out: Path) -> None:
    """Note what the command has said to be written."""
    try:
        answer = json.loads(out.read_text("utf-8")) if out.exists() else {}
    except ValueError:
        answer = {}  # it was killed before it answered
    kind = {"memory add": "memory", "fact add": "fact", "run": "run"}.get(name)
    found = answer.get("runId") or answer.get("id") if isinstance(answer, dict) else None
    if kind and isinstance(found, str):
        desk.known[kind].append(found)


def faults(desk: Desk, words: list[str]) -> list[str]:
    """What is wrong with the stores now."""
    found = []
    for path in (
        desk.store,
        desk.folder / "copy.db",
        Path(words[1] if words[0] == "--store" else desk.store),
    ):
        found += [f"{path.name}: {fault}" for fault in unsound(path)]
    for file in desk.folder.glob("b*"):
        found += [f"backup: {fault}" for fault in unsound(file)]
        if file.name != "all.backup":
            file.unlink()
    if words[0] == "--store":
        found += half_restored(desk, Path(words[1]))
        for file in desk.folder.glob(f"{Path(words[1]).name}*"):
            file.unlink()
    with closing(driver().connect(str(desk.store))) as link:
        for kind, table in TABLES.items():
            there = ids(link, table)
            if missing := [one for one in desk.known[kind] if one not in there]:
                found.append(f"{kind}: {len(missing)} lost")
            desk.known[kind] = [one for one in desk.known[kind] if one in there]
    return found


def unsound(path: Path) -> list[str]:
    """The rules that a store's file breaks; none where there is no file, or an empty one."""
    if not path.exists() or not path.stat().st_size:
        return []
    with closing(driver().connect(str(path), timeout=20)) as link:
        if not link.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
            return []  # its migration was killed: nothing is in it
        return [name for name, query in UNSOUND.items() if link.execute(query).fetchone()]


def half_restored(desk: Desk, path: Path) -> list[str]:
    """Whether a restore left a part of the backup."""
    if not path.exists() or not path.stat().st_size:
        return []
    with (
        closing(driver().connect(str(path))) as there,
        closing(driver().connect(str(desk.folder / "all.backup"))) as all_,
    ):
        if not there.execute("SELECT 1 FROM sqlite_master WHERE name = 'memory_revision'").fetchone():
            return []
        count = "SELECT (SELECT count(*) FROM memory_revision) + (SELECT count(*) FROM run) + (SELECT count(*) FROM setting)"
        [(found,)], [(whole,)] = there.execute(count), all_.execute(count)
    return [] if found in {0, whole} else ["half restored"]


def ids(link, table: str) -> set[str]:
    """All ids of a table."""
    if not link.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone():
        return set()
    return {row[0] for row in link.execute(f"SELECT id FROM {table}")}


def kill_commands(folder: Path, *, kills: int, seed: int) -> dict:
    """Kill so many commands that were under way; gives the figures."""
    desk, done, broken = Desk(folder, seed), Counter(), []
    usual: dict[str, float] = {}
    os.environ["UNDERDRAFT_HOME"] = str(folder / "home")
    for name in desk.commands():  # once each to its end: how long it takes
        if name != "memory purge":
            usual[name] = one_kill(desk, name, desk.commands()[name], 600)[1]
            answer = (desk.folder / "answer").read_text("utf-8")
            if "Usage:" in answer or '"error"' in answer:
                raise SystemExit(f"{name} does not work here: {answer}")
    while done.total() < kills:
        commands = desk.commands()
        name = desk.dice.choice(sorted(commands))
        lived, took = one_kill(desk, name, commands[name], usual.get(name, 1.0))
        done[name] += lived
        usual[name] = min(usual.get(name, took), took) if not lived else usual.get(name, 1.0)
        found = faults(desk, commands[name])
        expected = name in {"memory purge", "restore"}  # they remove what is known, on purpose
        wrong = [fault for fault in found if not (expected and "lost" in fault)]
        broken += [{"command": name, "faults": wrong, "kill": done.total()}] if wrong else []
        if lived and done.total() % 100 == 0:
            print(done.total(), "kills,", len(broken), "faults", flush=True)  # noqa: T201
    return {"seed": seed, "kills": done.total(), "commands": dict(sorted(done.items())), "faults": broken}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--seed", type=int, required=True)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        print(json.dumps(kill_commands(Path(made), kills=given.kills, seed=given.seed), ensure_ascii=False))  # noqa: T201
    stop()
