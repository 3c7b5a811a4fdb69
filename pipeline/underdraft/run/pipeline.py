"""The stages of a run, in order. Read this first.

::

    request ─► skill + rules ─► fetch ─► arrange ─► budget ─► render ─► cache plan ─► model ─► record

Each stage is a module; what it gives is a frozen value that the next one takes. Nothing reaches back.
"""

from __future__ import annotations

import functools
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from underdraft.errors import CAPACITY_FORCE_TRIM, ContextOverflow, InvalidArgument
from underdraft.run import cache_plan, middleware, model_call
from underdraft.run.budget import Budgeted, fit, layer_tokens
from underdraft.run.deduplicate import arrange
from underdraft.run.fetch import Registered, fetch_all
from underdraft.run.prefix_lint import lint_prefix
from underdraft.run.record import injected_by, trimmed_away
from underdraft.run.render import render
from underdraft.types.facts import RunFacts
from underdraft.types.model_call import ModelCall, Reply, TextDelta
from underdraft.types.run import Preview, RunRecord

if TYPE_CHECKING:
    from underdraft.run.template_set import TemplateSet
    from underdraft.run.trim import Count
    from underdraft.text.tokens import TokenCounter
    from underdraft.types.layers import Layer
    from underdraft.types.model_call import Model, ToolSpec
    from underdraft.types.prompt import Prompt, Section


@attrs.frozen(kw_only=True)
class Setting:
    """What a run needs from its workspace besides the facts, resolved before the first stage.

    Attributes:
        fetchers: All registered fetchers.
        templates: The templates of the workspace's locale.
        model: The model's full name.
        counter: Counts tokens as the model does, or estimates.
        window_tokens: The model's context window.
        output_reserve_tokens: Kept free for the reply.
        caps: Caps that replace the layers' own (the skill's over the project's).
        cache_ttl: How long the provider should keep the prefix; ``None`` takes its default.
        warnings: What was noticed before the run (a plugin that could not be loaded).
        check_fetcher: A stable fetcher whose promise is checked in this run, or ``None``.
    """

    fetchers: Sequence[Registered]
    templates: TemplateSet
    model: str
    counter: TokenCounter
    window_tokens: int
    output_reserve_tokens: int
    caps: Mapping[Layer, int] = attrs.field(factory=dict)
    cache_ttl: str | None = None
    warnings: tuple[str, ...] = ()
    check_fetcher: str | None = None


async def assemble(facts: RunFacts, setting: Setting) -> Preview:
    """Everything before the model call; the same value for a preview and for a run.

    Raises:
        LayerFailed: A required fetcher failed.
        ContextOverflow: The prompt does not fit.
        InvalidArgument: A template is broken.
    """
    clock = _Stopwatch()
    fetched = await fetch_all(setting.fetchers, facts, check=setting.check_fetcher)
    clock.lap("fetch")
    arranged = arrange(fetched.chunks)
    clock.lap("arrange")

    count = functools.cache(setting.counter.count)  # the same texts are counted by every step below
    last: list[Prompt] = []  # what was measured last is what is sent: it is rendered once
    history = fetched.history

    def rendered(sections: Sequence[Section]) -> Prompt:
        """The prompt of these sections; the last one is kept, since it is measured and then sent."""
        if not last or last[0].sections != tuple(sections) or last[0].history != history:
            last[:] = [render(sections, skill=facts.skill, history=history, templates=setting.templates)]
        return last[0]

    def measure(sections: Sequence[Section]) -> int:
        """Tokens of the messages of these sections."""
        return count_messages(rendered(sections), count)

    def fitted() -> Budgeted:
        """The sections within caps and budget, with the history as it stands now."""
        return fit(
            arranged.sections,
            count=count,
            measure=measure,
            budget_tokens=budget_tokens,
            caps=setting.caps,
        )

    budget_tokens = _budget(setting)
    left_out: tuple[str, ...] = ()
    try:
        budgeted = fitted()
    except ContextOverflow:
        if not history:
            raise
        # The window keeps within the model's room by estimate; what is pinned besides is now too much.
        history, left_out = (), (f"{CAPACITY_FORCE_TRIM}: earlier turns were left out",)
        budgeted = fitted()
    clock.lap("budget")
    prompt = rendered(budgeted.sections)
    clock.lap("render")
    plan = cache_plan.plan(
        setting.model,
        prefix_length=len(prompt.stable_prefix),
        system_length=len(prompt.stable_prefix) + len(prompt.skill_block),
        system_tokens=count(prompt.stable_prefix) + count(prompt.skill_block),
        project_id=facts.project.id if facts.project else None,
        prefix_hash=prompt.stable_prefix_hash,
        ttl=setting.cache_ttl,
    )
    clock.lap("cache")
    warnings = {*setting.warnings, *fetched.warnings, *budgeted.warnings, *left_out}
    warnings |= {*lint_prefix(budgeted.sections)}
    return Preview(
        run_id=facts.run_id,
        skill=facts.skill,
        project_id=facts.request.project_id if isinstance(facts.request.project_id, str) else None,
        model=setting.model,
        prompt=prompt,
        cache=plan,
        injected=injected_by(budgeted.sections, count),
        excluded=(*fetched.excluded, *arranged.excluded, *trimmed_away(budgeted.trims)),
        trims=budgeted.trims,
        warnings=tuple(sorted(warnings)),
        layer_tokens=layer_tokens(budgeted.sections, count),
        tokens=budgeted.tokens,
        budget_tokens=budget_tokens,
        token_counter=setting.counter.name,
        timings={**clock.laps, **{f"fetch.{name}": ms for name, ms in fetched.timings.items()}},
    )


