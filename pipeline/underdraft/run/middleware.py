"""Middleware around the model: who stands in the chain, and the check of every link.

::

    before_model_call ─► wrapper ─► wrapper ─► model ─► after_model_call

Every link is checked where it ends, so that an error names the plugin at fault.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Generator,
    Mapping,
    Sequence,
)
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.boundary.plugin_calls import awaited, guarded, name_of
from underdraft.boundary.private_logging import logger_of
from underdraft.errors import HOOK_FAILED, InvalidArgument, ModelError, Timeout, UnderdraftError
from underdraft.run.thinking import without_thinking
from underdraft.text.clean import storable
from underdraft.types.model_call import Model, ModelCall, Reply, TextDelta, storable_reply
from underdraft.types.run import RunRecord

if TYPE_CHECKING:
    import pluggy

log = logger_of("underdraft")


class Answer(AsyncIterator["TextDelta | Reply"], Awaitable[Reply]):
    """The result of ``proceed(call)``: await it for the reply, or iterate it for deltas and the reply."""

    def __init__(self, events: AsyncGenerator[TextDelta | Reply, None]) -> None:
        self._events = events

    async def __anext__(self) -> TextDelta | Reply:
        return await anext(self._events)

    def __await__(self) -> Generator[object, None, Reply]:
        return self._reply().__await__()

    async def _reply(self) -> Reply:
        async with aclosing(self._events):
            async for event in self._events:
                if isinstance(event, Reply):
                    return event
        raise ModelError("the reply was taken already: await or iterate a call once")

    async def aclose(self) -> None:
        """Stop the call; a call that is over or was never begun is left as it is."""
        await self._events.aclose()


Ask = Callable[[ModelCall], AsyncGenerator[TextDelta | Reply, None]]
"""One link: takes a call, gives its events; nothing happens before the first is asked for."""


def wrappers_of(plugin_manager: pluggy.PluginManager) -> Sequence[pluggy.HookImpl]:
    """All wrappers, ordered by plugin name, the first outermost; load order does not matter."""
    found = plugin_manager.hook.underdraft_wrap_model_call.get_hookimpls()
    for impl in found:
        if impl.wrapper or impl.hookwrapper:
            raise InvalidArgument(
                f"{impl.plugin_name}: underdraft_wrap_model_call is a plain hook, not a pluggy wrapper"
            )
    return sorted(found, key=lambda impl: impl.plugin_name)


def observer(
    plugin_manager: pluggy.PluginManager, hook: str, warn: Callable[[str], None]
) -> Callable[..., None]:
    """A function that calls every implementation of an observing hook, each isolated.

    For each one that raises, ``warn`` takes ``"HOOK_FAILED: <plugin>: <hook>"``. The function has the hook's
    arguments, in its order.
    """
    caller = getattr(plugin_manager.hook, hook)
    names = caller.spec.argnames
    impls = sorted(caller.get_hookimpls(), key=lambda impl: impl.plugin_name)

    def observe(*values: object) -> None:
        by_name = dict(zip(names, values, strict=True))
        for impl in impls:
            try:
                guarded(impl.function, *(by_name[name] for name in impl.argnames))
            except Exception:  # noqa: BLE001  # an observer must not stop the run
                warn(f"{HOOK_FAILED}: {impl.plugin_name}: {hook}")

    return observe


def tell_ended(plugin_manager: pluggy.PluginManager, run: RunRecord) -> None:
    """Tell every listener that a run is over; what one raises is logged by the plugin's name."""
    observer(plugin_manager, "underdraft_run_ended", log.warning)(run)


def chain(
    model: Model,
    wrappers: Sequence[pluggy.HookImpl],
    before: Callable[[ModelCall], None],
    after: Callable[[ModelCall, Reply], None],
) -> Ask:
    """Build the chain, the first wrapper outermost; what it gives asks once, with every observer told."""
    ask: Ask = partial(events_of, model)
    for wrapper in reversed(wrappers):
        ask = _wrapped(wrapper, ask)

    async def once(call: ModelCall) -> AsyncGenerator[TextDelta | Reply, None]:
        """Ask once, with the observers outside all wrappers."""
        before(call)
        async with aclosing(ask(call)) as events:
            async for event in events:
                if isinstance(event, Reply):
                    after(call, event)
                yield event

    return once


