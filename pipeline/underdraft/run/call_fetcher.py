"""Calls one fetcher, however it is written, within its own limit; nothing of it stays on the loop."""

from __future__ import annotations

import asyncio
import functools
import inspect
import time
from collections.abc import AsyncIterable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from underdraft.boundary.plugin_calls import HANGING_MAXIMUM, EndedError, Visit, begin_apart, guarded
from underdraft.errors import Timeout
from underdraft.run.sanitize import MAX_CHUNKS, collect
from underdraft.types.chunk import Chunk
from underdraft.types.fetcher import Fetched, Fetcher
from underdraft.types.run_inputs import RunInputs

CANCEL_GRACE_S = 0.05
"""How long a fetcher that was cancelled may take to close its things before it is cancelled again."""

CANCEL_ATTEMPTS = 2
"""How often a fetcher is cancelled politely before its coroutine is closed under it."""

NOT_CALLED = object()
"""Stands for what a fetcher gives that is still to be called."""


class TooLongError(Exception):
    """The fetcher was still at work when its own limit was over, or too many earlier calls of it are."""


async def call_fetcher(fetcher: Fetcher, inputs: RunInputs, ran: list[float], given: object) -> Fetched:
    """Run within the fetcher's own limit; ``ran`` receives the seconds that a thread was at work.

    When it is over, the task is gone; a thread that hangs is left behind.
    """
    begun: list[float] = [time.monotonic()]
    limit_s = fetcher.timeout_ms / 1000
    if given is NOT_CALLED and is_async(fetcher.fetch):
        given = guarded(fetcher.fetch, inputs)
    elif given is NOT_CALLED:
        begun = []
        given = await _in_thread(fetcher.fetch, inputs, limit_s, ran, begun)
    if not is_pending(given):
        return collected(given)
    task = asyncio.ensure_future(_finished(given))
    try:
        done = await _in_time(task, limit_s, begun)
    except asyncio.CancelledError:
        await over([asyncio.ensure_future(_stop(task))])
        raise
    if not done:
        await _stop(task)
        raise _too_long(limit_s)
    if task.cancelled():
        raise EndedError("CancelledError")
    error = task.exception()
    if error is not None and not isinstance(error, Exception):
        raise EndedError(type(error).__name__) from error
    return task.result()


def _too_long(limit_s: float) -> TooLongError:
    return TooLongError(f"took longer than its limit of {limit_s * 1000:,.0f} ms")


async def _in_time(task: asyncio.Future[Any], limit_s: float, begun: Sequence[float]) -> bool:
    """Whether the work is done within its limit, which is counted from when it began and not from when it was asked."""
    while not task.done():
        left = limit_s - (time.monotonic() - begun[0]) if begun else limit_s
        if left <= 0:
            return False
        await asyncio.wait({task}, timeout=left)
    return True


async def over(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Wait until the tasks, which take a moment at most, are done; a second cancellation does not help."""
    pending = set(tasks)
    while pending:
        with suppress(asyncio.CancelledError):
            _, pending = await asyncio.wait(pending)


async def _stop(task: asyncio.Task[Fetched]) -> None:
    """Take the task off the loop: cancel it, and close a coroutine that ignores its cancellation."""
    task.add_done_callback(_retrieve)
    for _ in range(CANCEL_ATTEMPTS):
        task.cancel()
        await asyncio.wait({task}, timeout=CANCEL_GRACE_S)
        if task.done():
            return
    coroutine = task.get_coro()
    with suppress(BaseException):
        coroutine.close()
    task.cancel()
    await asyncio.wait({task}, timeout=CANCEL_GRACE_S)


def _retrieve(task: asyncio.Task[Fetched]) -> None:
    """Look at the outcome of a task that nobody waits for, so that asyncio does not complain about it."""
    if not task.cancelled():
        task.exception()


def is_async(function: Callable[..., Any]) -> bool:
    """Whether a call only makes what has to be awaited or drained."""
    while isinstance(function, functools.partial):
        function = function.func
    target = function if inspect.isroutine(function) else getattr(function, "__call__", function)  # noqa: B004
    return inspect.iscoroutinefunction(target) or inspect.isasyncgenfunction(target)


def is_pending(given: object) -> bool:
    """Whether something still has to be awaited: a sync function may return what an async one gave."""
    return inspect.isawaitable(given) or isinstance(given, AsyncIterable)


def collected(given: Any) -> Fetched:
    """Collect what an inline fetcher gave, which may be an iterator with faults of its own."""
    fetched: Fetched = guarded(collect, given)
    return fetched


async def _finished(given: Any) -> Fetched:
    """Await what has to be awaited, then collect; what would stop the loop comes out as an error."""
    try:
        if inspect.isawaitable(given):
            given = await given
        return await _drained(given) if isinstance(given, AsyncIterable) else collect(given)
    except (SystemExit, KeyboardInterrupt) as error:
        raise EndedError(type(error).__name__) from error


async def _drained(stream: AsyncIterable[Chunk]) -> Fetched:
    chunks: list[Chunk] = []
    try:
        async for chunk in stream:
            chunks.append(chunk)
            if len(chunks) > MAX_CHUNKS:
                break
    finally:
        close = getattr(stream, "aclose", None)
        if close is not None:
            await close()
    return collect(chunks)


async def _in_thread(
    function: Callable[..., Any], inputs: RunInputs, limit_s: float, ran: list[float], begun: list[float]
) -> Any:
    """Run a sync fetcher in a daemon thread, so that one that hangs never holds up the exit.

    What it gives is collected there, unless it has to be awaited.
    """
    try:
        visit = Visit(function)
    except Timeout as error:
        raise TooLongError(f"not called: {HANGING_MAXIMUM} earlier calls have not come back") from error

    def fetch() -> Any:
        begun.append(time.monotonic())
        begin = time.perf_counter()
        try:
            given = function(inputs)
            return given if is_pending(given) else collect(given)
        finally:
            ran.append(time.perf_counter() - begin)

    future = begin_apart(fetch, visit)
    try:
        if not await _in_time(future, limit_s, begun):
            raise _too_long(limit_s)
        return future.result()
    finally:
        future.cancel()  # nobody waits any more for what comes late
        visit.leave()
