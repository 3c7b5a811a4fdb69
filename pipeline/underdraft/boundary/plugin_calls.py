"""Calls of a stranger's code: what it raises is the fault of that call alone, and what hangs is left behind."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import attrs

from underdraft.boundary.forks import free_lock
from underdraft.boundary.private_logging import logger_of
from underdraft.boundary.threads import in_worker
from underdraft.errors import Timeout

HANGING_MAXIMUM = 4
"""Calls of one function that may hang at a time; until one comes back, the next ones are refused."""

GRACE_S = 0.2
"""How long a call that was cancelled may take to clean up before it is left behind."""
AGAIN_S = 1.0
"""After which one that was left behind is cancelled again, as often as may hang at a time."""

log = logger_of("underdraft")

_UNFIT = (StopIteration, StopAsyncIteration)
"""Exceptions that neither a future nor a generator passes on."""

Result = TypeVar("Result")


class EndedError(RuntimeError):
    """A stranger's code raised what would end the program, a thread or a loop; its words are that one's name."""


def name_of(error: BaseException) -> str:
    """The name of what a stranger's code raised."""
    return f"{error}" if isinstance(error, EndedError) else type(error).__name__


def guarded(function: Callable[..., Result], *given: Any) -> Result:
    """Call; what would end more than the call comes out as :class:`EndedError`."""
    try:
        return function(*given)
    except BaseException as error:
        if _is_ordinary(error):
            raise
        raise EndedError(type(error).__name__) from error


def interruptible(function: Callable[..., Result], *given: Any) -> Result:
    """As :func:`guarded`, for what may be called in the caller's own thread: Ctrl-C, which comes nowhere else, passes."""
    try:
        return guarded(function, *given)
    except EndedError as error:
        if isinstance(error.__cause__, KeyboardInterrupt) and (
            threading.current_thread() is threading.main_thread()
        ):
            raise error.__cause__ from None
        raise


async def awaited(step: Awaitable[Result]) -> Result:
    """Await, as :func:`guarded` calls; a cancellation passes if somebody has asked this task for it."""
    try:
        return await step
    except BaseException as error:
        if _is_ordinary(error) or (isinstance(error, asyncio.CancelledError) and _is_asked_for()):
            raise
        raise EndedError(type(error).__name__) from error


def _is_asked_for() -> bool:
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0


def _is_ordinary(error: BaseException) -> bool:
    return isinstance(error, Exception) and not isinstance(error, _UNFIT)


_hanging: Counter[int] = Counter()
_lock = free_lock()


@attrs.define(eq=False)
class Visit:
    """One call of a function in a thread that may have to be left behind."""

    function: Callable[..., Any]
    _left: bool = attrs.field(default=False, init=False)
    _over: bool = attrs.field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        """Refuse with ``Timeout`` while too many earlier calls hang."""
        if _hanging[id(self.function)] >= HANGING_MAXIMUM:
            raise Timeout("earlier calls have not come back", details={"calls": HANGING_MAXIMUM})

    def leave(self) -> None:
        """Nobody waits for it any more."""
        with _lock:
            if not (self._over or self._left):
                self._left = True
                _hanging[id(self.function)] += 1

    def end(self) -> None:
        """It has come back."""
        with _lock:
            self._over = True
            if self._left:
                _hanging[id(self.function)] -= 1
                if not _hanging[id(self.function)]:
                    del _hanging[id(self.function)]


def begin_apart(call: Callable[[], Result], visit: Visit) -> asyncio.Future[Result]:
    """Begin a call in a daemon thread and in the caller's context, as :func:`guarded` does."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()
    context = contextvars.copy_context()

    def settle(result: Any, error: Exception | None) -> None:
        """Give the outcome to all who still wait."""
        if done.done():
            return
        if error is None:
            done.set_result(result)
        else:
            done.set_exception(error)

    def work() -> None:
        """Call, and hand the outcome over to the loop."""
        outcome: tuple[Any, Exception | None]
        try:
            outcome = guarded(context.run, call), None
        except Exception as error:  # noqa: BLE001 - it is raised where the call is awaited
            outcome = None, error
        visit.end()
        with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
            loop.call_soon_threadsafe(settle, *outcome)

    in_worker(work)
    return done


async def call_apart(function: Callable[..., Result], *given: Any, known_by: Callable[..., Any]) -> Result:
    """Call in a daemon thread: one that hangs holds up neither closing nor the exit.

    ``known_by`` is what calls that hang are counted by; with too many it is a ``Timeout``.
    """
    visit = Visit(known_by)
    try:
        return await begin_apart(partial(function, *given), visit)
    finally:
        visit.leave()


async def await_apart(
    function: Callable[..., Awaitable[Result]], *given: Any, known_by: Callable[..., Any]
) -> Result:
    """Await in a task of its own, as :func:`awaited` does: one that swallows its cancellation is left behind with a warning.

    ``known_by`` is what calls that hang are counted by; with too many it is a ``Timeout``.
    """
    visit = Visit(known_by)
    task = asyncio.ensure_future(awaited(function(*given)))

    def end(done: asyncio.Future[Result]) -> None:
        """It has come back; nobody asks any more what it raised."""
        visit.end()
        if not done.cancelled():
            done.exception()

    task.add_done_callback(end)
    try:
        await asyncio.wait({task})
        return task.result()
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=GRACE_S)
        if not task.done():
            visit.leave()
            log.warning("%s goes on after its cancellation and is left behind", _where(known_by))
            _cancel_again(task, HANGING_MAXIMUM)


def _cancel_again(task: asyncio.Future[Any], times: int) -> None:
    if times and not task.done():
        task.cancel()
        task.get_loop().call_later(AGAIN_S, _cancel_again, task, times - 1)


def _where(function: Callable[..., Any]) -> str:
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    return f"{module}.{name}" if module and name else type(function).__name__
