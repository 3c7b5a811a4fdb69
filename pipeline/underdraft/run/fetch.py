"""Stage: run the fetchers that the rules ask for, concurrently, each isolated from the others."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
import logging
import time
from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import attrs

from underdraft.errors import FETCHER_FAILED, FETCHER_TIMEOUT, PREFIX_VOLATILE, LayerFailed
from underdraft.run.fault import told
from underdraft.run.sanitize import MAX_CHUNKS, collect, stamp
from underdraft.run.threads import Relay
from underdraft.text.clean import one_line
from underdraft.types.chunk import Chunk
from underdraft.types.facts import RunFacts
from underdraft.types.fetcher import Fetched, Fetcher
from underdraft.types.layers import Layer
from underdraft.types.prompt import Excluded, Message

NONE_THERE = "asked for, none there"
"""How a receipt says that a project lacks what a skill asks for."""

CANCEL_GRACE_S = 0.05
"""How long a fetcher that was cancelled may take to close its things before it is cancelled again."""

CANCEL_ATTEMPTS = 2
"""How often a fetcher is cancelled politely before its coroutine is closed under it."""

_UNFIT = (StopIteration, StopAsyncIteration)
"""Exceptions that a future does not take."""

log = logging.getLogger("underdraft")


@attrs.frozen(kw_only=True)
class Registered:
    """A fetcher and the plugin that it came from."""

    fetcher: Fetcher
    plugin: str

    @property
    def order(self) -> tuple[int, int, str, str]:
        """The fetcher's place in the prompt; it does not depend on the order of loading."""
        return (self.fetcher.layer, self.fetcher.priority, self.plugin, self.fetcher.name)


@attrs.frozen(kw_only=True)
class FetchOutcome:
    """What all fetchers gave, in the fixed order of :attr:`Registered.order`.

    Attributes:
        chunks: Each with its layer, plugin and fetcher set, and the fetcher's priority order kept.
        warnings: One for each fetcher that failed, and those that fetchers gave.
        errors: What those that failed have raised.
        timings: Milliseconds each fetcher took; of one in a thread, those in which it ran.
    """

    chunks: tuple[Chunk, ...] = ()
    warnings: tuple[str, ...] = ()
    history: tuple[Message, ...] = ()
    history_stays: bool = False
    excluded: tuple[Excluded, ...] = ()
    timings: Mapping[str, float] = attrs.field(factory=dict)
    errors: tuple[Exception, ...] = attrs.field(default=(), eq=False)


def wanted(fetchers: Sequence[Registered], facts: RunFacts) -> list[Registered]:
    """The fetchers whose rule the skill asks for, in their fixed order; the others are never called."""
    return sorted(
        (r for r in fetchers if r.fetcher.rule is None or facts.rules.asks_for(r.fetcher.rule)),
        key=lambda r: r.order,
    )


async def fetch_all(
    fetchers: Sequence[Registered], facts: RunFacts, *, check: str | None = None
) -> FetchOutcome:
    """Run the wanted fetchers at once and put what they give into the fixed order.

    ``check`` names one stable fetcher to run twice; other bytes become ``PREFIX_VOLATILE``. When a required
    fetcher fails, the others are stopped.
    """
    order = wanted(fetchers, facts)
    relay = Relay(asyncio.get_running_loop())
    work: list[asyncio.Task[Outcome] | Outcome] = []
    tasks: list[asyncio.Task[Outcome]] = []
    try:
        for registered in order:
            twice = registered.fetcher.name == check
            given: Any = _NOT_CALLED
            if registered.fetcher.inline and not twice and not _is_async(registered.fetcher.fetch):
                given = _at_once(registered, facts)
            if isinstance(given, tuple):
                work.append(given)
            else:
                tasks.append(
                    asyncio.ensure_future(_isolated(registered, facts, relay, twice=twice, given=given))
                )
                work.append(tasks[-1])
        if tasks:
            await asyncio.gather(*tasks)
        outcomes = [done.result() if isinstance(done, asyncio.Task) else done for done in work]
    except BaseException:
        for task in tasks:
            if not task.cancelling():  # it is cleaning up already
                task.cancel()
        await _over(tasks)
        raise
    turns = next((fetched for fetched, _ in outcomes if fetched.history), Fetched())
    return FetchOutcome(
        chunks=tuple(c for fetched, _ in outcomes for c in fetched.chunks),
        warnings=tuple(w for fetched, _ in outcomes for w in fetched.warnings),
        history=turns.history,
        history_stays=turns.history_stays,
        excluded=(
            *(e for fetched, _ in outcomes for e in fetched.excluded),
            *(_missing(r) for r, (fetched, _) in zip(order, outcomes, strict=True) if _lacks(r, fetched)),
        ),
        errors=tuple(fetched.error for fetched, _ in outcomes if isinstance(fetched, Failed)),
        timings={r.fetcher.name: ms for r, (_, ms) in zip(order, outcomes, strict=True)},
    )


