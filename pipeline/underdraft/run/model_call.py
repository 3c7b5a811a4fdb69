"""The model call: tool rounds, nothing left pending.

::

    rounds       asks again while the model wants tools, at most MAX_TOOL_ROUNDS times
      └─ chain   observers and wrappers around the model: see ``middleware``
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Annotated

import attrs

from underdraft.boundary.plugin_calls import await_apart, name_of
from underdraft.errors import TOOL_ROUNDS_EXHAUSTED, UnderdraftError
from underdraft.run.middleware import Ask, chain
from underdraft.types.model_call import (
    Model,
    ModelCall,
    Reply,
    TextDelta,
    ToolCall,
    ToolSpec,
    Usage,
    finish_of,
)

if TYPE_CHECKING:
    import pluggy

MAX_TOOL_ROUNDS = 4
"""How often the tools of one run are called in a row; then the model has to answer without them."""

HELD_WIDTH = 96
"""Longest text before a call of a tool that is not part of the reply: 96 letters, or 24 Chinese characters."""

TOOL_TIMEOUT_MS = 10_000
"""Limit of one call of a tool."""


def _ignore(*_: object) -> None:
    return None


def answer(
    call: ModelCall,
    model: Model,
    wrappers: Sequence[pluggy.HookImpl] = (),
    *,
    before: Callable[[ModelCall], None] = _ignore,
    after: Callable[[ModelCall, Reply], None] = _ignore,
    warn: Callable[[str], None] = _ignore,
) -> AsyncGenerator[TextDelta | Reply, None]:
    """Answer one call: any number of deltas, then exactly one reply whose texts they make up.

    A tool that the application runs itself ends the call: the reply says which is wanted. With others, every round
    streams at once; a sentence that only announced a call is among the deltas, and not part of the reply. Usage is
    summed. ``before`` and ``after`` see every request that is made. The limit of the whole is the caller's.

    Raises:
        Timeout: The model fell silent while it wrote.
        ModelError: The model, a wrapper or the provider failed.
        asyncio.CancelledError: The task was cancelled; every generator and connection is closed.
    """
    ask = chain(model, wrappers, before, after)
    return ask(call) if any(tool.run is None for tool in call.tools) else _rounds(call, ask, warn)


async def _rounds(
    call: ModelCall, once: Ask, warn: Callable[[str], None]
) -> AsyncGenerator[TextDelta | Reply, None]:
    """Ask, with tools as often as the model wants them, then for candidates until none is missing."""
    said = Said()
    asking, spent, answered = attrs.evolve(call, candidates=1), Usage(), False
    reply = Reply(texts=())
    rounds = MAX_TOOL_ROUNDS if call.tools and call.tool_choice == "auto" else 0
    for _ in range(rounds):
        async with aclosing(once(asking)) as events:
            async for event in events:
                if isinstance(event, Reply):
                    reply = event
                else:
                    yield TextDelta(text=said.stream(event.text))
        said.end(called=bool(reply.tool_calls))
        spent += reply.usage
        if answered := not reply.tool_calls:
            break
        asking = attrs.evolve(asking, exchange=(*asking.exchange, *await _run_tools(asking, reply)))
    if rounds and not answered:
        warn(f"{TOOL_ROUNDS_EXHAUSTED}: {rounds}")
    texts: tuple[str, ...] = (said.text,) if answered else ()
    while (missing := call.candidates - len(texts)) > 0:
        choice = "none" if call.tools else call.tool_choice
        async with aclosing(once(attrs.evolve(asking, candidates=missing, tool_choice=choice))) as events:
            async for event in events:
                if isinstance(event, TextDelta):
                    index = event.index + len(texts)
                    yield TextDelta(text=event.text if index else said.stream(event.text), index=index)
                else:
                    said.end(called=False)
                    replies = (reply, event) if texts else (event,)
                    reply = attrs.evolve(
                        event,
                        finish_reason=finish_of(*(each.finish_reason for each in replies)),
                        thinking="\n\n".join(each.thinking for each in replies if each.thinking),
                    )
                    spent += event.usage
                    texts += event.texts if texts else (said.text, *event.texts[1:])
    yield attrs.evolve(reply, texts=texts, usage=spent, tool_calls=())


@attrs.define
class Said:
    """The first candidate's text over all rounds; each round's is parted from what was streamed before it."""

    text: Annotated[str, "The reply: what was streamed, without what only announced a call."] = ""
    _round: str = ""
    _streamed: bool = False

    def stream(self, piece: str) -> str:
        """Return the text to stream for a piece of the round."""
        parted = piece and self._streamed and not self._round
        self._round, self._streamed = self._round + piece, self._streamed or piece != ""
        return f"\n\n{piece}" if parted else piece

    def end(self, *, called: bool) -> None:
        """The round is over; whether the model then called a tool."""
        if self._round and not (called and _may_announce_a_call(self._round)):
            self.text = f"{self.text}\n\n{self._round}" if self.text else self._round
        self._round = ""


def _may_announce_a_call(text: str) -> bool:
    """Whether a text is a sentence or two, as a model says before it calls a tool ("let me look that up")."""
    wide = sum(character >= "\u2e80" for character in text)
    return 4 * wide + len(text) - wide <= HELD_WIDTH and "\n" not in text.strip()


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
    except (ValueError, RecursionError):
        return None
    return arguments if isinstance(arguments, dict) else None


async def _run_tool(tool: ToolSpec | None, arguments: Mapping[str, object] | None) -> str:
    """The tool's text, or one sentence for the model about what went wrong."""
    if tool is None or tool.run is None:
        return "error: there is no tool of this name"
    if arguments is None:
        return "error: the arguments are not a JSON object"
    try:
        async with asyncio.timeout(TOOL_TIMEOUT_MS / 1000):
            result: object = await await_apart(tool.run, arguments, known_by=tool.run)
    except TimeoutError:
        return "error: the tool took too long"
    except UnderdraftError as error:
        return f"error: {error.message}"
    except Exception as error:  # noqa: BLE001  # a failing tool is the model's to deal with
        return f"error: the tool failed ({name_of(error)})"
    return result if isinstance(result, str) else "error: the tool gave no text"
