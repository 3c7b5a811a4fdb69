"""The model call: middleware around the model, tool rounds, one deadline, nothing left pending.

::

    answer            one deadline, everything closed
      └─ rounds       asks again while the model wants tools, at most MAX_TOOL_ROUNDS times
          └─ once     before_model_call ─► wrapper ─► wrapper ─► model ─► after_model_call

Every link of the chain is checked where it ends, so that an error names the plugin at fault.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol, cast

import attrs

from underdraft.calls import Reply, TextDelta
from underdraft.errors import HOOK_FAILED, InvalidArgument, ModelError, Timeout, UnderdraftError
from underdraft.models import Usage

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator, Sequence
    from typing import Self

    import pluggy

    from underdraft.calls import Model, ModelCall, ToolCall, ToolSpec

__all__ = ["MAX_TOOL_ROUNDS", "TOOL_TIMEOUT_MS", "Answer", "Wrapper", "answer", "observer", "wrappers_of"]

MAX_TOOL_ROUNDS = 4
"""How often the tools of one run are called in a row; then the model has to answer without them."""

TOOL_TIMEOUT_MS = 10_000
"""Limit of one call of a tool."""


@attrs.frozen
class Wrapper:
    """One plugin's ``underdraft_wrap_model_call``.

    Attributes:
        plugin: The plugin's name, for errors and for the order.
        function: The implementation.
        argnames: Which of ``call`` and ``proceed`` it takes.
    """

    plugin: str
    function: Callable[..., object]
    argnames: tuple[str, ...] = ("call", "proceed")


class Answer(AsyncIterator["TextDelta | Reply"], Awaitable[Reply]):
    """What ``proceed(call)`` gives: await it for the reply, or iterate it for deltas and the reply."""

    def __init__(self, events: AsyncGenerator[TextDelta | Reply, None]) -> None:
        self._events = events

    def __aiter__(self) -> Self:
        return self

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


class _Ask(Protocol):
    def __call__(self, call: ModelCall) -> AsyncGenerator[TextDelta | Reply, None]: ...


# --- plugins ----------------------------------------------------------------------------------


def wrappers_of(plugin_manager: pluggy.PluginManager) -> tuple[Wrapper, ...]:
    """All wrappers, ordered by plugin name, the first outermost; load order does not matter.

    Raises:
        InvalidArgument: A plugin marked its wrapper as one of pluggy's own, which never awaits.
    """
    found = plugin_manager.hook.underdraft_wrap_model_call.get_hookimpls()
    for impl in found:
        if impl.wrapper or impl.hookwrapper:
            raise InvalidArgument(
                f"{impl.plugin_name}: underdraft_wrap_model_call is a plain hook, not a pluggy wrapper"
            )
    return tuple(
        Wrapper(impl.plugin_name, impl.function, tuple(impl.argnames))
        for impl in sorted(found, key=lambda impl: impl.plugin_name)
    )


def observer(
    plugin_manager: pluggy.PluginManager, hook: str, warn: Callable[[str], None]
) -> Callable[..., None]:
    """A function that calls every implementation of an observing hook, each isolated.

    Args:
        plugin_manager: Where the plugins are registered.
        hook: ``"underdraft_before_model_call"`` or ``"underdraft_after_model_call"``.
        warn: Takes ``"HOOK_FAILED: <plugin>: <hook>"`` for each one that raises.

    Returns:
        A function of the hook's arguments, in the hook's order.
    """
    caller = getattr(plugin_manager.hook, hook)
    names = caller.spec.argnames
    impls = sorted(caller.get_hookimpls(), key=lambda impl: impl.plugin_name)

    def observe(*values: object) -> None:
        by_name = dict(zip(names, values, strict=True))
        for impl in impls:
            try:
                impl.function(*(by_name[name] for name in impl.argnames))
            except Exception:  # noqa: BLE001  # an observer must not stop the run
                warn(f"{HOOK_FAILED}: {impl.plugin_name}: {hook}")

    return observe


# --- the whole call ---------------------------------------------------------------------------


def _ignore(*_: object) -> None:
    return None


async def answer(
    call: ModelCall,
    model: Model,
    wrappers: Sequence[Wrapper] = (),
    *,
    before: Callable[[ModelCall], None] = _ignore,
    after: Callable[[ModelCall, Reply], None] = _ignore,
) -> AsyncGenerator[TextDelta | Reply, None]:
    """Answer one call: any number of deltas, then exactly one reply whose texts they make up.

    With tools, the text of a round in which the model calls one is not part of the reply; such
    rounds are held back, and what is streamed is only what ends up in the reply. Usage is summed.
    ``before`` and ``after`` see every request that is made.

    Args:
        call: What to ask.
        model: Who answers.
        wrappers: Middleware, the first outermost.
        before: Called before each request.
        after: Called after each reply.

    Raises:
        Timeout: ``call.timeout_ms`` is over, whoever spent it.
        ModelError: The model, a wrapper or the provider failed.
        asyncio.CancelledError: The task was cancelled; every generator and connection is closed.
    """
    events = _rounds(call, _chain(model, wrappers, before, after))
    deadline = asyncio.get_running_loop().time() + call.timeout_ms / 1000
    async with aclosing(events):
        while True:
            try:
                # Around each step and not around the loop: the caller's own code, which runs while
                # this generator is suspended, must not be cancelled in its stead.
                async with asyncio.timeout_at(deadline):
                    event = await anext(events)
            except StopAsyncIteration:
                return
            except TimeoutError:
                raise Timeout(
                    "the model did not answer in time", details={"timeoutMs": call.timeout_ms}
                ) from None
            yield event


def _chain(
    model: Model,
    wrappers: Sequence[Wrapper],
    before: Callable[[ModelCall], None],
    after: Callable[[ModelCall, Reply], None],
) -> _Ask:
    def ask_model(call: ModelCall) -> AsyncGenerator[TextDelta | Reply, None]:
        return _checked(partial(model.answer, call), "the model")

    ask: _Ask = ask_model
    for wrapper in reversed(wrappers):
        ask = _wrapped(wrapper, ask)

    async def once(call: ModelCall) -> AsyncGenerator[TextDelta | Reply, None]:
        before(call)
        async with aclosing(ask(call)) as events:
            async for event in events:
                if isinstance(event, Reply):
                    after(call, event)
                yield event

    return once


def _wrapped(wrapper: Wrapper, inner: _Ask) -> _Ask:
    async def ask(call: ModelCall) -> AsyncGenerator[TextDelta | Reply, None]:
        begun: list[Answer] = []

        def proceed(call: ModelCall) -> Answer:
            begun.append(Answer(inner(call)))
            return begun[-1]

        values: dict[str, object] = {"call": call, "proceed": proceed}
        outcome = partial(wrapper.function, *(values[name] for name in wrapper.argnames))
        try:
            async with aclosing(_checked(outcome, f"the plugin {wrapper.plugin}")) as events:
                async for event in events:
                    yield event
        finally:
            # A wrapper that leaves early does not close what it began.
            for each in reversed(begun):
                with suppress(RuntimeError):  # a task of the plugin's own is still reading it
                    await each.aclose()

    return ask


# --- one link ---------------------------------------------------------------------------------


async def _checked(outcome: Callable[[], object], who: str) -> AsyncGenerator[TextDelta | Reply, None]:
    """What ``outcome`` gives, as deltas that make up exactly one reply, which comes last."""
    written: dict[int, list[str]] = {}
    reply: Reply | None = None
    async with aclosing(_events(outcome, who)) as events:
        async for event in events:
            if reply is not None:
                raise ModelError(f"{who} went on after its reply")
            if isinstance(event, Reply):
                reply = event
            elif isinstance(event, TextDelta):
                written.setdefault(event.index, []).append(event.text)
                yield event
            else:
                raise ModelError(f"{who} gave something that is neither a delta nor a reply")
    if reply is None:
        raise ModelError(f"{who} ended without a reply")
    _check_texts(reply, written, who)
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
    try:
        given = outcome()
        if inspect.isawaitable(given) and not isinstance(given, AsyncIterable):
            given = await given
        if not isinstance(given, AsyncIterable):
            yield given
            return
        try:
            async for event in given:
                yield event
        finally:
            close = getattr(given, "aclose", None)
            if close is not None:
                await close()
    except (UnderdraftError, asyncio.CancelledError):
        raise
    except Exception as error:
        # The text of a stranger's exception may hold what it was given: only its class is told.
        raise ModelError(f"{who} failed ({type(error).__name__})") from error


# --- tools ------------------------------------------------------------------------------------


async def _rounds(call: ModelCall, once: _Ask) -> AsyncGenerator[TextDelta | Reply, None]:
    spent = Usage()
    texts: tuple[str, ...] = ()
    asking = attrs.evolve(call, candidates=1)
    reply: Reply | None = None
    for _ in range(MAX_TOOL_ROUNDS if call.tools and call.tool_choice == "auto" else 0):
        reply = await Answer(once(asking))
        spent += reply.usage
        if not reply.tool_calls:
            texts = reply.texts[:1]
            break
        asking = attrs.evolve(asking, exchange=(*asking.exchange, *await _run_tools(asking, reply)))
    if texts and texts[0]:
        yield TextDelta(text=texts[0])
    missing = call.candidates - len(texts)
    if missing > 0:
        last = attrs.evolve(
            asking, candidates=missing, tool_choice="none" if call.tools else call.tool_choice
        )
        async with aclosing(once(last)) as events:
            async for event in events:
                if isinstance(event, TextDelta):
                    yield attrs.evolve(event, index=event.index + len(texts))
                else:
                    reply = event
                    spent += event.usage
                    texts += event.texts
    yield attrs.evolve(cast("Reply", reply), texts=texts, usage=spent, tool_calls=())


async def _run_tools(call: ModelCall, reply: Reply) -> list[Mapping[str, object]]:
    """Call the tools that a reply asks for, in order; what was said, as messages."""
    tools = {tool.name: tool for tool in call.tools}
    asked: list[dict[str, object]] = []
    results: list[Mapping[str, object]] = []
    for wanted in reply.tool_calls:
        arguments = _arguments(wanted)
        # Arguments that are no JSON object would break the next request at the provider.
        sent = "{}" if arguments is None else wanted.arguments
        asked.append(
            {"id": wanted.id, "type": "function", "function": {"name": wanted.name, "arguments": sent}}
        )
        result = await _run_tool(tools.get(wanted.name), arguments)
        results.append({"role": "tool", "tool_call_id": wanted.id, "content": result})
    return [{"role": "assistant", "content": reply.texts[0] or None, "tool_calls": asked}, *results]


def _arguments(wanted: ToolCall) -> Mapping[str, object] | None:
    try:
        arguments = json.loads(wanted.arguments or "{}")
    except ValueError:
        return None
    return arguments if isinstance(arguments, dict) else None


async def _run_tool(tool: ToolSpec | None, arguments: Mapping[str, object] | None) -> str:
    """The tool's text, or one sentence for the model about what went wrong."""
    if tool is None:
        return "error: there is no tool of this name"
    if arguments is None:
        return "error: the arguments are not a JSON object"
    try:
        async with asyncio.timeout(TOOL_TIMEOUT_MS / 1000):
            result: object = await tool.run(arguments)
    except TimeoutError:
        return "error: the tool took too long"
    except UnderdraftError as error:
        return f"error: {error.message}"
    except Exception as error:  # noqa: BLE001  # a failing tool is the model's to deal with
        return f"error: the tool failed ({type(error).__name__})"
    return result if isinstance(result, str) else "error: the tool gave no text"