@attrs.frozen(kw_only=True)
class Failed(Fetched):
    """What a fetcher gave that raised: a warning, and what it raised."""

    error: Exception


def _lacks(registered: Registered, fetched: Fetched) -> bool:
    """Whether a fetcher of the project's material looked without a fault, and there was none."""
    fetcher = registered.fetcher
    return fetcher.layer is Layer.PROJECT and fetcher.rule is not None and fetched == Fetched()


def _missing(registered: Registered) -> Excluded:
    """The receipt's line for what a skill asked for and the project has not."""
    rule = str(registered.fetcher.rule)
    reason = f"{NONE_THERE}: {rule}"
    return Excluded(
        layer=Layer.PROJECT, source=f"rule:{rule}", plugin=registered.plugin, reason=reason, count=0
    )


class _TooLongError(Exception):
    """The fetcher was still at work when its own limit was over."""


Outcome = tuple[Fetched, float]
"""What a fetcher gave, stamped, and the milliseconds that it took."""

_NOT_CALLED = object()


def _at_once(registered: Registered, facts: RunFacts) -> Outcome | object:
    """What an inline fetcher gave; what has to be awaited first comes back as it is."""
    fetcher = registered.fetcher
    begin = time.perf_counter()
    try:
        given = _guarded(fetcher.fetch, facts)
        if _is_pending(given):
            pending: object = given
            return pending
        fetched = stamp(_collected(given), fetcher, registered.plugin)
    except Exception as error:  # noqa: BLE001 - a stranger's code may raise anything
        fetched = _failure(registered, error)
    return fetched, (time.perf_counter() - begin) * 1000


async def _isolated(
    registered: Registered, facts: RunFacts, relay: Relay, *, twice: bool, given: object = _NOT_CALLED
) -> Outcome:
    """What the fetcher gave, or gave already and is to be awaited; a failure becomes a warning."""
    fetcher = registered.fetcher
    begin = time.perf_counter()
    ran: list[float] = []
    try:
        fetched = stamp(await _limited(fetcher, facts, relay, ran, given), fetcher, registered.plugin)
    except _TooLongError:
        fetched = _failed(registered, FETCHER_TIMEOUT, f"took longer than {fetcher.timeout_ms} ms")
    except Exception as error:  # noqa: BLE001 - a stranger's code may raise anything
        fetched = _failure(registered, error)
    else:
        if twice and not await _same_again(registered, facts, relay, fetched):
            warning = (
                f"{PREFIX_VOLATILE}: {fetcher.name} ({registered.plugin}) gave other bytes the second time"
            )
            fetched = attrs.evolve(fetched, warnings=(*fetched.warnings, warning))
    return fetched, (ran[0] if ran else time.perf_counter() - begin) * 1000


def _failure(registered: Registered, error: Exception) -> Fetched:
    why = told(error)
    log.warning("fetcher %s (%s) failed: %s", registered.fetcher.name, registered.plugin, why)
    log.debug("where it failed", exc_info=error)
    return _failed(registered, FETCHER_FAILED, why, error)


async def _same_again(registered: Registered, facts: RunFacts, relay: Relay, first: Fetched) -> bool:
    """Whether a second call gives the same chunks; one that fails is judged at the next run instead."""
    with suppress(Exception):
        again = stamp(
            await _limited(registered.fetcher, facts, relay, []), registered.fetcher, registered.plugin
        )
        return again.chunks == first.chunks
    return True


def _failed(registered: Registered, code: str, why: str, error: Exception | None = None) -> Fetched:
    name = registered.fetcher.name
    if registered.fetcher.required or (registered.fetcher.awaited and code == FETCHER_TIMEOUT):
        layer = registered.fetcher.layer.name
        raise LayerFailed(
            f"layer {layer}: the required fetcher {name} failed ({one_line(why)})",
            details={"layer": layer, "fetcher": name, "plugin": registered.plugin, "cause": code},
        ) from error
    if error is None:
        return Fetched(warnings=(f"{code}: {name}",))
    return Failed(warnings=(f"{code}: {name}: {why}",), error=error)


