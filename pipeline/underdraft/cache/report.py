"""A report on the provider's cache over recorded runs: predicted, reported, and each miss with its cause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import attrs

from underdraft.cache.blame import blame, family_of, reusable_tokens, rules_of, scale_of, sent_by
from underdraft.cache.blame_cause import Cause, CauseCode, WorkspaceState
from underdraft.cache.cause_words import advice_on, cause_in_words
from underdraft.cache.plan import plan
from underdraft.cache.prices import Prices, billed_again_usd, prices_of, usd_of
from underdraft.cache.simulator import CacheSimulator, PredictedUse, TextRuler, reconcile
from underdraft.text.tokens import counter_for
from underdraft.types.layers import Layer
from underdraft.types.model_call import Usage
from underdraft.types.prefix import PrefixReceipt
from underdraft.types.question import QuestionTotal
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.memory.runs.store import StoredRun
    from underdraft.types.run import RunRecord

SLACK_TOKENS = 64
"""Fewer lost tokens are no miss: an estimate is not as exact."""


@frozen(kw_only=True)
class CacheUse:
    """One run and the provider's cache."""

    run_id: str
    created_at: str
    skill_id: str
    session_id: str | None
    model: str
    provider: Annotated[str, "The family of cache rules."]
    stable_prefix_hash: str
    prompt_tokens: Annotated[int, "As the provider counted them, else as counted here for `model`."]
    predicted_tokens: Annotated[
        int | None, "Cached tokens by its rules; `None` where the texts are not kept."
    ]
    cached_tokens: Annotated[int | None, "As reported; `None` where the provider does not say."]
    error_tokens: Annotated[int | None, "Reported less predicted."]
    predicted_usd: Annotated[
        float | None, "What the prompt costs by the prediction; `None` where no price is known."
    ]
    before_id: Annotated[str | None, "The run whose cache it could have gone on with; `None`: the first one."]
    lost_tokens: Annotated[int, "What could have been read and was billed again."] = 0
    lost_usd: Annotated[float | None, "What that cost more; `None` where no price is known."] = None
    cause: Annotated[Cause | None, "Why; `None` where nothing was lost."] = None
    said: Annotated[str, "The cause in one sentence."] = ""
    layer: Annotated[Layer | None, "The layer of the first difference."] = None
    plugin: Annotated[str | None, "The plugin of the chunk there."] = None


@frozen(kw_only=True)
class MissedBy:
    """All that was lost by one kind of cause."""

    code: CauseCode
    runs: Annotated[int, "How many runs."]
    lost_tokens: int
    lost_usd: Annotated[float | None, "Of the runs whose price is known; `None`: of none."]
    said: Annotated[str, "What happened in the newest of them, in one sentence."]
    advice: Annotated[str, "What to do about it, in one sentence."]


@frozen(kw_only=True)
class CacheReport:
    """The provider's cache over recorded runs."""

    runs: Annotated[tuple[CacheUse, ...], "One a run, oldest first."]
    misses: Annotated[tuple[MissedBy, ...], "By cause, the most expensive one first."]
    prompt_tokens: Annotated[int, "Of all runs."]
    predicted_tokens: Annotated[int, "Of all runs for which there is a prediction."]
    cached_tokens: Annotated[int | None, "Of all runs for which the provider said so; `None`: of none."]
    compared_tokens: Annotated[int, "Prompt tokens of the runs with both a prediction and a report."]
    error_tokens: Annotated[
        int | None, "Reported less predicted, each run's without its sign; `None`: none reported."
    ]
    lost_tokens: int
    lost_usd: float | None
    prices: Annotated[tuple[Prices, ...], "The prices used, one a model."]
    unpriced: Annotated[tuple[str, ...], "Models of which no price is known."]
    prefix: Annotated[PrefixReceipt | None, "What became of additions to layer 2 in the newest run."] = None
    questions: Annotated[
        tuple[QuestionTotal, ...],
        "All calls: those of the runs (`skill:NAME`), failed ones too, and what was asked behind them since the oldest, "
        "for all projects, by task and model.",
    ] = ()