def answer(
    preview: Preview,
    *,
    by: Model,
    wrappers: Sequence[middleware.Wrapper],
    before: Callable[[ModelCall], None],
    after: Callable[[ModelCall, Reply], None],
    timeout_ms: int,
    max_output_tokens: int,
    candidates: int = 1,
    options: Mapping[str, str] | None = None,
    tools: tuple[ToolSpec, ...] = (),
) -> AsyncGenerator[TextDelta | Reply, None]:
    """Call the model with an assembled prompt: deltas, then the reply. Raises as :func:`model_call.answer`."""
    call = ModelCall(
        run_id=preview.run_id,
        model=preview.model,
        messages=preview.messages,
        cache=preview.cache,
        timeout_ms=timeout_ms,
        max_output_tokens=max_output_tokens,
        candidates=candidates,
        options=options or {},
        tools=tools,
    )
    return model_call.answer(call, by, wrappers, before=before, after=after)


def record(
    preview: Preview, reply: Reply, facts: RunFacts, *, model_ms: float, warnings: Sequence[str] = ()
) -> RunRecord:
    """The finished run as a value."""
    return RunRecord(
        id=preview.run_id,
        preview=preview,
        texts=reply.texts,
        usage=reply.usage,
        created_at=facts.now,
        session_id=facts.request.session_id,
        document_id=facts.request.document_id,
        scene_type=facts.request.scene_type,
        timings={**preview.timings, "model": model_ms},
        warnings=tuple(sorted({*preview.warnings, *warnings})),
    )


def count_messages(prompt: Prompt, count: Count) -> int:
    """Tokens of all messages; the parts are counted apart, so that equal parts are counted once."""
    parts = (prompt.stable_prefix, prompt.skill_block, *(m.content for m in prompt.history), prompt.dynamic)
    return sum(count(part) for part in parts)


def _budget(setting: Setting) -> int:
    budget = setting.window_tokens - setting.output_reserve_tokens
    if budget <= 0:
        raise InvalidArgument(
            "output_reserve_tokens: larger than the model's context window",
            details={"window": setting.window_tokens, "reserve": setting.output_reserve_tokens},
        )
    return budget


@attrs.define
class _Stopwatch:
    """Milliseconds from lap to lap."""

    laps: dict[str, float] = attrs.field(factory=dict)
    _last: float = attrs.field(factory=time.perf_counter)

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = (now - self._last) * 1000
        self._last = now