async def _limited(
    fetcher: Fetcher, facts: RunFacts, relay: Relay, ran: list[float], given: object = _NOT_CALLED
) -> Fetched:
    """Run within the fetcher's own limit; ``ran`` receives the seconds that a thread was at work.

    When it is over, the task is gone; a thread that hangs is left behind.
    """
    begun: list[float] = [time.monotonic()]
    if given is not _NOT_CALLED:
        work = _finished(given)
    elif _is_async(fetcher.fetch):
        work = _on_loop(fetcher.fetch, facts)
    elif fetcher.inline:
        given = _guarded(fetcher.fetch, facts)
        if not _is_pending(given):
            return _collected(given)
        work = _finished(given)
    else:
        begun = []
        work = _in_thread(fetcher.fetch, facts, relay, ran, begun)
    task = asyncio.ensure_future(work)
    try:
        done = await _in_time(task, fetcher.timeout_ms / 1000, begun)
    except asyncio.CancelledError:
        await _over([asyncio.ensure_future(_stop(task))])
        raise
    if not done:
        await _stop(task)
        raise _TooLongError
    if task.cancelled():
        raise RuntimeError("the fetcher cancelled itself")
    error = task.exception()
    if error is not None and not isinstance(error, Exception):
        raise RuntimeError(type(error).__name__) from error
    return task.result()


async def _in_time(task: asyncio.Task[Any], limit_s: float, begun: Sequence[float]) -> bool:
    """Whether the work is done within its limit, which is counted from when it began and not from when it was asked."""
    while not task.done():
        left = limit_s - (time.monotonic() - begun[0]) if begun else limit_s
        if left <= 0:
            return False
        await asyncio.wait({task}, timeout=left)
    return True


async def _over(tasks: Iterable[asyncio.Task[Any]]) -> None:
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


def _is_async(function: Callable[..., Any]) -> bool:
    while isinstance(function, functools.partial):
        function = function.func
    target = function if inspect.isroutine(function) else getattr(function, "__call__", function)  # noqa: B004
    return inspect.iscoroutinefunction(target) or inspect.isasyncgenfunction(target)


def _is_pending(given: object) -> bool:
    """Whether something still has to be awaited: a sync function may return what an async one gave."""
    return inspect.isawaitable(given) or isinstance(given, AsyncIterable)


def _guarded(function: Callable[[Any], Any], argument: Any) -> Any:
    """Call; what would stop the loop comes out as an ordinary error."""
    try:
        return function(argument)
    except BaseException as error:
        if isinstance(error, Exception) and not isinstance(error, _UNFIT):
            raise
        raise RuntimeError(type(error).__name__) from error


def _collected(given: Any) -> Fetched:
    """Collect what an inline fetcher gave, which may be an iterator with faults of its own."""
    fetched: Fetched = _guarded(collect, given)
    return fetched


async def _on_loop(function: Callable[..., Any], facts: RunFacts) -> Fetched:
    return await _finished(_guarded(function, facts))


async def _finished(given: Any) -> Fetched:
    """Await what has to be awaited, then collect; what would stop the loop comes out as an error."""
    try:
        if inspect.isawaitable(given):
            given = await given
        return await _drained(given) if isinstance(given, AsyncIterable) else collect(given)
    except (SystemExit, KeyboardInterrupt) as error:
        raise RuntimeError(type(error).__name__) from error


async def _drained(stream: AsyncIterable[Chunk]) -> Fetched:
    chunks: list[Chunk] = []
    try:
        async for chunk in stream:
            chunks.append(chunk)
            if len(chunks) > MAX_CHUNKS:
                raise ValueError("too many chunks")
    finally:
        close = getattr(stream, "aclose", None)
        if close is not None:
            await close()
    return Fetched(chunks=tuple(chunks))


async def _in_thread(
    function: Callable[..., Any], facts: RunFacts, relay: Relay, ran: list[float], begun: list[float]
) -> Fetched:
    """Run a sync fetcher in a daemon thread, so that one that hangs never holds up the exit."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()
    context = contextvars.copy_context()

    def settle(result: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def fetch() -> Any:
        given = function(facts)
        return given if _is_pending(given) else collect(given)

    def work() -> Callable[[], None]:
        result, failure = None, None
        begun.append(time.monotonic())
        begin = time.perf_counter()
        try:
            result = _guarded(context.run, fetch)
        except BaseException as error:  # noqa: BLE001
            failure = error
        ran.append(time.perf_counter() - begin)
        return functools.partial(settle, result, failure)

    relay.run(work)
    return await _finished(await future)
