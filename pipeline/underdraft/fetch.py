"""Stage: run the fetchers that the rules ask for, concurrently, each isolated from the others."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import AsyncIterable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.errors import FETCHER_FAILED, FETCHER_TIMEOUT, PREFIX_VOLATILE, LayerFailed
from underdraft.layers import Layer
from underdraft.models import Chunk, Excluded, Fetched, Fetcher, Message, Part, RunFacts
from underdraft.text import canonical_text, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["FetchOutcome", "Registered", "fetch_all", "wanted"]

CANCEL_GRACE_S = 0.05
"""How long a fetcher that was cancelled may take to close its things before it is abandoned."""


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
        history: Earlier turns as they were sent.
        excluded: What fetchers left out on purpose.
        timings: Milliseconds each fetcher took.
    """

    chunks: tuple[Chunk, ...] = ()
    warnings: tuple[str, ...] = ()
    history: tuple[Message, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    timings: Mapping[str, float] = attrs.field(factory=dict)


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

    Args:
        fetchers: All registered fetchers.
        facts: What they are told.
        check: Name of one stable fetcher to run twice; other bytes become ``PREFIX_VOLATILE``.

    Raises:
        LayerFailed: A required fetcher failed; the others are stopped.
    """
    order = wanted(fetchers, facts)
    tasks = [asyncio.ensure_future(_isolated(r, facts, twice=r.fetcher.name == check)) for r in order]
    try:
        outcomes = await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
    return FetchOutcome(
        chunks=tuple(c for fetched, _ in outcomes for c in fetched.chunks),
        warnings=tuple(w for fetched, _ in outcomes for w in fetched.warnings),
        history=next((fetched.history for fetched, _ in outcomes if fetched.history), ()),
        excluded=tuple(e for fetched, _ in outcomes for e in fetched.excluded),
        timings={r.fetcher.name: ms for r, (_, ms) in zip(order, outcomes, strict=True)},
    )


async def _isolated(registered: Registered, facts: RunFacts, *, twice: bool) -> tuple[Fetched, float]:
    """What the fetcher gave, stamped, and how long it took; a failure becomes a warning."""
    fetcher = registered.fetcher
    begin = time.perf_counter()
    try:
        fetched = _stamp(registered, await _limited(fetcher, facts))
        if twice and fetched.chunks != _stamp(registered, await _limited(fetcher, facts)).chunks:
            warning = f"{PREFIX_VOLATILE}: {fetcher.name} ({registered.plugin}) gave other bytes the second time"
            fetched = attrs.evolve(fetched, warnings=(*fetched.warnings, warning))
    except TimeoutError:
        fetched = _failed(registered, FETCHER_TIMEOUT, f"took longer than {fetcher.timeout_ms} ms")
    except asyncio.CancelledError:
        raise
    except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:  # noqa: BLE001
        fetched = _failed(registered, FETCHER_FAILED, getattr(error, "message", type(error).__name__))
    return fetched, (time.perf_counter() - begin) * 1000


def _failed(registered: Registered, code: str, why: str) -> Fetched:
    name = registered.fetcher.name
    if registered.fetcher.required:
        layer = registered.fetcher.layer.name
        raise LayerFailed(
            f"layer {layer}: the required fetcher {name} failed ({one_line(why)})",
            details={"layer": layer, "fetcher": name, "plugin": registered.plugin, "cause": code},
        )
    return Fetched(warnings=(f"{code}: {name}",))


async def _limited(fetcher: Fetcher, facts: RunFacts) -> Fetched:
    """Run within the fetcher's own limit; one that ignores its cancellation is left behind."""
    if fetcher.inline and not _is_async(fetcher.fetch):
        return _collect_sync(fetcher.fetch(facts))
    work = _run_async(fetcher.fetch, facts) if _is_async(fetcher.fetch) else _in_thread(fetcher.fetch, facts)
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=fetcher.timeout_ms / 1000)
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait({task}, timeout=CANCEL_GRACE_S)
        raise
    if not done:
        task.cancel()
        await asyncio.wait({task}, timeout=CANCEL_GRACE_S)
        raise TimeoutError
    if task.cancelled():
        raise RuntimeError("the fetcher cancelled itself")
    return task.result()


