"""The model call as values: the prompt, the cache plan, the call, the reply and what comes after."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Literal, Protocol, runtime_checkable

import attrs

from underdraft.layers import Layer
from underdraft.learning import FeedbackEvent
from underdraft.models import Chunk, Excluded, Injected, Message, Skill, Trim, Usage

__all__ = [
    "CachePlan",
    "FeedbackEvent",
    "Model",
    "ModelCall",
    "Preview",
    "Prompt",
    "Reply",
    "RunFinished",
    "RunRecord",
    "RunStarted",
    "Section",
    "TextDelta",
    "ToolCall",
    "ToolSpec",
    "Turn",
]


@attrs.frozen(kw_only=True)
class Section:
    """One layer's chunks after arranging and budgeting, in prompt order."""

    layer: Layer
    chunks: tuple[Chunk, ...] = ()


@attrs.frozen(kw_only=True)
class Prompt:
    """A rendered prompt.

    ``stable_prefix + skill_block`` is the system message, ``dynamic`` the last user message; the
    texts carry every separator, so that sending them in blocks or joined gives the same bytes.

    Attributes:
        sections: The six layers that were rendered.
        stable_prefix: Layers 0-3.
        skill_block: The skill's instruction and output format.
        history: Earlier turns as they were sent.
        dynamic: Layers 4 and 5.
        stable_prefix_hash: Lower-case hex SHA-256 of the prefix's UTF-8 bytes.
        prompt_hash: The same over the canonical JSON of all messages.
        layer_hashes: One hash a layer over what the layer's chunks put into the prompt.
        template_hash: The hash of the three templates' sources.
    """

    sections: tuple[Section, ...]
    stable_prefix: str
    skill_block: str
    history: tuple[Message, ...]
    dynamic: str
    stable_prefix_hash: str
    prompt_hash: str
    layer_hashes: Mapping[Layer, str]
    template_hash: str

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages as they are sent: system, earlier turns, user."""
        system = Message(role="system", content=self.stable_prefix + self.skill_block)
        return (system, *self.history, Message(role="user", content=self.dynamic))


@attrs.frozen(kw_only=True)
class CachePlan:
    """How a provider is told what to cache.

    Attributes:
        provider: The family of rules that was found for the model, or ``"unknown"``.
        breakpoints: Offsets into the system message (code points) after which a cache breakpoint
            stands, ascending; empty for providers that take none.
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
        max_output_tokens: The output reserve of the budget.
        candidates: How many alternative replies are wanted.
        tools: Tools the model may call, in a fixed order.
        exchange: What was said in earlier tool rounds of this run, as OpenAI-style messages; they
            stand after ``messages``.
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


@attrs.frozen(kw_only=True)
class Reply:
    """A finished reply.

    Attributes:
        texts: One text a candidate, at least one.
        usage: Tokens as the provider counted them.
        model: The name that the provider answered under.
        finish_reason: The provider's word (``"stop"``, ``"length"``, ``"tool_calls"``).
        tool_calls: Tools that the model wants called before it goes on.
    """

    texts: tuple[str, ...]
    usage: Usage = attrs.field(factory=Usage)
    model: str = ""
    finish_reason: str = "stop"
    tool_calls: tuple[ToolCall, ...] = ()


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


