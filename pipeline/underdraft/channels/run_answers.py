"""Runs and previews as they are answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import attrs

from underdraft.run.prompt_diff import LayerChange, TextChange
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.layers import Layer
from underdraft.types.model_call import CachePlan
from underdraft.types.prompt import Excluded, Injected, Message, Trim
from underdraft.types.run import RunFailure, Status

if TYPE_CHECKING:
    from underdraft.memory.runs.store import StoredRun
    from underdraft.run.prompt_diff import Difference
    from underdraft.run.replay import Replayed
    from underdraft.types.run import Preview, RunRecord


@attrs.frozen(kw_only=True)
class Assembled:
    """What a run and its preview have in common.

    Attributes:
        run_id: The id that the run is (or would be) recorded under.
        skill_id: The skill.
        project_id: The project, or null.
        model: The model's name.
        stable_prefix_hash: SHA-256 of layers 0-3.
        prompt_hash: SHA-256 of all messages.
        layer_hashes: SHA-256 of each layer's content.
        stable_prefix_unchanged: Whether the last run of this project and model had the same stable
            prefix; null when there is none.
        token_counter: ``estimate``, or the tokenizer's name.
        injected: What stands in the prompt.
        excluded: What was found and left out.
        warnings: Each begins with a stable code.
        timings: Milliseconds a stage.
    """

    run_id: str
    skill_id: str
    project_id: str | None
    model: str
    stable_prefix_hash: str
    prompt_hash: str
    layer_hashes: Mapping[Layer, str]
    stable_prefix_unchanged: bool | None
    token_counter: str
    injected: tuple[Injected, ...]
    excluded: tuple[Excluded, ...]
    warnings: tuple[str, ...]
    timings: Mapping[str, float]


@attrs.frozen(kw_only=True)
class PreviewAnswer(Assembled):
    """A prompt as it would be sent.

    Attributes:
        messages: The messages.
        stable_prefix: The text of layers 0-3.
        tokens: Tokens of all messages.
        layer_tokens: Tokens of each layer's content.
        budget_tokens: The model's window less the reserve for the reply.
        capacity_percent: Share of the budget that the messages take.
        trims: Evidence of every cut.
        cache_plan: How the provider is told what to cache.
    """

    messages: tuple[Message, ...]
    stable_prefix: str
    tokens: int
    layer_tokens: Mapping[Layer, int]
    budget_tokens: int
    capacity_percent: float
    trims: tuple[Trim, ...]
    cache_plan: CachePlan

    @classmethod
    def of(cls, preview: Preview) -> PreviewAnswer:
        """The preview as it is answered."""
        return cls(
            **_assembled(preview),
            messages=preview.messages,
            stable_prefix=preview.stable_prefix,
            tokens=preview.tokens,
            layer_tokens=preview.layer_tokens,
            budget_tokens=preview.budget_tokens,
            capacity_percent=preview.capacity_percent,
            trims=preview.trims,
            cache_plan=preview.cache,
        )


@attrs.frozen(kw_only=True)
class TokensUsed:
    """Tokens as the provider counted them; those read from its cache are among the prompt's."""

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int


@attrs.frozen(kw_only=True)
class RunAnswer(Assembled):
    """A run that is over.

    Attributes:
        text: The first candidate; of a run that ended too early what was written until then.
        candidates: All candidates, when there are several.
        usage: What it cost.
        finish_reason: Why the model stopped, in the provider's word; null where that is not known.
        status: How it ended: done, failed, timed_out or canceled.
        error: What ended it too early.
        session_id: The session that it belongs to, or null.
        document_id: The application's name for the document, or null.
        scene_type: As given or inferred.
        created_at: When it began.
    """

    text: str
    candidates: tuple[str, ...] | None = attrs.field(default=None, metadata=OMIT_NONE)
    usage: TokensUsed
    finish_reason: str | None
    status: Status
    error: RunFailure | None = attrs.field(default=None, metadata=OMIT_NONE)
    session_id: str | None
    document_id: str | None
    scene_type: str | None
    created_at: str

    @classmethod
    def of(cls, run: RunRecord, **more: Any) -> Self:
        """The run as it is answered; ``more`` are the fields of a subclass."""
        common = {**_assembled(run.preview), "warnings": run.warnings, "timings": _rounded(run.timings)}
        return cls(
            **common,
            text=run.text,
            candidates=run.texts if len(run.texts) > 1 else None,
            usage=TokensUsed(
                prompt_tokens=run.usage.prompt_tokens,
                completion_tokens=run.usage.completion_tokens,
                cached_tokens=run.usage.cached_tokens,
            ),
            finish_reason=run.finish_reason,
            status=run.status,
            error=run.error,
            session_id=run.session_id,
            document_id=run.document_id,
            scene_type=run.scene_type,
            created_at=run.created_at,
            **more,
        )