def _is_async(function: Callable[..., Any]) -> bool:
    target = function if inspect.isroutine(function) else getattr(function, "__call__", function)  # noqa: B004
    return inspect.iscoroutinefunction(target) or inspect.isasyncgenfunction(target)


async def _run_async(function: Callable[..., Any], facts: RunFacts) -> Fetched:
    result = function(facts)
    if isinstance(result, AsyncIterable):
        return Fetched(chunks=tuple([chunk async for chunk in result]))
    return _collect_sync(await result)


async def _in_thread(function: Callable[..., Any], facts: RunFacts) -> Fetched:
    """Run a sync fetcher in a thread of its own: a daemon, so that one that hangs never holds up the exit."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Fetched] = loop.create_future()

    def settle(result: Fetched | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None and result is not None:
            future.set_result(result)
        else:
            future.set_exception(RuntimeError(type(error).__name__) if _unfit(error) else error or RuntimeError())

    def work() -> None:
        result, failure = None, None
        try:
            result = _collect_sync(function(facts))
        except BaseException as error:  # noqa: BLE001
            failure = error
        try:
            loop.call_soon_threadsafe(settle, result, failure)
        except RuntimeError:
            return  # the loop has been closed: nobody waits any more

    threading.Thread(target=work, name="underdraft-fetch", daemon=True).start()
    return await future


def _unfit(error: BaseException | None) -> bool:
    """Whether asyncio would treat this exception as more than a result."""
    return isinstance(error, StopIteration | StopAsyncIteration | KeyboardInterrupt | SystemExit)


def _collect_sync(result: Any) -> Fetched:
    if result is None:
        return Fetched()
    if isinstance(result, Fetched):
        return result
    if inspect.iscoroutine(result):
        result.close()
        raise TypeError("a coroutine came back from a sync fetcher")
    if isinstance(result, str | bytes | Mapping | Chunk) or not isinstance(result, Iterable):
        raise TypeError("not a list of chunks")
    return Fetched(chunks=tuple(result))


def _stamp(registered: Registered, fetched: Fetched) -> Fetched:
    """The chunks with clean text and their origin; the fetcher's own claims about it are replaced."""
    chunks = tuple(
        stamped
        for chunk in fetched.chunks
        if (stamped := _stamp_chunk(registered, chunk)).text or stamped.parts
    )
    if not all(isinstance(w, str) for w in fetched.warnings):
        raise TypeError("a warning is not a string")
    return attrs.evolve(
        fetched,
        chunks=chunks,
        warnings=tuple(one_line(w, 300) for w in fetched.warnings),
        excluded=tuple(attrs.evolve(e, plugin=registered.plugin) for e in fetched.excluded),
    )


def _stamp_chunk(registered: Registered, chunk: Chunk) -> Chunk:
    if not isinstance(chunk, Chunk) or not isinstance(chunk.text, str) or not isinstance(chunk.source, str):
        raise TypeError("not a chunk")
    text = canonical_text(chunk.text)
    lead = len(text) - len(text.lstrip("\n"))
    ref = chunk.ref
    if ref and lead:
        ref = attrs.evolve(ref, first_line=ref.first_line + lead)
    return attrs.evolve(
        chunk,
        text=text.strip("\n"),
        ref=ref,
        parts=tuple(_clean_part(p) for p in chunk.parts),
        layer=Layer(registered.fetcher.layer),
        plugin=registered.plugin,
        fetcher=registered.fetcher.name,
    )


def _clean_part(part: Part) -> Part:
    text = canonical_text(part.text)
    return part if text == part.text else attrs.evolve(part, text=text)
