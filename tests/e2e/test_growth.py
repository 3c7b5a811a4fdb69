"""What must not grow: a run's record with the store, threads and open files with the runs; and the store, by how much."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from job_waits import all_done
from underdraft import Workspace
from underdraft.memory.notes.import_export import import_lines
from underdraft.memory.runs.compression import expand
from underdraft.run import prepare
from underdraft.text.tokens import ESTIMATE, TokenCounter, estimate

SKILL = """---
name: write
description: writes
context_rules:
  memories: true
  conversation: true
  episodes: 3
---
写。
"""
NOVEL = Path(__file__).parents[2] / "examples" / "novel"
RUNS = 60
OPEN_FILES = Path("/proc/self/fd")


@pytest.fixture
def open_project(tmp_path):
    """Opens a project with one skill that asks for all that is remembered."""
    folder = tmp_path / ".underdraft" / "skills" / "write"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL, "utf-8")
    (tmp_path / ".underdraft" / "config.toml").write_text('[project]\nid = "p"\nname = "p"\n', "utf-8")
    opened = []

    def open_it(store):
        opened.append(Workspace.open(tmp_path, store=tmp_path / store, model="offline", embedder="none"))
        return opened[-1]

    yield open_it
    for ws in opened:
        ws.close()


def record_size(ws, memories):
    """Code points of the record of one run among so many memories, without its texts."""
    lines = (json.dumps({"content": f"偏好{n}：写渡口用短句", "type": "preference"}) for n in range(memories))
    import_lines(ws.store.memory.items, lines)
    run = ws.run_sync("write", document="雾从江面上来。" * 50, instruction="写渡口的短句")
    assert any(line.count > 1 for line in run.preview.excluded)
    with ws.store.database.read() as connection:
        return len(expand(connection.exec_driver_sql("SELECT record FROM run_record").scalar()))


@pytest.mark.long
def test_a_runs_record_does_not_grow_with_the_store(open_project):
    """With 10,000 memories it is at most 1.2 times as large as with 100."""
    assert record_size(open_project("large.db"), 10_000) <= 1.2 * record_size(open_project("small.db"), 100)


@pytest.mark.long
@pytest.mark.parametrize(("step", "most_kb"), [(0, 8), (41, 12)], ids=["same", "different"])
def test_a_run_adds_little_to_the_store(tmp_path, step, most_kb):
    """The sample's polish: at most 8 KB for one request again and again, 12 where each is about another passage."""
    chapter = (NOVEL / "chapters" / "01-the-ferry.md").read_text("utf-8")

    def used(ws):
        with ws.store.database.read() as connection:
            pages, free, size = (
                connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("page_count", "freelist_count", "page_size")
            )
        return (pages - free) * size / 1024

    with Workspace.open(NOVEL, store=tmp_path / "u.db", model="offline", embedder="none") as ws:
        sizes = []
        for turn in range(RUNS + 1):
            start = 300 + step * turn
            ws.run_sync(
                "polish",
                document=chapter,
                selection=(start, start + 120),
                instruction=f"把第{step * turn}字起的这一段改得更紧。",
            )
            if turn in {0, RUNS}:
                ws.store.episodes.flush()
                all_done(ws.store.conversation.worker, 20)
                sizes.append(used(ws))
    assert (sizes[1] - sizes[0]) / RUNS <= most_kb


@pytest.mark.long
def test_the_windows_history_is_counted_once(open_project, monkeypatch):
    """No text of a session is measured twice, however often the window sends it again."""
    ws = open_project("u.db")
    counted = []

    def measure(text):
        counted.append(text)
        return estimate(text)

    spy = TokenCounter(name=ESTIMATE, measure=measure)
    monkeypatch.setattr(prepare, "counter_for", lambda _: spy)
    for turn in range(6):
        run = ws.run_sync("write", document="雾。", instruction=f"第{turn}问：船呢？", session_id="s")
        assert len(run.preview.prompt.history) == 2 * turn
        assert {message.content for message in run.preview.messages[1:]} <= set(counted)
    assert len(counted) == len(set(counted))


@pytest.mark.long
@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="open files are counted where the system lists them")
def test_threads_and_open_files_stay_flat(open_project):
    """Five hundred runs leave no thread and no file open that a few runs have not."""
    ws = open_project("u.db")
    seen = []
    for number in range(500):
        ws.run_sync(
            "write", document="雾从江面上来。", instruction=f"第{number}段", session_id=f"s{number % 5}"
        )
        if number % 100 == 99:
            assert ws.store.episodes.flush(20)
            seen.append((threading.active_count(), len(list(OPEN_FILES.iterdir()))))
    assert max(threads for threads, _ in seen[1:]) <= seen[0][0] + 2
    assert max(files for _, files in seen[1:]) <= seen[0][1] + 4
