"""What a forked process can do with a workspace or pool that its parent had open."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

import pytest

from underdraft import StoreError, Workspace, WorkspacePool
from underdraft.testing import FakeModel

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
CONFIG = 'embedder = "none"\n[project]\nid = "book"\n'
LIMIT_S = 30


def forked(work):
    """Do work in a forked child, as gunicorn forks its workers; gives the child's id."""
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        signal.alarm(LIMIT_S)
        work()
        status = 0
    finally:
        os._exit(status)


def ended_well(pid):
    """Wait for a child; whether it did its work."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def serve(ws, name):
    """What a worker does for a request: run, feedback, memory, recall."""
    run = ws.run_sync("polish", document="He rang.", instruction=f"by {name}")
    assert not [w for w in run.warnings if w.startswith(("RUN_NOT", "MEMORY_UN"))], run.warnings
    assert ws.feedback_sync(run.id, "accept", evidence_ref="short").recorded
    made = {"type": "note", "scope": "project", "content": f"Made by {name}."}
    assert ws.invoke_sync("memory:create", made)["ok"]
    assert f"Made by {name}." in str(ws.invoke_sync("memory:list", {"limit": 200}))


@pytest.fixture
def book(tmp_path):
    """A project's folder."""
    (tmp_path / "book" / ".underdraft").mkdir(parents=True)
    (tmp_path / "book" / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
    return tmp_path / "book"


@pytest.mark.long
@pytest.mark.both_stores
def test_workers_that_are_forked_from_a_warm_process_serve(book, tmp_path):
    """A pool that has served before it was forked serves in each worker and in the parent; nothing is lost."""
    options = {"store": tmp_path / "store.db", "model": "fake"}
    with WorkspacePool(8, plugins=[FakeModel("He rang.")], options=options) as pool:
        with pool.open(book) as ws:
            serve(ws, "parent")

        def work():
            for turn in range(3):
                with pool.open(book) as ws:
                    serve(ws, f"worker {os.getpid()} {turn}")
            pool.close()

        workers = [forked(work) for _ in range(3)]
        with pool.open(book) as ws:
            serve(ws, "parent again")
            assert all(ended_well(pid) for pid in workers)
            assert len(ws.invoke_sync("memory:list", {"limit": 200})["data"]["items"]) >= 11
            assert len(ws.invoke_sync("ai:run:list", {"limit": 200})["data"]["items"]) == 11
            serve(ws, "parent at the end")


def test_multiprocessing_by_fork(book, tmp_path):
    """A workspace that is inherited works in a process of the fork context, which ends by itself."""
    with Workspace.open(
        book, store=tmp_path / "store.db", plugins=[FakeModel("a", "b", "c")], model="fake"
    ) as ws:
        serve(ws, "parent")
        process = multiprocessing.get_context("fork").Process(target=serve, args=(ws, "child"))
        process.start()
        process.join(LIMIT_S)
        assert process.exitcode == 0
        serve(ws, "parent again")


def test_what_was_taken_from_a_workspace_before_is_refused(book, tmp_path):
    """The parent's store is closed to the child, at once; the workspace gives it a new one."""
    with Workspace.open(book, store=tmp_path / "store.db") as ws:
        ws.preview_sync("polish", document="x")
        store = ws.store

        def work():
            with pytest.raises(StoreError):
                store.runs.list()
            assert ws.store is not store
            assert ws.store.runs.list().items == ()

        assert ended_well(forked(work))
        assert store.runs.list().items == ()


@pytest.mark.parametrize("writes", [True, False])
def test_a_fork_amid_a_transaction(book, tmp_path, writes):
    """A file that another thread has open cannot be used in the child: a typed error at once, and no harm to the parent."""
    with Workspace.open(book, store=tmp_path / "store.db") as ws:
        ws.preview_sync("polish", document="x")
        begun, end = threading.Event(), threading.Event()

        def hold():
            database = ws.store.database
            with database.write() if writes else database.read():
                begun.set()
                end.wait(LIMIT_S)

        thread = threading.Thread(target=hold)
        thread.start()
        begun.wait(LIMIT_S)

        def work():
            with pytest.raises(
                StoreError, match="forked"
            ):  # whoever waits for the file is told that it is locked
                ws.store.runs.list()

        assert ended_well(forked(work))
        end.set()
        thread.join()
        serve(ws, "parent")


def test_a_fork_waits_for_a_transaction_that_is_about_to_end(book, tmp_path):
    """Background work that reads or writes for a moment does not take the store from the child."""
    with Workspace.open(book, store=tmp_path / "store.db", plugins=[FakeModel("a", "b")], model="fake") as ws:
        ws.preview_sync("polish", document="x")
        begun = threading.Event()

        def hold():
            with ws.store.database.write():
                begun.set()
                time.sleep(0.05)

        thread = threading.Thread(target=hold)
        thread.start()
        begun.wait(LIMIT_S)
        assert ended_well(forked(lambda: serve(ws, "child")))
        thread.join()
        serve(ws, "parent")


def test_locks_and_turns_that_a_thread_held_are_free(book, tmp_path):
    """A lock of the workspace, its runs or the pool that another thread holds does not stop the child."""
    with Workspace.open(book, store=tmp_path / "store.db", plugins=[FakeModel("a", "b")], model="fake") as ws:
        ws.preview_sync("polish", document="x")
        begun, end = threading.Event(), threading.Event()

        def hold():
            with (
                ws._lock,
                ws._runner._lock,
                ws._shared._lock,
                ws._shared.portal._lock,
            ):
                begun.set()
                end.wait(LIMIT_S)

        thread = threading.Thread(target=hold)
        thread.start()
        begun.wait(LIMIT_S)
        try:
            assert ended_well(forked(lambda: serve(ws, "child")))
        finally:
            end.set()
            thread.join()