@attrs.frozen(kw_only=True)
class RecordedRun(RunAnswer):
    """A run out of the store.

    Attributes:
        messages: What was sent; empty texts where they are not kept.
        complete: Whether every text is there; not in privacy mode, nor after a purge of one.
    """

    messages: tuple[Message, ...]
    complete: bool

    @classmethod
    def of_stored(cls, stored: StoredRun) -> RecordedRun:
        """The stored run as it is answered."""
        record = stored.record
        return cls.of(record, messages=record.preview.messages, complete=stored.complete)


@attrs.frozen(kw_only=True)
class PromptHashes:
    """The two hashes that tell whether a prompt is the same."""

    stable_prefix_hash: str
    prompt_hash: str


@attrs.frozen(kw_only=True)
class RunDifference:
    """What changed from another run's prompt to this one's.

    Attributes:
        other_id: The other run.
        same: All messages are the same.
        stable_prefix_same: Layers 0-3 have the same bytes.
        layers: The layers that changed, in prompt order.
        texts: Changed templates, skill block and history.
        first: Where the first difference lies, in words; null when there is none.
        shared_code_points: Length of the leading text that both share.
        code_points: Length of this prompt's text.
    """

    other_id: str
    same: bool
    stable_prefix_same: bool
    layers: tuple[LayerChange, ...]
    texts: tuple[TextChange, ...]
    first: str | None
    shared_code_points: int
    code_points: int


@attrs.frozen(kw_only=True)
class ReplayAnswer:
    """A run's prompt, rendered a second time.

    Attributes:
        run_id: The run.
        same: Whether text and hashes are those of the record, byte for byte.
        differs: Which parts came out otherwise.
        stable_prefix_hash: As it was rendered now.
        prompt_hash: As it was rendered now.
        layer_hashes: As they were rendered now.
        recorded: As the record has them.
        messages: As they were rendered now.
        diff: What changed from the other run to this one.
    """

    run_id: str
    same: bool
    differs: tuple[str, ...]
    stable_prefix_hash: str
    prompt_hash: str
    layer_hashes: Mapping[Layer, str]
    recorded: PromptHashes
    messages: tuple[Message, ...]
    diff: RunDifference | None = attrs.field(default=None, metadata=OMIT_NONE)

    @classmethod
    def of(cls, again: Replayed, diff: RunDifference | None) -> ReplayAnswer:
        """The replay as it is answered."""
        return cls(
            run_id=again.run_id,
            same=again.same,
            differs=again.differs,
            stable_prefix_hash=again.prompt.stable_prefix_hash,
            prompt_hash=again.prompt.prompt_hash,
            layer_hashes=again.prompt.layer_hashes,
            recorded=PromptHashes(
                stable_prefix_hash=again.recorded.stable_prefix_hash, prompt_hash=again.recorded.prompt_hash
            ),
            messages=again.prompt.messages,
            diff=diff,
        )


def difference_from(other_id: str, difference: Difference) -> RunDifference:
    """The difference as it is answered."""
    return RunDifference(other_id=other_id, **attrs.asdict(difference, recurse=False))


def _assembled(preview: Preview) -> dict[str, Any]:
    """The fields of :class:`Assembled`."""
    return {
        "run_id": preview.run_id,
        "skill_id": preview.skill.id,
        "project_id": preview.project_id,
        "model": preview.model,
        "stable_prefix_hash": preview.stable_prefix_hash,
        "prompt_hash": preview.prompt_hash,
        "layer_hashes": preview.prompt.layer_hashes,
        "stable_prefix_unchanged": preview.stable_prefix_unchanged,
        "token_counter": preview.token_counter,
        "injected": preview.injected,
        "excluded": preview.excluded,
        "warnings": preview.warnings,
        "timings": _rounded(preview.timings),
    }


def _rounded(timings: Mapping[str, float]) -> dict[str, float]:
    return {name: round(ms, 3) for name, ms in timings.items()}
