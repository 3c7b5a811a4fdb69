"""The gate between a cancellation and a commit."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import Future

import pytest

from underdraft import Canceled
from underdraft.learning.commit_gate import begin_commit, commit_in_time


def test_the_gate_lets_one_side_win():
    """Whoever comes first, commit or cancel, has it for good."""
    gate = Future()
    begin_commit(gate)
    assert gate.cancel() is False
    gate = Future()
    assert gate.cancel() is True
    with pytest.raises(Canceled):
        begin_commit(gate)


def test_a_transaction_in_time_gives_its_result():
    """What the thread returns is the answer, and what it raises is raised."""

    def refuse():
        raise LookupError

    async def both():
        gate, deadline = Future(), asyncio.get_running_loop().time() + 10
        assert await commit_in_time(lambda: 7, gate, deadline) == 7
        with pytest.raises(LookupError):
            await commit_in_time(refuse, gate, deadline)

    asyncio.run(both())


def test_a_transaction_that_is_late_finds_the_gate_shut():
    """The caller hears at once that it is too late, and the thread cannot commit any more."""
    release, outcome = threading.Event(), []

    def write():
        release.wait(10)
        try:
            begin_commit(gate)
        except Canceled:
            outcome.append("undone")

    async def wait():
        with pytest.raises(TimeoutError):
            await commit_in_time(write, gate, asyncio.get_running_loop().time() + 0.05)
        release.set()

    gate = Future()
    asyncio.run(wait())
    assert outcome == ["undone"]


def test_a_commit_that_has_begun_is_waited_for():
    """Neither a limit nor a cancellation comes between a commit and its answer."""
    committing = threading.Event()

    def write():
        begin_commit(gate)
        committing.set()
        time.sleep(0.1)
        return "stored"

    async def late():
        task = asyncio.create_task(commit_in_time(write, gate, asyncio.get_running_loop().time() + 0.05))
        await asyncio.to_thread(committing.wait, 10)
        return await task

    async def cancelled():
        task = asyncio.create_task(commit_in_time(write, gate, asyncio.get_running_loop().time() + 10))
        await asyncio.to_thread(committing.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    gate = Future()
    assert asyncio.run(late()) == "stored"
    committing.clear()
    gate = Future()
    asyncio.run(cancelled())
    assert gate.cancel() is False
