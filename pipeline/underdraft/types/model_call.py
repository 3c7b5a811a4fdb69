"""The model call as values: the cache plan, the call, the reply; and the protocols of who answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol, runtime_checkable

import attrs

from underdraft.text.clean import storable
from underdraft.types.prompt import Message
from underdraft.types.values import frozen


@frozen(kw_only=True)
class Usage:
    """Tokens as the provider counted them."""

    prompt_tokens: Annotated[int, "All input tokens, cached ones included."] = 0
    completion_tokens: Annotated[int, "Output tokens."] = 0
    cached_tokens: Annotated[int, "Input tokens that the provider read from its cache."] = 0
    cache_write_tokens: Annotated[int, "Input tokens that it wrote into its cache, if it reports them."] = 0

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

    One that tells queries from passages has a second method, ``embed_queries``, of the same form. One that answers in a few
    milliseconds out of this process has an attribute ``at_once`` that is true: it is called by the thread that waits for it.
    """

    name: Annotated[str, "Name and version: vectors of different names are never compared."]
    dimensions: Annotated[int, "Length of a vector."]

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector of ``dimensions`` floats for each text, in order; called off the event loop."""
        ...


@frozen(kw_only=True)
class CachePlan:
    """The parts of a prompt that a provider is asked to cache."""

    provider: Annotated[str, 'The family of rules that was found for the model, or `"unknown"`.'] = "unknown"
    breakpoints: Annotated[
        tuple[int, ...], "Code points of the system message after which one is, ascending."
    ] = ()
    ttl: Annotated[str | None, 'The provider\'s word for how long (`"5m"`, `"1h"`), or `None`.'] = None
    cache_key: Annotated[str | None, "A stable routing key, or `None` for providers that take none."] = None
    min_tokens: Annotated[int, "Fewest tokens of a prefix that is cached; 0 when it does not say."] = 0
    cacheable: Annotated[bool, "Whether the stable prefix and the skill block reach `min_tokens`."] = False
    marker: Annotated[
        Literal["cache_control", "prompt_cache_breakpoint"] | None,
        "The provider's key for a breakpoint on a content block; only with `breakpoints`.",
    ] = None
    last_turn: Annotated[bool, "Whether a further breakpoint stands after the last earlier turn."] = False
    last_message: Annotated[bool, "Whether one more stands at the end of the new message."] = False

    def marked(self, content: object) -> Sequence[Mapping[str, object]]:
        """A message's content as parts, the last one with the provider's mark; none of an empty content."""
        parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
        lasting = {"ttl": self.ttl} if self.ttl else {}
        mark = {"type": "ephemeral", **lasting} if self.marker == "cache_control" else {"mode": "explicit"}
        return [*parts[:-1], {**parts[-1], str(self.marker): mark}] if content else []


TOOL_CHOICES: tuple[Literal["auto", "none", "required"], ...] = ("auto", "none", "required")


class NamedTool(str):
    """The name of the one tool that the model must call."""

    __slots__ = ()


ToolChoice = Literal["auto", "none", "required"] | NamedTool
"""``"none"`` keeps the tools' descriptions, and with them the cached bytes, but the model may not call them."""


@frozen(kw_only=True)
class ToolSpec:
    """A tool that the model may call."""

    name: str
    description: Annotated[str, "What it does, for the model; the same bytes in every run."]
    parameters: Annotated[Mapping[str, object], "A JSON schema of the arguments."]
    run: Annotated[
        Callable[[Mapping[str, object]], Awaitable[str]] | None, "None leaves it to the application."
    ]


@frozen(kw_only=True)
class ToolCall:
    """One call of a tool that the model asked for; ``arguments`` is its JSON text."""

    id: str
    name: str
    arguments: str


MemoryUse = Literal["on", "read", "off"]
"""Uses of the writer's memory that a service's token allows."""

ASKS_NOTHING: Mapping[str, tuple[str, ...]] = {
    "frequency_penalty": ("0", "0.0"),
    "parallel_tool_calls": ("true",),
    "presence_penalty": ("0", "0.0"),
    "top_p": ("1", "1.0"),
}
"""Values of options that change nothing in a reply; many clients send all of them always."""


@frozen(kw_only=True)
class ModelInput:
    """Tools, their results and options that an application gives the model besides a run's prompt."""

    tools: Annotated[tuple[ToolSpec, ...], "They take the place of the workspace's own."] = ()
    tool_choice: ToolChoice = "auto"
    exchange: Annotated[
        tuple[Mapping[str, object], ...],
        "What was said after the writer's message, as OpenAI-style messages: calls of tools, their results.",
    ] = ()
    instructions: Annotated[
        str, "The application's own, binding for this call, under the writer's rules."
    ] = ""
    instructions_last: Annotated[bool, "Whether they stand after the earlier turns."] = False
    reply_schema: Annotated[Mapping[str, object] | None, "A JSON schema that the reply is to keep to."] = None
    reply_json: Annotated[bool, "Whether the reply is to be some JSON object."] = False
    transcript: Annotated[
        tuple[Message, ...] | None, "Earlier turns; they take the place of the session's window."
    ] = None
    memory: Annotated[
        MemoryUse, 'Whether the writer\'s memory is read and learned from (`"on"`), only read, or neither.'
    ] = "on"
    apart: Annotated[bool, "Whether nothing of the run may enter another prompt, until it is adopted."] = (
        False
    )
    attached: Annotated[
        str, "Images of the writer's message; see :attr:`underdraft.types.prompt.Message.extra`."
    ] = ""
    images: Annotated[
        Mapping[str, str], "Address or data of each image, by the name that messages have for it."
    ] = attrs.field(factory=dict)
    options: Annotated[Mapping[str, str], "Settings for the provider; they win over the workspace's."] = (
        attrs.field(factory=dict)
    )
    max_output_tokens: Annotated[int | None, "At most the output reserve; `None` is all of it."] = None

    @property
    def demanded(self) -> tuple[str, ...]:
        """Names in OpenAI's interface of what must reach the model: it is refused where the model does not take it."""
        options = (key for key, value in self.options.items() if value not in ASKS_NOTHING.get(key, ()))
        more = {
            "image_url": self.images,
            "response_format": self.reply_json or self.reply_schema is not None,
            "tool_choice": self.tool_choice != "auto",
            "tools": self.tools,
        }
        return (*options, *(name for name, given in more.items() if given))

    def of_call(self, reserve_tokens: int) -> dict[str, Any]:
        """Return the fields that a :class:`ModelCall` takes as they are, within the output reserve."""
        names = ("exchange", "images", "reply_json", "reply_schema", "tool_choice")
        most = min(reserve_tokens, self.max_output_tokens or reserve_tokens)
        return {name: getattr(self, name) for name in names} | {"max_output_tokens": most}