def events_of(model: Model, call: ModelCall) -> AsyncGenerator[TextDelta | Reply, None]:
    """One call of a model: checked, never silent for long, its thinking in a field of its own."""
    answered = checked(partial(model.answer, call), "the model")
    return without_thinking(_lively(answered, call.idle_timeout_ms))


async def _lively(
    events: AsyncGenerator[TextDelta | Reply, None], idle_timeout_ms: int
) -> AsyncGenerator[TextDelta | Reply, None]:
    """The same events; once text streams, no silence may be longer than the limit. An empty piece is a sign of life."""
    begun = False
    async with aclosing(events):
        while True:
            try:
                async with asyncio.timeout(idle_timeout_ms / 1000 if begun else None):
                    event = await anext(events)
            except StopAsyncIteration:
                return
            except TimeoutError:
                raise Timeout(
                    "the model fell silent while it wrote", details={"idleTimeoutMs": idle_timeout_ms}
                ) from None
            begun = begun or not isinstance(event, TextDelta) or event.text != ""
            yield event


def _wrapped(wrapper: pluggy.HookImpl, inner: Ask) -> Ask:
    async def ask(call: ModelCall) -> AsyncGenerator[TextDelta | Reply, None]:
        begun: list[Answer] = []

        def proceed(call: ModelCall) -> Answer:
            begun.append(Answer(inner(call)))
            return begun[-1]

        values: dict[str, object] = {"call": call, "proceed": proceed}
        outcome = partial(wrapper.function, *(values[name] for name in wrapper.argnames))
        try:
            async with aclosing(checked(outcome, f"the plugin {wrapper.plugin_name}")) as events:
                async for event in events:
                    yield event
        finally:
            # A wrapper that leaves early does not close what it began.
            for each in reversed(begun):
                with suppress(RuntimeError):  # a task of the plugin's own is still reading it
                    await each.aclose()

    return ask


async def checked(outcome: Callable[[], object], who: str) -> AsyncGenerator[TextDelta | Reply, None]:
    """Yield the deltas of ``outcome``, then the one reply that they make up."""
    written: dict[int, list[str]] = {}
    reply: Reply | None = None
    async with aclosing(_events(outcome, who)) as events:
        async for event in events:
            if reply is not None:
                raise ModelError(f"{who} went on after its reply")
            if isinstance(event, Reply):
                reply = event
            elif isinstance(event, TextDelta) and isinstance(event.text, str):
                written.setdefault(event.index, []).append(event.text)
                yield attrs.evolve(event, text=storable(event.text))
            else:
                raise ModelError(f"{who} gave something that is neither a delta nor a reply")
    if reply is None:
        raise ModelError(f"{who} ended without a reply")
    _check_texts(reply, written, who)
    reply = storable_reply(reply)
    if not written:
        for index, text in enumerate(reply.texts):
            if text:
                yield TextDelta(text=text, index=index)
    yield reply


def _check_texts(reply: Reply, written: Mapping[int, Sequence[str]], who: str) -> None:
    if not reply.texts or not all(isinstance(text, str) for text in reply.texts):
        raise ModelError(f"{who} gave a reply without a text")
    joined = {index: "".join(parts) for index, parts in written.items() if any(parts)}
    if written and joined != {index: text for index, text in enumerate(reply.texts) if text}:
        raise ModelError(f"{who} gave a reply that is not what it streamed")


async def _events(outcome: Callable[[], object], who: str) -> AsyncGenerator[object, None]:
    """Unpack a return value: an awaitable, an async iterable, or an awaitable of one."""
    given = await _blamed(_given(outcome), who)
    if not isinstance(given, AsyncIterable):
        yield given
        return
    try:
        events = await _blamed(_given(partial(aiter, given)), who)
        while (event := await _blamed(anext(events, _END), who)) is not _END:
            yield event
    finally:
        close = getattr(given, "aclose", None)
        if close is not None:
            await _blamed(close(), who)


_END = object()


async def _given(outcome: Callable[[], object]) -> Any:
    given = outcome()
    return await given if inspect.isawaitable(given) and not isinstance(given, AsyncIterable) else given


async def _blamed(step: Awaitable[Any], who: str) -> Any:
    """Await a step of another package's code; its fault is a ``ModelError`` that names the plugin or model."""
    try:
        return await awaited(step)
    except UnderdraftError:
        raise
    except Exception as error:
        # The text of a stranger's exception may hold what it was given: only its class is shown.
        raise ModelError(f"{who} failed ({name_of(error)})") from error