def report_on(
    runs: Sequence[StoredRun],
    known: WorkspaceState | None = None,
    *,
    locale: str = "en",
    as_model: str | None = None,
) -> CacheReport:
    """Go through the runs, oldest first, as the provider's cache did.

    With ``as_model`` as if every run had been that model's: nothing is reported then.
    """
    done = [_as(run, as_model) if as_model else run for run in runs if run.record.status == "done"]
    uses = tuple(_uses(done, known or WorkspaceState(), locale))
    first = {run.record.preview.model: run.record for run in reversed(done)}
    prices = {model: prices_of(model, family=family_of(first[model])) for model in sorted(first)}
    told = [use for use in uses if use.cached_tokens is not None]
    compared = [use for use in told if use.error_tokens is not None]
    return CacheReport(
        runs=uses,
        misses=tuple(_by_cause(uses, locale)),
        prompt_tokens=sum(use.prompt_tokens for use in uses),
        predicted_tokens=sum(use.predicted_tokens or 0 for use in uses),
        cached_tokens=sum(use.cached_tokens or 0 for use in told) if told else None,
        compared_tokens=sum(use.prompt_tokens for use in compared),
        error_tokens=sum(abs(use.error_tokens or 0) for use in compared) if compared else None,
        lost_tokens=sum(use.lost_tokens for use in uses),
        lost_usd=_sum(use.lost_usd for use in uses),
        prices=tuple(found for found in prices.values() if found),
        unpriced=tuple(model for model, found in prices.items() if found is None),
        prefix=done[-1].record.preview.prefix if done else None,
    )


def spent_on(runs: Sequence[StoredRun]) -> Iterator[QuestionTotal]:
    """Sum up the calls of runs, by skill and model; what no provider counted is as counted here."""
    kinds: dict[tuple[str, str], list[RunRecord]] = {}
    for run in runs:
        kinds.setdefault((run.record.preview.skill.id, run.record.preview.model), []).append(run.record)
    for (skill, model), of_kind in sorted(kinds.items()):
        asked = [
            one for one in of_kind if one.status == "done" or one.finish_reason or one.usage.prompt_tokens
        ]
        sent = [
            attrs.evolve(one.usage, prompt_tokens=one.usage.prompt_tokens or one.preview.tokens)
            for one in asked
        ]
        usage = sum(sent, Usage())
        yield QuestionTotal(
            task=f"skill:{skill}",
            model=model,
            questions=len(of_kind),
            calls=len(asked),
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            cached_tokens=usage.cached_tokens,
            usd=usd_of(model, usage),
            failed=sum(one.status != "done" for one in of_kind),
        )


def _as(run: StoredRun, model: str) -> StoredRun:
    """The same run, had it been another model's."""
    preview = run.record.preview
    prompt, count = preview.prompt, counter_for(model).count
    cache = plan(
        model,
        prefix_length=len(prompt.stable_prefix),
        system_length=len(prompt.stable_prefix) + len(prompt.skill_block),
        system_tokens=count(prompt.stable_prefix) + count(prompt.skill_block),
        project_id=preview.project_id,
        prefix_hash=prompt.stable_prefix_hash,
        history_stays=bool(prompt.history),
    )
    changed = attrs.evolve(preview, model=model, cache=cache)
    return attrs.evolve(run, record=attrs.evolve(run.record, preview=changed, usage=Usage()))


def _uses(runs: Sequence[StoredRun], known: WorkspaceState, locale: str) -> Iterator[CacheUse]:
    simulators: dict[str, CacheSimulator] = {}
    for place, run in enumerate(runs):
        record = run.record
        model = record.preview.model
        if model not in simulators:
            simulators[model] = CacheSimulator(rules_of(record), TextRuler(counter_for(model).count))
        simulator = simulators[model]
        predicted = simulator.send(sent_by(record)) if run.complete else None
        before = _continued(record, runs[:place])
        yield _with_loss(
            _use(record, simulator, predicted, before), run, before, predicted, simulator.ruler, known, locale
        )