NOTHING = ModelInput()
"""The input of a run that an application gives nothing besides its request."""


@frozen(kw_only=True)
class ModelCall:
    """Everything a model needs to answer once."""

    run_id: str
    model: Annotated[str, 'The full model name, e.g. `"offline"`, `"gpt-4.1"`, `"ollama_chat/qwen3"`.']
    messages: Annotated[tuple[Message, ...], "As in :attr:`Prompt.messages`."]
    cache: Annotated[CachePlan, "What to tell the provider about caching."] = attrs.field(factory=CachePlan)
    timeout_ms: Annotated[int, "Limit for this call."] = 120_000
    idle_timeout_ms: Annotated[int, "Longest silence once text streams."] = 60_000
    max_output_tokens: Annotated[int, "The output reserve of the budget."] = 4_096
    candidates: Annotated[int, "How many replies are wanted; for missing ones it is called again."] = 1
    tools: Annotated[tuple[ToolSpec, ...], "Tools the model may call, in a fixed order."] = ()
    exchange: Annotated[
        tuple[Mapping[str, object], ...],
        "Earlier tool rounds, as OpenAI-style messages; they follow `messages`.",
    ] = ()
    images: Annotated[Mapping[str, str], "As in :attr:`ModelInput.images`."] = attrs.field(factory=dict)
    tool_choice: ToolChoice = "auto"
    window_tokens: Annotated[int, "The model's context window; 0 where nobody says."] = 0
    options: Annotated[
        Mapping[str, str], "The user's settings for the provider; one that it does not know is refused."
    ] = attrs.field(factory=dict)
    reply_schema: Annotated[
        Mapping[str, object] | None, "For providers that can see to it; the caller checks all the same."
    ] = None
    reply_json: Annotated[bool, "The same without a schema: the reply is to be some JSON object."] = False


@frozen(kw_only=True)
class TextDelta:
    """A piece of a reply while it is being written; ``index`` is the candidate, from 0."""

    text: str
    index: int = 0


STAND_IN = "offline"
"""The name of the model that writes nothing of its own."""

OWN_CALL = "external"
"""The name of a model that the application called itself and did not name."""

REFUSED = frozenset({"content_filter", "refusal", "safety"})
"""Finish reasons of a reply that the model or its provider did not want to give."""

CUT_OFF = REFUSED | {"length", "max_tokens"}
"""Finish reasons of a reply that is not whole."""


def finish_of(*reasons: str) -> str:
    """The finish reason of several replies together: that of one that is not whole, else the last."""
    return next((reason for reason in reasons if reason in CUT_OFF), reasons[-1])


@frozen(kw_only=True)
class Reply:
    """A finished reply."""

    texts: Annotated[tuple[str, ...], "One text a candidate, at least one."]
    usage: Annotated[Usage, "Tokens as the provider counted them."] = attrs.field(factory=Usage)
    model: Annotated[str, "The name that the provider answered under."] = ""
    finish_reason: Annotated[str, "The provider's word; of several that of one that was cut off."] = "stop"
    tool_calls: Annotated[tuple[ToolCall, ...], "Tools that the model wants called before it goes on."] = ()
    thinking: Annotated[str, "What the model thought aloud before it answered; never part of `texts`."] = ""


def storable_reply(reply: Reply) -> Reply:
    """The reply with texts that every store takes; what is no text is left as it is."""
    calls = tuple(_storable(call) for call in reply.tool_calls)
    made: Reply = attrs.evolve(_storable(reply), texts=tuple(map(storable, reply.texts)), tool_calls=calls)
    return made


def _storable(value: Any) -> Any:
    words = {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}
    changed = {name: storable(word) for name, word in words.items() if isinstance(word, str)}
    return attrs.evolve(value, **changed)


@runtime_checkable
class Preparable(Protocol):
    """A model that has something to load before its first call.

    It is called in the background when a workspace with this model is opened, and before a run's first
    call; none of it is charged to a run's limit.
    """

    def prepare(self) -> None:
        """Load it. Blocks; may be called often and from any thread, and does nothing the second time."""
        ...


@runtime_checkable
class KnowsSettings(Protocol):
    """A model that knows what its providers would drop or ignore."""

    def refused(self, model: str, settings: Sequence[str]) -> Sequence[str]:
        """Return the settings, named as in OpenAI's interface, that ``model`` does not take. May block."""
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
