"""The gate at the end of the transaction: a cancellation and a commit that race, and only one wins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeAlias, TypeVar

from underdraft.errors import Canceled

Result = TypeVar("Result")

CommitGate: TypeAlias = "Future[None]"
"""Decides between a cancellation and a commit that race: the first wins, for good."""


def begin_commit(gate: CommitGate) -> None:
    """Called once inside the transaction, right before its end; ``Canceled`` when the caller has given up."""
    if not gate.set_running_or_notify_cancel():
        raise Canceled("the feedback was canceled")


async def commit_in_time(write: Callable[[], Result], gate: CommitGate, deadline: float) -> Result:
    """Run a transaction in a thread; once it is too late, the gate is shut and it undoes its work.

    Raises:
        TimeoutError: Nothing was written, nor will be.
        asyncio.CancelledError: Nothing was written, or, when the commit had begun, all of it.
    """
    work = asyncio.ensure_future(asyncio.to_thread(write))
    work.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to ask
    try:
        await asyncio.wait({work}, timeout=max(0.0, deadline - asyncio.get_running_loop().time()))
    except asyncio.CancelledError:
        if not gate.cancel():
            await asyncio.wait({work})
        raise
    if not work.done() and gate.cancel():
        raise TimeoutError
    return await work
