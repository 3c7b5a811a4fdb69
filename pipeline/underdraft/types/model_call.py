"""The model call as values: the cache plan, the call, the reply; and the protocols of who answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

import attrs

from underdraft.types.prompt import Message


@attrs.frozen(kw_only=True)
class Usage:
    """Tokens as the provider counted them.

    Attributes:
        prompt_tokens: All input tokens, cached ones included.
        completion_tokens: Output tokens.
        cached_tokens: Input tokens that the provider read from its cache.
        cache_write_tokens: Input tokens that it wrote into its cache, where it says so.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    cache_write_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            cache_write_tokens=self.cache_write_tokens + other.cache_write_tokens,
        )


class AskModel(Protocol):
    """Asks the workspace's own model one question in the background; blocks."""

    def __call__(self, *, system: str, text: str, schema: Mapping[str, object]) -> Mapping[str, object]:
        """The model's answer as a JSON object; whether it keeps to the schema is the caller's to check.

        Args:
            system: What to do.
            text: What to do it with; material, to be fenced by the caller.
            schema: A JSON schema of the answer, for models that can be held to one.

        Raises:
            ModelError: The model failed, or gave something else than a JSON object.
            Timeout: It took too long.
        """
        ...


class Embedder(Protocol):
    """Turns texts into vectors.

    Attributes:
        name: Name and version: vectors of different names are never compared.
        dimensions: Length of a vector.
    """

    name: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector of ``dimensions`` floats for each text, in order; called off the event loop."""
        ...


@attrs.frozen(kw_only=True)
class CachePlan:
    """How a provider is told what to cache.

    Attributes:
        provider: The family of rules that was found for the model, or ``"unknown"``.
        breakpoints: Offsets into the system message (code points) after which there is a cache
            breakpoint, ascending; empty for providers that take none.
        ttl: The provider's word for how long (``"5m"``, ``"1h"``), or ``None``.
        cache_key: A stable routing key, or ``None`` for providers that take none.
        min_tokens: Fewest tokens of a prefix that the provider caches; 0 when it does not say.
        cacheable: Whether the stable prefix and the skill block reach ``min_tokens``.
        marker: The provider's key for a breakpoint on a content block; only with ``breakpoints``.
    """

    provider: str = "unknown"
    breakpoints: tuple[int, ...] = ()
    ttl: str | None = None
    cache_key: str | None = None
    min_tokens: int = 0
    cacheable: bool = False
    marker: Literal["cache_control", "prompt_cache_breakpoint"] | None = None


@attrs.frozen(kw_only=True)
class ToolSpec:
    """A tool that the model may call.

    Attributes:
        name: The tool's name.
        description: What it does, for the model; the same bytes in every run.
        parameters: A JSON schema of its arguments.
        run: Takes the arguments, gives the text that goes back to the model.
    """

    name: str
    description: str
    parameters: Mapping[str, object]
    run: Callable[[Mapping[str, object]], Awaitable[str]]


@attrs.frozen(kw_only=True)
class ToolCall:
    """One call of a tool that the model asked for; ``arguments`` is its JSON text."""

    id: str
    name: str
    arguments: str


@attrs.frozen(kw_only=True)
class ModelCall:
    """Everything a model needs to answer once.

    Attributes:
        run_id: The run this call belongs to.
        model: The full model name, e.g. ``"offline"``, ``"gpt-4.1"``, ``"ollama/qwen3"``.
        messages: As in :attr:`Prompt.messages`.
        cache: What to tell the provider about caching.
        timeout_ms: Limit for this call.
        idle_timeout_ms: Longest silence once text streams.
        max_output_tokens: The output reserve of the budget.
        candidates: How many alternative replies are wanted.
        tools: Tools the model may call, in a fixed order.
        exchange: What was said in earlier tool rounds of this run, as OpenAI-style messages; they
            follow ``messages``.
        tool_choice: ``"none"`` keeps the tools' descriptions, and with them the cached bytes, but the
            model may not call them.
        options: The user's settings for the provider (``api_base``, ``temperature`` ...); a model
            takes the keys that it knows and refuses others.
        reply_schema: A JSON schema that the reply should keep to, for providers that can see to it; the
            caller checks the reply all the same.
    """

    run_id: str
    model: str
    messages: tuple[Message, ...]
    cache: CachePlan = attrs.field(factory=CachePlan)
    timeout_ms: int = 120_000
    idle_timeout_ms: int = 60_000
    max_output_tokens: int = 4_096
    candidates: int = 1
    tools: tuple[ToolSpec, ...] = ()
    exchange: tuple[Mapping[str, object], ...] = ()
    tool_choice: Literal["auto", "none"] = "auto"
    options: Mapping[str, str] = attrs.field(factory=dict)
    reply_schema: Mapping[str, object] | None = None


@attrs.frozen(kw_only=True)
class TextDelta:
    """A piece of a reply while it is being written; ``index`` is the candidate, from 0."""

    text: str
    index: int = 0


STAND_IN = "offline"
"""The name of the model that writes nothing of its own."""

CUT_OFF = frozenset({"content_filter", "length", "max_tokens", "refusal", "safety"})
"""Finish reasons of a reply that is not whole."""


def finish_of(*reasons: str) -> str:
    """The finish reason of several replies together: that of one that is not whole, else the last."""
    return next((reason for reason in reasons if reason in CUT_OFF), reasons[-1])


@attrs.frozen(kw_only=True)
class Reply:
    """A finished reply.

    Attributes:
        texts: One text a candidate, at least one.
        usage: Tokens as the provider counted them.
        model: The name that the provider answered under.
        finish_reason: The provider's word (``"stop"``, ``"length"``, ``"tool_calls"``); with several
            candidates that of one that was cut off, if there is one.
        tool_calls: Tools that the model wants called before it goes on.
        thinking: What the model thought aloud before it answered; never part of ``texts``.
    """

    texts: tuple[str, ...]
    usage: Usage = attrs.field(factory=Usage)
    model: str = ""
    finish_reason: str = "stop"
    tool_calls: tuple[ToolCall, ...] = ()
    thinking: str = ""


@runtime_checkable
class Preparable(Protocol):
    """What a model may offer besides when its first call has to load something first.

    It is called in the background when a workspace with this model is opened, and before a run's first
    call; none of it is charged to a run's limit.
    """

    def prepare(self) -> None:
        """Load it. Blocks; may be called often and from any thread, and does nothing the second time."""
        ...


@runtime_checkable
class Model(Protocol):
    """Answers calls.

    ``answer`` yields any number of :class:`TextDelta`, then exactly one :class:`Reply`, whose texts
    are the joined deltas of each candidate.
    """

    def answer(self, call: ModelCall) -> AsyncIterator[TextDelta | Reply]:
        """Answer one call.

        Raises:
            ModelError: The provider failed; without its secrets.
            Timeout: It took longer than ``call.timeout_ms``.
        """
        ...
