"""The stages of a run, in order. Read this first.

::

    request ─► prepare ─► fetch ─► deduplicate ─► budget ─► render ─► cache plan ─► model call ─► record

Each stage is a module; what it gives is a frozen value that the next one takes. Nothing reaches back.
"""

from __future__ import annotations

import functools
import re
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from underdraft.cache.plan import plan
from underdraft.cache.prefix_lint import lint_prefix
from underdraft.errors import CAPACITY_FORCE_TRIM, REPLY_EMPTY, REPLY_TRUNCATED, ContextOverflow
from underdraft.prompt.render import render
from underdraft.prompt.template_budget import budget
from underdraft.run import model_call
from underdraft.run.budget import Budgeted, Rendered, count_messages, fit, layer_tokens
from underdraft.run.deduplicate import Layered, deduplicate
from underdraft.run.fetch import FetchOutcome, fetch_all
from underdraft.run.middleware import Wrapper
from underdraft.run.prepare import RunSettings
from underdraft.run.record import injected_by, packages_of, trimmed_away
from underdraft.run.trim import Count
from underdraft.text.clean import is_blank
from underdraft.types.copies import copied
from underdraft.types.facts import RunFacts
from underdraft.types.model_call import CUT_OFF, CachePlan, Model, ModelCall, ModelInput, Reply, TextDelta
from underdraft.types.prompt import Message, Prompt, Section
from underdraft.types.run import Preview, RunFailure, RunRecord, Status


async def assemble(facts: RunFacts, settings: RunSettings) -> Preview:
    """Everything before the model call; the same value for a preview and for a run.

    Raises:
        LayerFailed: A required fetcher failed.
        ContextOverflow: The prompt does not fit.
        InvalidArgument: A template is broken.
    """
    draft = Draft(facts=facts, settings=settings)
    draft = await fetch(draft)
    draft = layer(draft)
    draft = fit_and_render(draft)
    draft = plan_cache(draft)
    return preview(draft)


@attrs.frozen(kw_only=True)
class Draft:
    """A prompt on its way through the stages; each adds what it found out, and its time in milliseconds."""

    facts: RunFacts
    settings: RunSettings
    fetched: FetchOutcome = attrs.field(factory=FetchOutcome)
    layered: Layered = attrs.field(factory=Layered)
    budgeted: Budgeted | None = None
    cache: CachePlan | None = None
    warnings: tuple[str, ...] = ()
    timings: Mapping[str, float] = attrs.field(factory=dict)
    count: Count = attrs.field(
        default=attrs.Factory(lambda self: functools.cache(self.settings.counter.count), takes_self=True),
        eq=False,
    )
    """Counts tokens; a text that several stages look at is counted once."""

    def after(self, stage: str, begin: float, **found: Any) -> Draft:
        """The draft with what a stage found and its time, begun at ``begin`` on the performance counter."""
        timings = {**self.timings, stage: (time.perf_counter() - begin) * 1000}
        return attrs.evolve(self, timings=timings, **found)

    @property
    def fitting(self) -> Budgeted:
        """The prompt that fits; an error before that stage."""
        if self.budgeted is None:
            raise RuntimeError("the draft has not been through the budget")
        return self.budgeted

    @property
    def prompt(self) -> Prompt:
        """The prompt that fits. Raises as :attr:`fitting`."""
        return self.fitting.prompt


async def fetch(draft: Draft) -> Draft:
    """Stage 2: all fetchers that the skill asks for, side by side."""
    begin = time.perf_counter()
    settings = draft.settings
    fetched = await fetch_all(
        settings.fetchers, draft.facts, check=settings.check_fetcher, off_loop=settings.off_loop
    )
    return draft.after("fetch", begin, fetched=fetched)


def layer(draft: Draft) -> Draft:
    """Stage 3: the chunks by layer, repetitions dropped."""
    begin = time.perf_counter()
    return draft.after("deduplicate", begin, layered=deduplicate(draft.fetched.chunks))


def fit_and_render(draft: Draft) -> Draft:
    """Stages 4 and 5: the largest prompt within caps and budget; what was measured is what is sent.

    The window of earlier turns keeps within the model's room by estimate; where what is pinned besides is
    too much, the turns go as a whole.
    """
    begin = time.perf_counter()
    history = draft.fetched.history
    try:
        budgeted, warnings = _fit(draft, history), draft.warnings
    except ContextOverflow:
        if not history:
            raise
        left_out = f"{CAPACITY_FORCE_TRIM}: earlier turns were left out"
        budgeted, warnings = _fit(draft, ()), (*draft.warnings, left_out)
    return draft.after("budget", begin, budgeted=budgeted, warnings=warnings)


def _fit(draft: Draft, history: Sequence[Message]) -> Budgeted:
    def rendered(sections: Sequence[Section]) -> Rendered:
        prompt = render(
            sections, skill=draft.facts.skill, history=history, templates=draft.settings.templates
        )
        return Rendered(prompt=prompt, tokens=count_messages(prompt, draft.count))

    with budget():
        return fit(
            draft.layered.sections,
            count=draft.count,
            render=rendered,
            budget_tokens=draft.settings.budget_tokens,
            caps=draft.settings.caps,
        )


