"""All of a writer's is purged while three processes write, and one of them is killed: nothing of it comes back."""

from __future__ import annotations

import json
import time

import pytest

from faults.purge_worker import SECRET, leave, opened_plain, work
from faults.test_many_processes import kill
from memory.sessions.session_samples import project
from processes import CONTEXT, ends_well, start
from traces import find_traces
from underdraft.memory.copies.writers import purge_writer
from underdraft.memory.db.write_ahead_queue import MARK

pytestmark = pytest.mark.long

WRITES = 30
"""By each of two processes; the third has left its own beside the store."""


def purge_rows(workspace):
    """Remove the writer, as ``underdraft writer purge`` does."""
    purge_writer(workspace.store.database, workspace.store.areas, "anna")


def purge_all(workspace):
    """Remove all memories and runs, as a writer does."""
    assert workspace.invoke_sync("memory:purge", {"all": True, "confirm": True})["ok"]


@pytest.mark.parametrize("purge", [purge_rows, purge_all])
def test_nothing_of_a_purged_writer_comes_back_on_a_server(
    request, tmp_path, server_url, writers_home, purge
):
    """Not in a prompt that was begun afterwards, not in the store, a spool or a log; the processes go on."""
    check(request, tmp_path, server_url, "anna", writers_home, purge)


def test_nothing_that_was_purged_comes_back_in_a_file(request, tmp_path):
    """The same over one file."""
    check(request, tmp_path, tmp_path / "store.db", None, tmp_path, purge_all)


def check(request, tmp_path, store, writer, beside, purge):
    """Purge while the processes write."""
    folder = project(tmp_path / "novel")
    ready, go = CONTEXT.Semaphore(0), CONTEXT.Event()
    third = start(leave, folder, store, writer, ready)
    request.addfinalizer(third.kill)
    assert ready.acquire(timeout=60)
    others = [start(work, folder, store, writer, name, ready, go, WRITES) for name in ("b", "c")]
    for _ in others:
        assert ready.acquire(timeout=60)
    kill(third)
    assert [*beside.glob(f"*{MARK}*")]  # what it has left
    go.set()
    time.sleep(0.5)
    with opened_plain(folder, store, writer) as workspace:
        purge(workspace)
    purged = time.monotonic()
    ends_well(*others)
    prompts = [
        json.loads(line) for f in folder.glob("*.prompts") for line in f.read_text("utf-8").splitlines()
    ]
    assert len(prompts) == 2 * WRITES
    assert {holds for begun, holds, _ in prompts if begun < purged} >= {True}
    assert [one for one in prompts if one[0] > purged and one[1]] == []
    with opened_plain(folder, store, writer) as workspace:
        workspace.store.settle()
        assert len(workspace.invoke_sync("ai:run:list", {})["data"]["items"]) > 5
        files = [*folder.glob("*.log"), *beside.glob(f"*{MARK}*")]
        assert find_traces(workspace.store.database, SECRET, more_files=files) == set()
