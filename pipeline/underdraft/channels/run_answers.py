"""Runs and previews as they are answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import attrs

from underdraft.cache.replay import Replayed
from underdraft.memory.runs.store import StoredRun
from underdraft.types.copies import copied
from underdraft.types.json_marks import OMIT_NONE
from underdraft.types.layers import Layer
from underdraft.types.model_call import CachePlan, Usage
from underdraft.types.prompt import Excluded, Injected, Message, Trim
from underdraft.types.run import Preview, RunFailure, RunRecord, Status


@attrs.frozen(kw_only=True)
class Assembled:
    """What a run and its preview have in common."""

    run_id: Annotated[str, "The id that the run is (or would be) recorded under."]
    skill_id: str
    project_id: str | None
    model: str
    stable_prefix_hash: Annotated[str, "SHA-256 of layers 0-3."]
    prompt_hash: Annotated[str, "SHA-256 of all messages."]
    layer_hashes: Annotated[Mapping[Layer, str], "SHA-256 of each layer's content."]
    stable_prefix_unchanged: Annotated[bool | None, "Whether the last run had the same; null without one."]
    token_counter: Annotated[str, "`estimate`, or the tokenizer's name."]
    injected: Annotated[tuple[Injected, ...], "What stands in the prompt."]
    excluded: Annotated[tuple[Excluded, ...], "What was found and left out."]
    warnings: Annotated[tuple[str, ...], "Each begins with a stable code."]
    timings: Annotated[Mapping[str, float], "Milliseconds a stage."]


@attrs.frozen(kw_only=True)
class PreviewAnswer(Assembled):
    """A prompt as it would be sent."""

    messages: Annotated[tuple[Message, ...], "The messages as they would be sent."]
    stable_prefix: Annotated[str, "The stable prefix's text."]
    tokens: Annotated[int, "Tokens of all messages."]
    layer_tokens: Annotated[Mapping[Layer, int], "Tokens of each layer's content."]
    budget_tokens: Annotated[int, "The model's window less the output reserve."]
    capacity_percent: Annotated[float, "Share of the budget that the messages take, 0 to 100 and beyond."]
    trims: Annotated[tuple[Trim, ...], "Evidence of every cut."]
    cache_plan: Annotated[CachePlan, "How the provider is told what to cache."]

    @classmethod
    def of(cls, preview: Preview) -> PreviewAnswer:
        """The preview as it is answered."""
        return cls(
            run_id=preview.run_id,
            skill_id=preview.skill.id,
            project_id=preview.project_id,
            model=preview.model,
            stable_prefix_hash=preview.stable_prefix_hash,
            prompt_hash=preview.prompt_hash,
            layer_hashes=preview.prompt.layer_hashes,
            stable_prefix_unchanged=preview.stable_prefix_unchanged,
            token_counter=preview.token_counter,
            injected=preview.injected,
            excluded=preview.excluded,
            warnings=preview.warnings,
            timings=preview.timings,
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
class RunAnswer(Assembled):
    """A run that is over."""

    text: Annotated[str, "The first candidate; of a run that ended too early what was written until then."]
    candidates: Annotated[tuple[str, ...] | None, "All candidates, when there are several."] = OMIT_NONE
    usage: Annotated[Usage, "What it cost."]
    finish_reason: Annotated[str | None, "Why the model stopped, in the provider's word, if known."]
    status: Annotated[Status, "How it ended: done, failed, timed_out or canceled."]
    error: Annotated[RunFailure | None, "What ended it too early."] = OMIT_NONE
    session_id: str | None
    document_id: Annotated[str | None, "The application's name for the document, or null."]
    scene_type: Annotated[str | None, "As given or inferred."]
    created_at: Annotated[str, "When it began."]

    @classmethod
    def of(cls, run: RunRecord) -> RunAnswer:
        """The run as it is answered."""
        preview = run.preview
        return RunAnswer(
            run_id=preview.run_id,
            skill_id=preview.skill.id,
            project_id=preview.project_id,
            model=preview.model,
            stable_prefix_hash=preview.stable_prefix_hash,
            prompt_hash=preview.prompt_hash,
            layer_hashes=preview.prompt.layer_hashes,
            stable_prefix_unchanged=preview.stable_prefix_unchanged,
            token_counter=preview.token_counter,
            injected=preview.injected,
            excluded=preview.excluded,
            warnings=run.warnings,
            timings=run.timings,
            text=run.text,
            candidates=run.texts if len(run.texts) > 1 else None,
            usage=run.usage,
            finish_reason=run.finish_reason,
            status=run.status,
            error=run.error,
            session_id=run.session_id,
            document_id=run.document_id,
            scene_type=run.scene_type,
            created_at=run.created_at,
        )


@attrs.frozen(kw_only=True)
class RecordedRun(RunAnswer):
    """A run out of the store."""

    messages: Annotated[tuple[Message, ...], "What was sent; empty texts where they are not kept."]
    complete: Annotated[bool, "Whether every text is there; not in privacy mode, nor after a purge of one."]

    @classmethod
    def out_of(cls, stored: StoredRun) -> RecordedRun:
        """The stored run as it is answered."""
        run = stored.record
        return copied(cls, RunAnswer.of(run), messages=run.preview.messages, complete=stored.complete)


@attrs.frozen(kw_only=True)
class PromptHashes:
    """The two hashes that tell whether a prompt is the same."""

    stable_prefix_hash: str
    prompt_hash: str


@attrs.frozen(kw_only=True)
class ReplayAnswer:
    """A run's prompt, rendered a second time."""

    run_id: str
    same: Annotated[bool, "Whether text and hashes are those of the record, byte for byte."]
    differs: Annotated[tuple[str, ...], "Which parts came out otherwise."]
    stable_prefix_hash: Annotated[str, "As it was rendered now."]
    prompt_hash: Annotated[str, "As it was rendered now."]
    layer_hashes: Annotated[Mapping[Layer, str], "As they were rendered now."]
    recorded: Annotated[PromptHashes, "As the record has them."]
    messages: Annotated[tuple[Message, ...], "As they were rendered now."]

    @classmethod
    def of(cls, again: Replayed) -> ReplayAnswer:
        """The replay as it is answered."""
        was, now = again.recorded, again.prompt
        return cls(
            run_id=again.run_id,
            same=again.same,
            differs=again.differs,
            stable_prefix_hash=now.stable_prefix_hash,
            prompt_hash=now.prompt_hash,
            layer_hashes=now.layer_hashes,
            recorded=PromptHashes(stable_prefix_hash=was.stable_prefix_hash, prompt_hash=was.prompt_hash),
            messages=now.messages,
        )