def plan_cache(draft: Draft) -> Draft:
    """Stage 6: what the provider is told to cache."""
    begin = time.perf_counter()
    prompt, project = draft.prompt, draft.facts.project
    cache = plan(
        draft.settings.model,
        prefix_length=len(prompt.stable_prefix),
        system_length=len(prompt.stable_prefix) + len(prompt.skill_block),
        system_tokens=draft.count(prompt.stable_prefix) + draft.count(prompt.skill_block),
        project_id=project.id if project else None,
        prefix_hash=prompt.stable_prefix_hash,
        ttl=draft.settings.cache_ttl,
        family=draft.settings.cache_family,
        history_stays=bool(prompt.history) and draft.fetched.history_stays,
    )
    return draft.after("cache_plan", begin, cache=cache)


def preview(draft: Draft) -> Preview:
    """The draft as a value for people, with its receipt."""
    facts, fetched, budgeted, prompt = draft.facts, draft.fetched, draft.fitting, draft.prompt
    if draft.cache is None:
        raise RuntimeError("the draft has no cache plan")
    warnings = {*draft.settings.warnings, *fetched.warnings, *budgeted.warnings, *draft.warnings}
    warnings |= {*lint_prefix(prompt.sections)}
    timings = {**draft.timings, **{f"fetch.{name}": ms for name, ms in fetched.timings.items()}}
    return Preview(
        run_id=facts.run_id,
        skill=facts.skill,
        project_id=facts.request.project_id if isinstance(facts.request.project_id, str) else None,
        model=draft.settings.model,
        prompt=prompt,
        cache=draft.cache,
        injected=injected_by(prompt.sections, draft.count),
        excluded=(*fetched.excluded, *draft.layered.excluded, *trimmed_away(budgeted.trims)),
        trims=budgeted.trims,
        warnings=tuple(sorted(warnings)),
        layer_tokens=layer_tokens(prompt.sections, draft.count),
        tokens=budgeted.tokens,
        budget_tokens=draft.settings.budget_tokens,
        token_counter=draft.settings.counter.name,
        caps=dict(draft.settings.caps),
        packages=packages_of(draft.settings.fetchers),
        timings={name: round(ms, 3) for name, ms in timings.items()},
    )


def answer(
    preview: Preview,
    *,
    by: Model,
    wrappers: Sequence[Wrapper],
    before: Callable[[ModelCall], None],
    after: Callable[[ModelCall, Reply], None],
    warn: Callable[[str], None],
    timeout_ms: int,
    idle_timeout_ms: int,
    max_output_tokens: int,
    candidates: int = 1,
    window_tokens: int = 0,
    given: ModelInput | None = None,
) -> AsyncGenerator[TextDelta | Reply, None]:
    """Stage 7: the model's reply to an assembled prompt: deltas, then the reply.

    Raises as :func:`underdraft.run.model_call.answer`.
    """
    given = given or ModelInput()
    call = ModelCall(
        run_id=preview.run_id,
        model=preview.model,
        messages=preview.messages,
        cache=preview.cache,
        timeout_ms=timeout_ms,
        idle_timeout_ms=idle_timeout_ms,
        max_output_tokens=min(max_output_tokens, given.max_output_tokens or max_output_tokens),
        candidates=candidates,
        window_tokens=window_tokens,
        options=given.options,
        tools=given.tools,
        tool_choice=given.tool_choice,
        exchange=given.exchange,
    )
    return model_call.answer(call, by, wrappers, before=before, after=after, warn=warn)


def record(
    preview: Preview,
    reply: Reply,
    facts: RunFacts,
    *,
    model_ms: float,
    warnings: Sequence[str] = (),
    status: Status = "done",
    error: RunFailure | None = None,
) -> RunRecord:
    """Stage 8: the run as a value; that a reply is not whole, or blank, is a warning."""
    done = status == "done"
    return copied(
        RunRecord,
        reply,
        facts.request,
        id=preview.run_id,
        preview=preview,
        created_at=facts.now,
        timings={**preview.timings, "model": round(model_ms, 3)},
        warnings=tuple(sorted({*preview.warnings, *warnings, *(_flaws(reply) if done else ())})),
        finish_reason=_word(reply.finish_reason) if done else None,
        status=status,
        error=error,
    )


def _flaws(reply: Reply) -> Iterator[str]:
    if reply.finish_reason in CUT_OFF:
        yield f"{REPLY_TRUNCATED}: {reply.finish_reason}"
    if not reply.tool_calls and any(map(is_blank, reply.texts)):
        yield REPLY_EMPTY


def _word(finish_reason: str) -> str:
    """A finish reason as it may be shown and kept: one short word."""
    return finish_reason if re.fullmatch(r"[A-Za-z_]{1,40}", finish_reason) else "other"
