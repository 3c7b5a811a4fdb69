"""A run as values: assembled, answered, recorded."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Annotated, Any, ClassVar, Literal

import attrs

from underdraft.errors import UnderdraftError
from underdraft.types.json_marks import HIDE, OMIT_NONE, OfPart, shown, shown_if_any
from underdraft.types.layers import Layer
from underdraft.types.model_call import CUT_OFF, STAND_IN, CachePlan, TextDelta, ToolCall, Usage
from underdraft.types.prefix import Pin, PrefixReceipt
from underdraft.types.prompt import Excluded, Injected, Message, Prompt, PromptLine, ShowsHashes, Trim
from underdraft.types.run_inputs import RunInputs
from underdraft.types.skill import Skill
from underdraft.types.values import frozen


@frozen(kw_only=True)
class Assembly:
    """The sources of a preview, as far as its record needs them."""

    inputs: Annotated[RunInputs, "What fetchers were told, without the document."]
    templates: Annotated[Mapping[str, str], "Name and source of the templates."]


WithLines = Annotated[tuple[PromptLine, ...] | None, "The parts of the messages, if they were asked for."]


@frozen(kw_only=True)
class Preview(ShowsHashes):
    """A prompt as it would be sent, with everything known before the model is called."""

    run_id: Annotated[str, "The id of the run that this assembly would be (or is) recorded under."]
    skill: Skill = attrs.field(metadata=HIDE)
    project_id: str | None
    model: str
    prompt: Prompt = attrs.field(metadata=HIDE)
    cache: CachePlan = attrs.field(metadata=HIDE)
    injected: Annotated[tuple[Injected, ...], "What stands in the prompt."]
    excluded: Annotated[tuple[Excluded, ...], "What was found and left out."]
    trims: Annotated[tuple[Trim, ...], "Evidence of every cut."]
    warnings: Annotated[tuple[str, ...], "Each begins with a stable code; sorted, without repetitions."]
    layer_tokens: Annotated[Mapping[Layer, int], "Tokens of each layer's content."]
    tokens: Annotated[int, "Tokens of all messages."]
    budget_tokens: Annotated[int, "The model's window less the output reserve."]
    token_counter: Annotated[str, '`"estimate"` or the tokenizer\'s name.']
    stable_prefix_unchanged: Annotated[
        bool | None, "Since the last run of project and model; `None`: it has none."
    ] = None
    prefix: Annotated[
        PrefixReceipt | None, "What was added to layer 2 while its cache was warm; missing: nothing was."
    ] = OMIT_NONE
    pin: Annotated[Pin | None, "Layer 2 by hashes, for the next run."] = attrs.field(
        default=None, eq=False, repr=False, metadata=HIDE
    )
    lines: WithLines = OMIT_NONE
    timings: Annotated[Mapping[str, float], "Milliseconds a stage."] = attrs.field(factory=dict)
    caps: Annotated[Mapping[Layer, int], "The layers' caps in tokens; empty in older records."] = attrs.field(
        factory=dict, metadata=HIDE
    )
    packages: Annotated[
        Mapping[str, str],
        "Who could fill the layers: a plugin's name to its package and version, `underdraft` for all built-in "
        "ones; empty in older records.",
    ] = attrs.field(factory=dict, metadata=HIDE)
    assembly: Annotated[Assembly | None, "What `Workspace.record` needs besides."] = attrs.field(
        default=None, eq=False, repr=False, metadata=HIDE
    )

    skill_id: ClassVar[OfPart[str]] = OfPart("skill.id", "The skill's name.")
    messages: ClassVar[OfPart[tuple[Message, ...]]] = OfPart(
        "prompt.messages", "The messages as they would be sent."
    )
    stable_prefix: ClassVar[OfPart[str]] = OfPart("prompt.stable_prefix", "The stable prefix's text.")
    cache_plan: ClassVar[OfPart[CachePlan]] = OfPart(
        "cache", "The parts that the provider is asked to cache."
    )

    def messages_json(self) -> list[dict[str, Any]]:
        """The messages as plain objects with ``role`` and ``content``, as clients of providers take them."""
        return [message.plain() for message in self.messages]

    @property
    @shown
    def capacity_percent(self) -> float:
        """Share of the budget that the messages take, 0 to 100 and beyond."""
        return round(100 * self.tokens / self.budget_tokens, 2)


Status = Literal["done", "failed", "timed_out", "canceled"]
"""How a run ended."""

NoLesson = Literal["failed", "stand_in", "truncated"]
"""Why nothing is learned from a reply."""


def no_lesson(model: str, finish_reason: str | None, status: str) -> NoLesson | None:
    """Say why nothing is learned from a reply, or ``None``: it is not whole, or no model wrote it."""
    if status != "done":
        return "failed"
    if model == STAND_IN:
        return "stand_in"
    return "truncated" if finish_reason in CUT_OFF else None


@frozen(kw_only=True)
class RunFailure:
    """The error that ended a run too early: its stable code and its message."""

    code: str
    message: str


@frozen(kw_only=True)
class RunRecord(ShowsHashes):
    """One run that is over, as it is stored and given back."""

    id: str = attrs.field(metadata=HIDE)
    preview: Annotated[Preview, "Everything known before the call."] = attrs.field(metadata=HIDE)
    texts: Annotated[tuple[str, ...], "One a candidate; of a run that ended too early what was written."] = (
        attrs.field(metadata=HIDE)
    )
    usage: Annotated[Usage, "Tokens as the provider counted them."]
    created_at: Annotated[str, "When the run began."]
    session_id: str | None = None
    document_id: Annotated[str | None, "The application's name for the document, or `None`."] = None
    scene_type: Annotated[str | None, "As given or inferred."] = None
    timings: Annotated[Mapping[str, float], "Milliseconds a stage, `model` and `record` too."] = attrs.field(
        factory=dict
    )
    warnings: Annotated[tuple[str, ...], "Those of the preview and what came after."] = ()
    finish_reason: Annotated[
        str | None,
        "The provider's word for why it stopped, where it is known; `other` of a reply that broke off.",
    ] = None
    status: Annotated[Status, "How the run ended."] = "done"
    error: Annotated[RunFailure | None, "What ended it too early, or `None`."] = OMIT_NONE
    tool_calls: Annotated[
        tuple[ToolCall, ...], "What the application is to do before the run goes on; it is not recorded yet."
    ] = attrs.field(default=(), metadata=HIDE)

    run_id: ClassVar[OfPart[str]] = OfPart("id", "The id that the run is recorded under.")
    skill_id: ClassVar[OfPart[str]] = OfPart("preview.skill.id", "The skill's name.")
    project_id: ClassVar[OfPart[str | None]] = OfPart("preview.project_id", "The project, or `None`.")
    model: ClassVar[OfPart[str]] = OfPart("preview.model", "The full name of the model that answered.")

    @property
    def no_lesson(self) -> NoLesson | None:
        """Why nothing is learned from the reply; see :func:`no_lesson`."""
        return no_lesson(self.preview.model, self.finish_reason, self.status)

    @property
    def prompt(self) -> Prompt:
        """The prompt that was sent."""
        return self.preview.prompt

    @property
    @shown
    def text(self) -> str:
        """The first candidate; of a run that ended too early what was written until then."""
        return self.texts[0]

    @property
    @shown_if_any
    def candidates(self) -> tuple[str, ...] | None:
        """All candidates, when there are several."""
        return self.texts if len(self.texts) > 1 else None

    stable_prefix_unchanged: ClassVar[OfPart[bool | None]] = OfPart(
        "preview.stable_prefix_unchanged",
        "Whether the last run had the same stable prefix; `None` without one.",
    )
    token_counter: ClassVar[OfPart[str]] = OfPart(
        "preview.token_counter", "`estimate`, or the tokenizer's name."
    )
    injected: ClassVar[OfPart[tuple[Injected, ...]]] = OfPart(
        "preview.injected", "Everything that stands in the prompt."
    )
    excluded: ClassVar[OfPart[tuple[Excluded, ...]]] = OfPart(
        "preview.excluded", "Everything that was found and left out."
    )


@frozen(kw_only=True)
class RunStarted:
    """The first event of a stream; the id is what ``cancel`` takes."""

    run_id: str


@frozen(kw_only=True)
class RunFinished:
    """The last event of a stream."""

    run: RunRecord


Event = RunStarted | TextDelta | RunFinished
"""An item of :meth:`underdraft.Workspace.stream`: one start, any number of deltas, one end."""


async def finished(
    events: AsyncGenerator[Event, None], hear: Callable[[Event], None] = lambda _: None
) -> RunRecord:
    """The run that a stream ends with; each event is told before. The stream is closed."""
    async with aclosing(events):
        async for event in events:
            hear(event)
            if isinstance(event, RunFinished):
                return event.run
    raise UnderdraftError("the run ended without a result")


@frozen(kw_only=True)
class Turn:
    """One exchange of a session, for background extraction."""

    session_id: str
    project_id: str | None
    user: Annotated[str, "What the writer wrote, without what was recalled for it."]
    assistant: Annotated[str, "The reply; empty where nothing is learned from it."]
    injected_texts: Annotated[tuple[str, ...], "From memory and rules: not to be learned anew."] = ()
    at: Annotated[str, "When the reply was finished."] = ""
    before: Annotated[
        str, "The reply that the writer had before them: context, and what they may agree to."
    ] = ""
