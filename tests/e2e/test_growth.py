"""What must not grow: a run's record with the store, threads and open files with the number of runs."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from underdraft import Workspace

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
    ws.store.memory.import_lines(lines)
    run = ws.run_sync("write", document="雾从江面上来。" * 50, instruction="写渡口的短句")
    assert any(line.count > 1 for line in run.preview.excluded)
    with ws.store.database.read() as connection:
        return connection.exec_driver_sql("SELECT length(record) FROM run").scalar()


def test_a_runs_record_does_not_grow_with_the_store(open_project):
    """With 10,000 memories it is at most 1.2 times as large as with 100."""
    assert record_size(open_project("large.db"), 10_000) <= 1.2 * record_size(open_project("small.db"), 100)


@pytest.mark.slow
@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="open files are counted where the system lists them")
def test_threads_and_open_files_stay_flat(open_project):
    """A thousand runs leave no thread and no file open that a few runs have not."""
    ws = open_project("u.db")
    seen = []
    for number in range(1_000):
        ws.run_sync(
            "write", document="雾从江面上来。", instruction=f"第{number}段", session_id=f"s{number % 5}"
        )
        if number % 100 == 99:
            assert ws.store.episodes.flush(20)
            seen.append((threading.active_count(), len(list(OPEN_FILES.iterdir()))))
    assert max(threads for threads, _ in seen[1:]) <= seen[0][0] + 2
    assert max(files for _, files in seen[1:]) <= seen[0][1] + 4
