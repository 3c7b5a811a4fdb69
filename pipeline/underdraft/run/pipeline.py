"""The stages of a run, in order. Read this first.

::

    request ─► prepare ─► fetch ─► deduplicate ─► pin the prefix ─► budget ─► render ─► cache plan ─► model call ─► record

Each stage is a module; what it gives is a frozen value that the next one takes. Nothing reaches back.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence

import attrs

from underdraft.cache.plan import plan
from underdraft.cache.prefix_lint import lint_prefix
from underdraft.errors import CAPACITY_FORCE_TRIM, REPLY_EMPTY, REPLY_TRUNCATED, ContextOverflow
from underdraft.prompt.render import render
from underdraft.run.budget import Budgeted, Rendered, count_messages, fit, layer_tokens
from underdraft.run.deduplicate import deduplicate
from underdraft.run.fetch import fetch_all
from underdraft.run.pin_prefix import pin_prefix, pinned_chunks
from underdraft.run.prefix_plan import plan_prefix, skill_family
from underdraft.run.prepare import RunSettings
from underdraft.run.record import injected_by, packages_of, trimmed_away
from underdraft.run.trim import Count
from underdraft.text.clean import is_blank
from underdraft.types.layers import Layer
from underdraft.types.model_call import CUT_OFF, Reply
from underdraft.types.prefix import LastPrefixes, Pin
from underdraft.types.prompt import Message, Section
from underdraft.types.run import Preview, RunFailure, RunRecord, Status
from underdraft.types.run_inputs import RunInputs


async def assemble(inputs: RunInputs, settings: RunSettings, before: LastPrefixes) -> Preview:
    """Everything before the model call; the same value for a preview and for a run.

    ``before`` are the prefixes that the provider may have cached.

    Raises:
        LayerFailed: A required fetcher failed.
        ContextOverflow: The prompt does not fit.
        InvalidArgument: A template is broken.
    """
    prefix_plan = plan_prefix(inputs, settings, before)
    if prefix_plan.pinned_ids:
        inputs = attrs.evolve(inputs, pinned_ids=prefix_plan.pinned_ids)
    watch = Stopwatch()
    count = settings.counter.count
    fetched = await fetch_all(
        settings.fetchers,
        inputs,
        off_loop=settings.off_loop,
        quarantine=settings.quarantine,
    )
    watch.lap("fetch")
    layered = deduplicate(fetched.chunks, inputs.request.leave_out)
    watch.lap("deduplicate")
    history = fetched.history if inputs.transcript is None else inputs.transcript
    pinned = pin_prefix(inputs, settings, prefix_plan, layered.sections, history)
    watch.lap("pin_prefix")
    budgeted, left_out = fit_with_history(inputs, settings, pinned.sections, pinned.history, count)
    watch.lap("budget")
    prompt, last = budgeted.prompt, before.hash
    cache = plan(
        settings.model,
        prefix_length=len(prompt.stable_prefix),
        system_length=len(prompt.stable_prefix) + len(prompt.skill_block),
        system_tokens=count(prompt.stable_prefix) + count(prompt.skill_block),
        project_id=inputs.project_id,
        prefix_hash=prompt.stable_prefix_hash,
        ttl=settings.config.cache_ttl,
        family=settings.config.cache_family,
        history_stays=bool(prompt.history) and (fetched.history_stays or inputs.transcript is not None),
    )
    watch.lap("cache_plan")
    trims = (*pinned.trims, *budgeted.trims)
    warnings = {*settings.warnings, *fetched.warnings, *budgeted.warnings, *left_out}
    timings = watch.laps | {f"fetch.{name}": ms for name, ms in fetched.timings.items()}
    return Preview(
        run_id=inputs.run_id,
        skill=inputs.skill,
        project_id=inputs.request.project_id if isinstance(inputs.request.project_id, str) else None,
        model=settings.model,
        prompt=prompt,
        cache=cache,
        injected=injected_by(prompt.sections, count),
        excluded=(*fetched.excluded, *layered.excluded, *trimmed_away(trims)),
        trims=trims,
        warnings=tuple(sorted(warnings | {*lint_prefix(prompt.sections)})),
        layer_tokens=layer_tokens(prompt.sections, count),
        tokens=budgeted.tokens,
        budget_tokens=settings.budget_tokens,
        token_counter=settings.counter.name,
        stable_prefix_unchanged=None if last is None else last == prompt.stable_prefix_hash,
        prefix=pinned.receipt,
        pin=Pin(
            family=skill_family(inputs, settings),
            above=pinned.above,
            chunks=pinned_chunks(prompt.sections[Layer.PROFILE]),
        ),
        caps=dict(settings.caps),
        packages=packages_of(settings.fetchers),
        timings={name: round(ms, 3) for name, ms in timings.items()},
    )


@attrs.define
class Stopwatch:
    """Milliseconds that each stage took."""

    laps: dict[str, float] = attrs.field(factory=dict)
    _begin: float = attrs.field(factory=time.perf_counter, init=False)

    def lap(self, stage: str) -> None:
        """A stage is over, and the next one begins."""
        now = time.perf_counter()
        self.laps[stage], self._begin = (now - self._begin) * 1000, now


def fit_with_history(
    inputs: RunInputs,
    settings: RunSettings,
    sections: Sequence[Section],
    history: Sequence[Message],
    count: Count,
) -> tuple[Budgeted, tuple[str, ...]]:
    """Stages 4 and 5: the largest prompt within caps and budget, with warnings; what was measured is what is sent.

    The window of earlier turns keeps within the model's room by estimate; where what is pinned besides is
    too much, the turns go as a whole.
    """

    def fit_to(history: Sequence[Message]) -> Budgeted:
        def rendered(sections: Sequence[Section]) -> Rendered:
            prompt = render(sections, skill=inputs.skill, history=history, templates=settings.templates)
            return prompt, count_messages(prompt, count)

        return fit(
            sections,
            count=count,
            render=rendered,
            budget_tokens=settings.budget_tokens,
            caps=settings.caps,
        )

    try:
        return fit_to(history), ()
    except ContextOverflow:
        if not history:
            raise
        return fit_to(()), (f"{CAPACITY_FORCE_TRIM}: earlier turns were left out",)


def record(
    preview: Preview,
    reply: Reply,
    inputs: RunInputs,
    *,
    model_ms: float,
    warnings: Sequence[str] = (),
    status: Status = "done",
    error: RunFailure | None = None,
) -> RunRecord:
    """Stage 8: the run as a value; that a reply is not whole, or blank, is a warning."""
    done = status == "done"
    return RunRecord(
        id=preview.run_id,
        preview=preview,
        texts=reply.texts,
        usage=reply.usage,
        created_at=inputs.now,
        session_id=inputs.request.session_id,
        document_id=inputs.request.document_id,
        scene_type=inputs.request.scene_type,
        timings={**preview.timings, "model": round(model_ms, 3)},
        warnings=tuple(sorted({*preview.warnings, *warnings, *(_flaws(reply) if done else ())})),
        finish_reason=_word(reply.finish_reason) if done else "other" if any(reply.texts) else None,
        status=status,
        error=error,
        tool_calls=reply.tool_calls,
    )


def _flaws(reply: Reply) -> Iterator[str]:
    if reply.finish_reason in CUT_OFF:
        yield f"{REPLY_TRUNCATED}: {reply.finish_reason}"
    if not reply.tool_calls and any(map(is_blank, reply.texts)):
        yield REPLY_EMPTY


def _word(finish_reason: str) -> str:
    """A finish reason as it may be shown and kept: one short word."""
    return finish_reason if re.fullmatch(r"[A-Za-z_]{1,40}", finish_reason) else "other"
