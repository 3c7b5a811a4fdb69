from __future__ import annotations

import gc
import threading
import time
from pathlib import Path

import pytest

from underdraft import Workspace
from underdraft.opening.on_garbage_collection import when_dropped
from underdraft.testing import FakeModel

OPEN_FILES = Path("/proc/self/fd")


class Owner:
    """Somebody."""


@pytest.mark.long
def test_what_is_held_is_released_in_a_thread_of_its_own():
    """Once, when the owner goes; never where that was taken back."""
    released, threads = threading.Event(), []

    def release(word):
        threads.append((word, threading.current_thread()))
        released.set()

    kept, gone = Owner(), Owner()
    when_dropped(gone, release, "gone")
    when_dropped(kept, release, "kept").detach()
    del gone, kept
    gc.collect()
    assert released.wait(10)
    ((word, thread),) = threads
    assert word == "gone"
    assert thread is not threading.current_thread()


def held():
    """Threads of workspaces, and open files; the fetchers' threads are kept for whoever comes next."""
    gc.collect()
    names = [thread.name for thread in threading.enumerate()]
    threads = sum(name.startswith("underdraft-") and name != "underdraft-worker" for name in names)
    return threads, len(list(OPEN_FILES.iterdir()))


@pytest.mark.long
@pytest.mark.skipif(not OPEN_FILES.exists(), reason="open files are counted in /proc, which only Linux has")
def test_a_workspace_that_is_dropped_leaves_nothing_open(tmp_path):
    """Neither files nor threads, although nobody has closed it; what it was given to write is written."""

    def use(number):
        ws = Workspace.open(
            tmp_path, store=tmp_path / f"{number}.db", plugins=[FakeModel()], model="fake", embedder="none"
        )
        run = ws.run_sync("polish", document="a")
        assert ws.feedback_sync(run.id, "accept", evidence_ref="句子要短").recorded
        assert ws.invoke_sync("memory:create", {"type": "note", "scope": "global", "content": "x"})["ok"]

    use(0)
    deadline = time.monotonic() + 30
    while held()[0] > 1 and time.monotonic() < deadline:
        time.sleep(0.02)
    threads, files = held()
    for number in range(1, 5):
        use(number)
    now = held()
    while (now[0] > threads + 1 or now[1] > files) and time.monotonic() < deadline:
        time.sleep(0.02)
        now = held()
    assert now[0] <= threads + 1
    assert now[1] <= files
