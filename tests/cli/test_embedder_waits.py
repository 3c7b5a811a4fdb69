"""A command waits for the embedder where it is of use, and only there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading

import pytest

from underdraft import hookimpl
from underdraft.cli import embedder_waits, output
from underdraft.cli.embedder_waits import wait_after, wait_before

PREVIEW = ("ai:skill:preview", {"skillId": "continue"})
LOOK = ("memory:injection:preview", {"queryText": "酒"})


class Late:
    """An embedder that is loaded when it is told to be."""

    name, dimensions = "late", 2

    def __init__(self):
        self.loaded, self.asked = threading.Event(), 0

    @hookimpl
    def underdraft_embedder(self, name):
        self.asked += 1
        self.loaded.wait(20)
        return self

    def embed(self, texts):
        """The same for all."""
        return [[1.0, 0.0] for _ in texts]


@pytest.fixture
def late():
    """One that loads while it is waited for."""
    made = Late()
    timer = threading.Timer(0.2, made.loaded.set)
    timer.start()
    yield made
    timer.join()


def remember(ws):
    """A memory."""
    made = {"type": "fact", "scope": "global", "content": "林晚从不喝酒"}
    assert ws.invoke_sync("memory:create", made)["ok"]


def test_what_is_new_is_indexed_at_the_end(underdraft_workspace, late):
    """After a write the vectors are waited for; without one the embedder is not even loaded."""
    ws = underdraft_workspace(plugins=[late], embedder="late")
    ws.invoke_sync("memory:list", {})
    wait_after(ws)
    assert late.asked == 0
    remember(ws)
    assert ws.store.memory.lacks_vectors()
    wait_after(ws)
    assert not ws.store.memory.lacks_vectors()


def test_recall_is_by_meaning_at_once(underdraft_workspace, late):
    """The embedder is loaded before the question; a skill that recalls nothing, and an empty store, wait for none."""
    ws = underdraft_workspace(plugins=[late], embedder="late")
    for channel, payload in (PREVIEW, LOOK, ("memory:episode:query", {"queryText": "酒"})):
        wait_before(ws, channel, payload)
    assert ws.preview_sync("continue", document="酒馆").messages
    assert late.asked == 0
    remember(ws)
    late.asked = 0
    wait_before(ws, "ai:skill:preview", {"skillId": "consistency-check"})
    wait_before(ws, "memory:list", {})
    assert late.asked == 0
    wait_before(ws, *LOOK)
    assert ws.invoke_sync(*LOOK)["data"]["mode"] == "semantic"


def test_an_embedder_that_fails_is_not_waited_for(underdraft_workspace, monkeypatch):
    """Neither one that raises nor one that nobody has."""
    monkeypatch.setattr(embedder_waits, "WAIT_SECONDS", 600.0)

    class Bad:
        @hookimpl
        def underdraft_embedder(self, name):
            raise SystemExit if name == "bad" else ValueError

    for name in ("bad", "nobody", "none"):
        ws = underdraft_workspace(plugins=[Bad()], embedder=name)
        remember(ws)
        wait_before(ws, *LOOK)
        wait_after(ws)


def test_a_word_while_it_is_waited_for(underdraft_workspace, late, monkeypatch):
    """Whoever looks at a terminal is told what is waited for, unless something is shown already."""
    said = []
    ws = underdraft_workspace(plugins=[late], embedder="late")
    remember(ws)
    spinner = output.Spinner("running")
    monkeypatch.setattr(output, "Spinner", lambda what: said.append(what) or spinner)
    wait_before(ws, *LOOK)
    with output.progress("running"):
        wait_before(ws, *LOOK)
    assert said == ["loading the embedder", "running"]


@pytest.mark.long
@pytest.mark.slow
def test_what_one_command_remembers_the_next_recalls_by_meaning(tmp_path):
    """With the program itself, in fresh processes, and the local embedder."""
    env = {**os.environ, "UNDERDRAFT_HOME": str(tmp_path / "home")}

    def underdraft(*words):
        done = subprocess.run(
            [sys.executable, "-m", "underdraft", *words, "--json"],
            capture_output=True,
            env=env,
            cwd=tmp_path,
            check=True,
        )
        return json.loads(done.stdout)

    underdraft("call", "atomic:create", "content=林晚在酒馆里从不喝烧酒", "projectId=null")
    (tmp_path / "a.md").write_text("林晚推开酒馆的门，老板递来一杯烧酒。", "utf-8")
    preview = underdraft("preview", "continue", "-d", "a.md")
    (line,) = [line for line in preview["injected"] if line["source"] == "memory:recall"]
    assert line["reason"] == "semantic"
    assert preview["warnings"] == []