@attrs.frozen(kw_only=True)
class Preview:
    """A prompt as it would be sent, with everything known before the model is called.

    Attributes:
        run_id: The id of the run that this assembly would be (or is) recorded under.
        skill: The skill.
        project_id: The resolved project, or ``None``.
        model: The model's name.
        prompt: The rendered prompt.
        cache: The cache plan.
        injected: What stands in the prompt.
        excluded: What was left out.
        trims: Evidence of every cut.
        warnings: Each begins with a stable code; sorted, without repetitions.
        layer_tokens: Tokens of each layer's content.
        tokens: Tokens of all messages.
        budget_tokens: The model's window less the output reserve.
        token_counter: ``"estimate"`` or the tokenizer's name.
        stable_prefix_unchanged: Whether the last recorded run of the same project and model had the
            same stable prefix; ``None`` when there is none.
        timings: Milliseconds a stage.
    """

    run_id: str
    skill: Skill
    project_id: str | None
    model: str
    prompt: Prompt
    cache: CachePlan
    injected: tuple[Injected, ...]
    excluded: tuple[Excluded, ...]
    trims: tuple[Trim, ...]
    warnings: tuple[str, ...]
    layer_tokens: Mapping[Layer, int]
    tokens: int
    budget_tokens: int
    token_counter: str
    stable_prefix_unchanged: bool | None = None
    timings: Mapping[str, float] = attrs.field(factory=dict)

    @property
    def stable_prefix_hash(self) -> str:
        """Hash of the stable prefix."""
        return self.prompt.stable_prefix_hash

    @property
    def prompt_hash(self) -> str:
        """Hash of all messages."""
        return self.prompt.prompt_hash

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages as they would be sent."""
        return self.prompt.messages

    @property
    def stable_prefix(self) -> str:
        """The stable prefix's text."""
        return self.prompt.stable_prefix

    @property
    def capacity_percent(self) -> float:
        """Share of the budget that the messages take, 0 to 100 and beyond."""
        return round(100 * self.tokens / self.budget_tokens, 2)


@attrs.frozen(kw_only=True)
class RunRecord:
    """One finished run, as it is stored and given back.

    Attributes:
        id: The run's id.
        preview: Everything known before the call.
        texts: One text a candidate.
        usage: Tokens as the provider counted them.
        created_at: When the run began.
        session_id: The session it belongs to, or ``None``.
        document_id: The application's name for the document, or ``None``.
        scene_type: As given or inferred.
        timings: Milliseconds a stage, ``model`` and ``record`` included.
        warnings: Those of the preview and what came after.
    """

    id: str
    preview: Preview
    texts: tuple[str, ...]
    usage: Usage
    created_at: str
    session_id: str | None = None
    document_id: str | None = None
    scene_type: str | None = None
    timings: Mapping[str, float] = attrs.field(factory=dict)
    warnings: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The first candidate."""
        return self.texts[0]

    @property
    def skill_id(self) -> str:
        """The skill's name."""
        return self.preview.skill.id

    @property
    def project_id(self) -> str | None:
        """The project, or ``None``."""
        return self.preview.project_id

    @property
    def stable_prefix_hash(self) -> str:
        """Hash of the stable prefix."""
        return self.preview.stable_prefix_hash

    @property
    def prompt_hash(self) -> str:
        """Hash of all messages."""
        return self.preview.prompt_hash

    @property
    def stable_prefix_unchanged(self) -> bool | None:
        """See :attr:`Preview.stable_prefix_unchanged`."""
        return self.preview.stable_prefix_unchanged

    @property
    def injected(self) -> tuple[Injected, ...]:
        """What stood in the prompt."""
        return self.preview.injected

    @property
    def excluded(self) -> tuple[Excluded, ...]:
        """What was left out."""
        return self.preview.excluded


@attrs.frozen(kw_only=True)
class RunStarted:
    """The first event of a stream; the id is what ``cancel`` takes."""

    run_id: str


@attrs.frozen(kw_only=True)
class RunFinished:
    """The last event of a stream."""

    run: RunRecord


@attrs.frozen(kw_only=True)
class Turn:
    """One exchange of a session, for background extraction.

    Attributes:
        session_id: The session.
        project_id: The project, or ``None``.
        user: What the writer wrote, without what was recalled for it.
        assistant: The reply.
        injected_texts: Text that stood in the prompt from memory and rules: never to be learned anew.
        at: When the reply was finished.
    """

    session_id: str
    project_id: str | None
    user: str
    assistant: str
    injected_texts: tuple[str, ...] = ()
    at: str = ""
