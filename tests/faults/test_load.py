"""Many runs at a time, in threads, loops and processes: nothing is lost, and the prefix never splits."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from types import SimpleNamespace

import pytest

from faults.load_worker import RUN, opened, write_runs
from processes import CONTEXT, answers, start
from underdraft import Chunk, Fetcher, Layer, LayerFailed, Workspace, hookimpl
from underdraft.run import call_fetcher, concurrency_limit

CONFIG = 'model = "offline"\nembedder = "none"\n[project]\nid = "p"\nname = "甲"\n'
ROUNDS = int(os.environ.get("UNDERDRAFT_LOAD", "100"))
"""Runs of each thread and process in the long tests; 500 takes five minutes."""
LONGEST = (
    pytest.mark.long,
    pytest.mark.file_only("over a server the shorter run writes from the same threads and processes"),
)


@pytest.fixture
def folder(tmp_path):
    """A project with memories and a profile."""
    (tmp_path / ".underdraft").mkdir()
    (tmp_path / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    with Workspace.open(tmp_path, store=tmp_path / "home" / "u.db") as ws:
        for n in range(20):
            payload = {"type": "preference", "scope": "project", "content": f"第{n}条偏好：句子要短"}
            assert ws.invoke_sync("memory:create", payload)["ok"]
        assert ws.invoke_sync("profile:update", {"markdown": "我写长篇。"})["ok"]
    return tmp_path


@pytest.mark.long
@pytest.mark.file_only("benchmarks/scale.py loads the server")
def test_two_hundred_runs_have_one_prefix(folder):
    """Three workspaces over one store, 200 runs at once: no warning, one stable prefix, every record kept."""
    spaces = [opened(folder) for _ in range(3)]

    async def all_runs():
        return await asyncio.gather(*(spaces[n % 3].run(**RUN) for n in range(200)))

    runs = asyncio.run(all_runs())
    assert {run.stable_prefix_hash for run in runs} == {runs[0].stable_prefix_hash}
    assert {run.warnings for run in runs} == {()}
    assert "第7条偏好" in runs[0].preview.prompt.stable_prefix
    page = spaces[0].store.runs.list("p", limit=500)
    assert {item.id for item in page.items} == {run.id for run in runs}
    for ws in spaces:
        ws.close()


class Slow:
    """A fetcher of a stable layer; it waits in its own way."""

    def __init__(self, wait, **options):
        self.wait, self.options = wait, options

    @hookimpl
    def underdraft_fetchers(self):
        """One."""

        def fetch(_facts):
            self.wait()
            return [Chunk(text="kept", source="slow", kind="note", reason="r")]

        return [Fetcher(name="slow", layer=Layer.PROJECT, fetch=fetch, stable=True, **self.options)]


def test_a_fetchers_clock_starts_with_its_work(folder, monkeypatch):
    """Twenty runs that wait for each other: none is charged for the others' time. The clock is the test's."""
    now = [0.0]

    def wait():
        now[0] += 0.3

    clock = SimpleNamespace(monotonic=lambda: now[0], perf_counter=time.perf_counter)
    monkeypatch.setattr(call_fetcher, "time", clock)
    monkeypatch.setattr(concurrency_limit, "ASSEMBLIES", 1)
    with opened(folder, plugins=[Slow(wait, timeout_ms=400)]) as ws:

        async def many():
            return await asyncio.gather(*(ws.run(**RUN) for _ in range(20)))

        runs = asyncio.run(many())
    assert {run.warnings for run in runs} == {()}
    assert len({run.stable_prefix_hash for run in runs}) == 1
    assert now[0] > 5


def test_what_the_prefix_needs_fails_the_run_rather_than_be_missing(folder):
    """An awaited fetcher that is too slow stops the run with a typed error; no prompt has a gap there."""
    release = threading.Event()
    with opened(folder, plugins=[Slow(lambda: release.wait(60), timeout_ms=20, awaited=True)]) as ws:
        with pytest.raises(LayerFailed) as raised:
            ws.run_sync(**RUN)
        release.set()
    assert raised.value.details["cause"] == "FETCHER_TIMEOUT"


def kept(folder):
    """The runs and feedback of the store."""
    with opened(folder) as ws:
        ws.store.settle()
        with ws.store.database.read() as connection:
            runs = set(connection.exec_driver_sql("SELECT id FROM run").scalars())
            judged = set(connection.exec_driver_sql("SELECT run_id FROM run_feedback").scalars())
    return runs, judged


@pytest.mark.both_stores
@pytest.mark.long
@pytest.mark.parametrize("rounds", [12, pytest.param(ROUNDS, marks=LONGEST)])
def test_threads_of_a_process_wait_for_each_other(folder, rounds):
    """Eight threads write runs and feedback through one workspace: each one is there."""
    said, faults = [], []
    with opened(folder) as ws:

        def work():
            try:
                for _ in range(rounds):
                    run = ws.run_sync(**RUN)
                    ws.feedback_sync(run.id, "accept", evidence_ref="句子要短")
                    said.append(run)
            except Exception as error:
                faults.append(error)

        workers = [threading.Thread(target=work) for _ in range(8)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(1_200)
    assert faults == []
    assert {run.warnings for run in said} == {()}
    ids = {run.id for run in said}
    runs, judged = kept(folder)
    assert len(ids) == 8 * rounds
    assert ids <= runs
    assert ids <= judged


@pytest.mark.both_stores
@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("rounds", [40, pytest.param(ROUNDS, marks=LONGEST)])
def test_processes_wait_for_each_other(folder, rounds):
    """Four processes write into one store: nothing is lost."""
    results = CONTEXT.Queue()
    workers = [start(write_runs, folder, rounds, results) for _ in range(4)]
    said = [entry for answer in answers(results, *workers) for entry in answer]
    assert {warnings for _, warnings in said} == {()}
    runs, judged = kept(folder)
    assert {run_id for run_id, _ in said} <= runs & judged
