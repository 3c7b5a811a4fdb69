"""Runs coroutines for callers that are not async, on one event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError as FutureCancelledError
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import suppress
from typing import Any, TypeVar

import attrs

from underdraft.boundary.forks import leave_alone, start_anew
from underdraft.errors import Canceled, Conflict, InvalidArgument, UnderdraftError

Result = TypeVar("Result")

CLOSE_GRACE_S = 2.0
"""How long closing waits for tasks that were cancelled; one that will not end is left behind."""

ENDS = 3
"""How many such waits closing has: for tasks, for their generators, for threads."""

POLL_S = 0.005


@attrs.define(eq=False)
class Portal:
    """An event loop that starts with the first call; it also serves callers that run a loop themselves."""

    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)
    _loop: asyncio.AbstractEventLoop | None = attrs.field(default=None, init=False)
    _thread: threading.Thread | None = attrs.field(default=None, init=False)
    _closed: bool = attrs.field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        start_anew(self)

    def after_fork(self) -> None:
        """Start a new loop at the next call; the parent's is neither run nor closed."""
        self._lock = threading.Lock()
        if self._loop is not None:
            leave_alone(self._loop)
        self._loop = self._thread = None

    def call(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run the coroutine, from outside of this very loop, and give its result; Ctrl-C cancels it first."""
        if threading.current_thread() is self._thread:
            work.close()
            raise InvalidArgument(
                "a _sync method was called from async code of the same workspace: await it instead"
            )
        try:
            future = asyncio.run_coroutine_threadsafe(work, self._started())
        except BaseException:
            work.close()
            raise
        try:
            return future.result()
        except FutureCancelledError:
            raise Canceled("the workspace was closed") from None
        except BaseException as error:
            if future.done() and not isinstance(error, Exception) and future.exception() is error:
                raise UnderdraftError(f"a plugin raised {type(error).__name__}") from error
            future.cancel()
            raise

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._closed:
                raise Conflict("the workspace is closed")
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=_serve, args=(self._loop,), name="underdraft-loop", daemon=True
                )
                self._thread.start()
            return self._loop

    def close(self) -> None:
        """Cancel what is running and stop the loop, from outside of it; closing twice is allowed."""
        with self._lock:
            loop, thread = self._loop, self._thread
            if threading.current_thread() is thread:
                raise InvalidArgument("a workspace cannot be closed from its own loop")
            self._loop = self._thread = None
            self._closed = True
        if loop is not None and thread is not None:
            _end(loop, thread)


def _end(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    """Cancel what is running and stop the loop; from outside of it."""
    ended = asyncio.run_coroutine_threadsafe(_cancel_others(), loop)
    try:
        ended.result(ENDS * CLOSE_GRACE_S)
    except FutureTimeoutError:  # something holds the loop itself: it ends when that lets go
        ended.add_done_callback(lambda _: loop.stop())
        return
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    """Run the loop until it is stopped; what a plugin raises to end the program ends its own call only."""
    while True:
        try:
            loop.run_forever()
        except (SystemExit, KeyboardInterrupt):
            continue
        return


async def _cancel_others() -> None:
    others = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
    for task in others:
        task.cancel()
    if others:
        await asyncio.wait(others, timeout=CLOSE_GRACE_S)
    await asyncio.get_running_loop().shutdown_asyncgens()
    with suppress(TimeoutError):
        await asyncio.wait_for(_join_executor(asyncio.get_running_loop()), CLOSE_GRACE_S)


async def _join_executor(loop: asyncio.AbstractEventLoop) -> None:
    """Wait for the threads of ``to_thread``; the loop's own way waits for ever for one that hangs."""
    executor = getattr(loop, "_default_executor", None)
    while executor is not None and any(thread.is_alive() for thread in executor._threads):  # noqa: SLF001
        executor.shutdown(wait=False, cancel_futures=True)
        await asyncio.sleep(POLL_S)
