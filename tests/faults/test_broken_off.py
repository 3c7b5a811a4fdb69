"""Import, purge and reindex in real processes that are interrupted: nothing is torn, and a second time finishes it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest

from cli.console import install
from underdraft import Workspace
from underdraft.memory.db.sqlite import driver
from underdraft.memory.notes.import_export import import_lines
from underdraft.memory.notes.search import search

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows cannot send a process SIGTERM")

COUNT = 800
CONFIG = 'embedder = "{}"\n[project]\nid = "p"\nname = "P"\n'
SLOW = """
import time
from underdraft import hookimpl

class Slow:
    name, dimensions = "slow", 2

    def embed(self, texts):
        time.sleep(0.05)
        return [[1.0, float(len(text))] for text in texts]

@hookimpl
def underdraft_embedder(name):
    return Slow() if name == "slow" else None
"""
ITEMS = "SELECT count(*) FROM memory_item"
VECTORS = "SELECT count(*) FROM embedding"


def lines():
    """Memories to take in."""
    for number in range(COUNT):
        content = f"第{number}条鸬鹚从不等潮水，第{number % 40}个渡口的灯也不等。"
        yield json.dumps({"content": content, "scope": "project", "projectId": "p"}, ensure_ascii=False)


class Place:
    """A folder with a project, a store and an embedder that takes its time."""

    def __init__(self, folder, embedder):
        self.folder, self.store = folder, folder / "home" / "underdraft.db"
        (folder / ".underdraft").mkdir()
        (folder / ".underdraft" / "config.toml").write_text(CONFIG.format(embedder), "utf-8")
        (folder / "memories.jsonl").write_text("\n".join(lines()), "utf-8")
        site = install(folder / "site", "slowembedder", SLOW)
        path = f"{site}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
        self.environ = {**os.environ, "PYTHONPATH": path, "UNDERDRAFT_HOME": str(self.store.parent)}

    def start(self, *words):
        """The program, in a process."""
        return subprocess.Popen(
            [sys.executable, "-m", "underdraft", *words],
            cwd=self.folder,
            env=self.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # Where the tests run in the background of a script, interrupts are ignored, and that is inherited.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )

    def ask(self, query):
        """A number out of the store; 0 while there is no such table."""
        try:
            with closing(driver().connect(self.store, timeout=30)) as connection:
                return connection.execute(query).fetchone()[0]
        except driver().OperationalError:
            return 0

    def fill(self):
        """Put the memories in, without vectors."""
        with Workspace.open(self.folder, store=self.store, embedder="none") as ws:
            assert import_lines(ws.store.memory.items, lines(), "p").created == COUNT

    def break_off(self, query, between, number, *words):
        """Interrupt the program when a number in the store is inside a range; gives the number that is left."""
        process = self.start(*words)
        deadline = time.monotonic() + 60
        while not between[0] <= self.ask(query) <= between[1]:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.005)
        process.send_signal(number)
        _, complaint = process.communicate(timeout=30)
        assert process.returncode == 128 + number, complaint
        assert complaint.strip().startswith("CANCELED: stopped")
        assert self.ask("PRAGMA integrity_check") == "ok"
        return self.ask(query)

    def finish(self, *words):
        """The same again, to its end."""
        process = self.start(*words, "--json")
        out, complaint = process.communicate(timeout=120)
        assert process.returncode == 0, complaint
        return json.loads(out)


@pytest.fixture
def place(tmp_path):
    """A place of its own."""
    return Place(tmp_path, "none")


def either(first, second):
    """Both signals, one of them in the plain suite."""
    return pytest.mark.parametrize("number", [first, pytest.param(second, marks=pytest.mark.long)])


@pytest.mark.long
@pytest.mark.file_only("the command runs in a fresh interpreter")
@pytest.mark.slow
@either(signal.SIGTERM, signal.SIGINT)
def test_an_import(place, number):
    """What was taken in is whole, with its past and its words; the second time takes in the rest."""
    left = place.break_off(ITEMS, (200, COUNT - 200), number, "call", "memory:import", "path=memories.jsonl")
    assert left % 200 == 0
    assert place.ask("SELECT count(*) FROM memory_revision") == left
    done = place.finish("call", "memory:import", "path=memories.jsonl")
    assert (done["created"], done["unchanged"]) == (COUNT - left, left)
    with Workspace.open(place.folder, store=place.store, embedder="none") as ws:
        assert len(search(ws.store.database, "鸬鹚", project_id="p", limit=100)) == 100


@pytest.mark.long
@pytest.mark.file_only("the command runs in a fresh interpreter")
@pytest.mark.slow
@either(signal.SIGINT, signal.SIGTERM)
def test_a_purge(place, number):
    """No memory is half gone; the second time no word of any is left."""
    place.fill()
    left = place.break_off(ITEMS, (300, COUNT - 1), number, "memory", "purge", "--project", "p", "--yes")
    assert place.ask("SELECT count(DISTINCT memory_id) FROM memory_revision") == left
    assert place.finish("memory", "purge", "--project", "p", "--yes")["purged"] == left
    assert place.ask(ITEMS) == 0
    assert not any("鸬鹚".encode() in file.read_bytes() for file in place.store.parent.iterdir())


@pytest.mark.long
@pytest.mark.file_only("the command runs in a fresh interpreter")
@pytest.mark.slow
@either(signal.SIGTERM, signal.SIGINT)
def test_a_reindex(tmp_path, number):
    """The memories are untouched, the vectors that were made stay until the second time makes all."""
    place = Place(tmp_path, "slow")
    place.fill()
    left = place.break_off(VECTORS, (32, COUNT - 200), number, "memory", "reindex")
    assert 32 <= left < COUNT
    assert place.ask(ITEMS) == COUNT
    assert place.finish("memory", "reindex") == {"vectors": COUNT}
    assert place.ask(VECTORS) == COUNT