def _continued(record: RunRecord, earlier: Sequence[StoredRun]) -> StoredRun | None:
    """The run that this one continues: the last with the same model, and the same skill and session if there is one."""

    def likeness(item: tuple[int, StoredRun]) -> tuple[bool, bool, bool, int]:
        place, run = item
        other = run.record
        same_model = other.preview.model == record.preview.model
        same_skill = other.skill_id == record.skill_id
        return same_model, same_skill, same_skill and other.session_id == record.session_id, place

    found = max(enumerate(earlier), key=likeness, default=None)
    return found[1] if found else None


def _use(
    record: RunRecord, simulator: CacheSimulator, predicted: PredictedUse | None, before: StoredRun | None
) -> CacheUse:
    told = record.usage.cached_tokens if simulator.rules.reports and record.usage.cached_tokens else None
    expected, cached = reconcile(predicted, record.usage, simulator.rules) if predicted else (None, told)
    return CacheUse(
        run_id=record.id,
        created_at=record.created_at,
        skill_id=record.skill_id,
        session_id=record.session_id,
        stable_prefix_hash=record.stable_prefix_hash,
        model=record.preview.model,
        provider=simulator.rules.family,
        # On one scale with the prediction: the preview may have been counted for another model.
        prompt_tokens=record.usage.prompt_tokens
        or (predicted.tokens if predicted else record.preview.tokens),
        predicted_tokens=expected,
        cached_tokens=cached,
        error_tokens=None if expected is None or cached is None else cached - expected,
        predicted_usd=_predicted_usd(record, predicted),
        before_id=before.record.id if before else None,
    )


def _prices(record: RunRecord) -> Prices | None:
    """The prices that hold for a run."""
    return prices_of(record.preview.model, family=family_of(record), ttl=record.preview.cache.ttl)


def _predicted_usd(record: RunRecord, predicted: PredictedUse | None) -> float | None:
    prices = _prices(record)
    if prices is None or predicted is None:
        return None
    whole, read, written = predicted.tokens, predicted.cached_tokens, predicted.written_tokens
    return prices.prompt_usd(whole - read - written, read=read, written=written)


def _with_loss(
    use: CacheUse,
    run: StoredRun,
    before: StoredRun | None,
    predicted: PredictedUse | None,
    ruler: TextRuler,
    known: WorkspaceState,
    locale: str,
) -> CacheUse:
    """The use with what was lost, and why."""
    record = run.record
    rules = rules_of(record)
    if before is None or predicted is None or rules.reuse == "none" or not before.complete:
        return use
    could = round(reusable_tokens(before.record, record, rules, ruler) * scale_of(record))
    expected = use.predicted_tokens or 0
    really = expected if use.cached_tokens is None else use.cached_tokens
    lost = max(0, could - really)
    if lost <= max(SLACK_TOKENS, rules.block_tokens):
        return use
    found = blame(before, run, known)
    cause = found.cause
    if cause is not None and cause.code == "expired" and not predicted.expired_tokens:
        cause = None  # another run in between has kept it alive
    if cause is None and predicted.too_short:
        cause = Cause(code="too_short", what=rules.family)
    elif cause is None and really < expected:
        cause = Cause(code="not_served", what=rules.family, before=str(expected), after=str(really))
    if cause is None:
        return use
    return attrs.evolve(
        use,
        lost_tokens=lost,
        lost_usd=billed_again_usd(lost, _prices(record)),
        cause=cause,
        said=cause_in_words(cause, locale),
        layer=found.layer,
        plugin=found.chunk.plugin if found.chunk else None,
    )


def _by_cause(uses: Sequence[CacheUse], locale: str) -> list[MissedBy]:
    missed = sorted((use for use in uses if use.cause), key=_code)
    found = []
    for code, group in groupby(missed, key=_code):
        alike = list(group)
        found.append(
            MissedBy(
                code=code,
                runs=len(alike),
                lost_tokens=sum(use.lost_tokens for use in alike),
                lost_usd=_sum(use.lost_usd for use in alike),
                said=alike[-1].said,
                advice=advice_on(code, locale),
            )
        )
    return sorted(found, key=lambda miss: (-miss.lost_tokens, miss.code))


def _code(use: CacheUse) -> CauseCode:
    return use.cause.code if use.cause else "unknown"


def _sum(amounts: Iterator[float | None]) -> float | None:
    known = [amount for amount in amounts if amount is not None]
    return round(sum(known), 8) if known else None
