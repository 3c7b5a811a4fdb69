"""Blame: where two runs' prompts stop being the same, the cause, and what it costs.

Any two runs of a project can be compared; the earlier one stands for what the provider has in its cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import attrs

from underdraft.cache.blame_cause import Cause, Compared, WorkspaceState
from underdraft.cache.first_difference import (
    FirstDifference,
    TemplateLine,
    first_difference,
    template_at_fault,
)
from underdraft.cache.prices import Prices, billed_again_usd, prices_of
from underdraft.cache.prompt_diff import Change, changed_chunks, text_diff
from underdraft.cache.provider_rules import ProviderRules, rules_for
from underdraft.cache.simulator import (
    CacheSimulator,
    SentRequest,
    TextRuler,
    provider_scale,
)
from underdraft.text.shared import shared_length
from underdraft.text.tokens import counter_for
from underdraft.types.copies import copied
from underdraft.types.layers import Layer
from underdraft.types.prefix import PrefixReceipt
from underdraft.types.prompt import Message
from underdraft.types.values import frozen

if TYPE_CHECKING:
    from underdraft.memory.runs.store import StoredRun
    from underdraft.types.run import Preview, RunRecord

MOST_CAUSES = 20
"""Causes besides the first that are listed."""


@frozen(kw_only=True)
class BlamedChunk:
    """The chunk at the first difference."""

    change: Change
    source: str
    kind: str
    plugin: str
    fetcher: str


@frozen(kw_only=True)
class Blame:
    """The difference between a later run's request and an earlier one's, with its cause."""

    before_id: Annotated[str, "The earlier run."]
    after_id: Annotated[str, "The later run."]
    same: Annotated[bool, "Both sent the same messages."]
    prefix_same: Annotated[bool, "Layers 0-3 are the same."]
    prefix: Annotated[PrefixReceipt | None, "What became of additions to layer 2 in the later run."]
    first: Annotated[
        FirstDifference | None, "Where they differ first; `None`: nowhere, or the texts are not kept."
    ]
    layer: Annotated[Layer | None, "The layer of the first difference, where it is in layers 0-3."]
    chunk: Annotated[BlamedChunk | None, "The chunk there, unless a template or the skill did it."]
    template: Annotated[TemplateLine | None, "The template's line that did it."]
    cause: Annotated[
        Cause | None,
        "Why the provider cannot read on in its cache; `None`: it can as far as the two runs go alike.",
    ]
    also: Annotated[tuple[Cause, ...], "What else has changed behind it."]
    lines: Annotated[
        tuple[str, ...],
        "That chunk or skill, sentence by sentence: what went begins with `- `, what came with `+ `, the "
        "rest with two spaces; `⋯` stands for sentences that are left out.",
    ]
    lost_tokens: Annotated[
        int, "Tokens that the earlier run had left in the cache and that are billed again."
    ]
    lost_usd: Annotated[float | None, "What that costs more; `None` where the model's price is not known."]
    prices: Annotated[Prices | None, "The prices it was worked out with."]


def blame(before: StoredRun, after: StoredRun, known: WorkspaceState | None = None) -> Blame:
    """Compare two runs; of records without texts, hashes tell the layer alone."""
    compared = Compared(before, after, known or WorkspaceState())
    one, other = before.record, after.record
    texts = before.complete and after.complete
    place = first_difference(one.preview.prompt, other.preview.prompt) if texts else None
    pairs = [
        (pair, old.layer)
        for old, new in zip(one.preview.prompt.sections, other.preview.prompt.sections, strict=True)
        if old.layer.stable
        for pair in changed_chunks(old, new)
    ] if texts else []  # fmt: skip
    template = (
        template_at_fault(one.preview.prompt, place, before.templates, after.templates) if place else None
    )
    causes = list(
        dict.fromkeys(_causes(compared, place, template, [compared.cause_of(*pair) for pair in pairs]))
    )
    blamed = pairs[0][0] if pairs and place and place.part == "stable_prefix" and template is None else None
    lost = lost_tokens(before, after)
    prices = prices_of(other.preview.model, family=family_of(other), ttl=other.preview.cache.ttl)
    return Blame(
        before_id=one.id,
        after_id=other.id,
        same=one.prompt_hash == other.prompt_hash,
        prefix_same=one.stable_prefix_hash == other.stable_prefix_hash,
        prefix=other.preview.prefix,
        first=place,
        layer=pairs[0][1] if blamed else place.layer if place else _layer_by_hash(one, other),
        chunk=copied(BlamedChunk, blamed.chunk, change=blamed.change) if blamed else None,
        template=template,
        cause=causes[0] if causes else None,
        also=tuple(causes[1 : MOST_CAUSES + 1]),
        lines=_lines(
            compared,
            place,
            blamed.old.body if blamed and blamed.old else "",
            blamed.new.body if blamed and blamed.new else "",
        ),
        lost_tokens=lost,
        lost_usd=billed_again_usd(lost, prices),
        prices=prices,
    )


def _causes(
    compared: Compared, place: FirstDifference | None, template: TemplateLine | None, chunks: list[Cause]
) -> Iterator[Cause]:
    """The causes, that of the first difference before the others."""
    before, after = compared.before, compared.after
    one, other = before.record.preview, after.record.preview
    if one.model != other.model:
        yield Cause(code="model", what=other.model, before=one.model, after=other.model)
    if before.locale != after.locale and one.prompt.stable_prefix_hash != other.prompt.stable_prefix_hash:
        yield Cause(code="locale", what=after.locale, before=before.locale, after=after.locale)
    if template is not None:
        yield Cause(
            code="template",
            what=template.name,
            before=template.before,
            after=template.after,
            line=template.line,
        )
    yield from chunks
    if place is None:
        yield from _without_texts(before.record, after.record)
    elif place.part == "stable_prefix" and not chunks and template is None and before.locale == after.locale:
        yield Cause(code="unknown")
    if one.skill.client_block != other.skill.client_block:
        yield Cause(code="client_instructions")
    if without_client(one) != without_client(other) and not (
        template and place and place.part == "skill_block"
    ):
        yield _skill(compared)
    if place is not None and place.part in {"history", "dynamic"}:
        yield from _history(compared)
    life = rules_of(after.record).life_s(other.cache.ttl)
    if life is not None and _seconds_between(before.record, after.record) > life:
        yield Cause(
            code="expired",
            what=other.cache.provider,
            before=f"{life:.0f} s",
            after=f"{_seconds_between(before.record, after.record):.0f} s",
        )


def _without_texts(one: RunRecord, other: RunRecord) -> Iterator[Cause]:
    """Of records that keep no texts: the layer that differs, by its hash."""
    if one.stable_prefix_hash != other.stable_prefix_hash:
        yield Cause(code="unknown", what=getattr(_layer_by_hash(one, other), "name", ""))


def without_client(preview: Preview) -> str:
    """Return the skill's block without a client's instructions."""
    client = "" if preview.skill.client_last else preview.skill.client_block
    return preview.prompt.skill_block.removesuffix(client)


def _skill(compared: Compared) -> Cause:
    one, other = (run.record.preview.skill for run in (compared.before, compared.after))
    if one.id != other.id:
        return Cause(code="skill", before=one.id, after=other.id)
    old, new = ((s.instruction + "\n" + (s.output_format or "")).split("\n") for s in (one, other))
    place = min(shared_length(old, new), len(old) - 1, len(new) - 1)
    return Cause(code="skill_edited", what=other.id, before=old[place], after=new[place], line=place + 1)


def _history(compared: Compared) -> Iterator[Cause]:
    """Say why earlier turns are not those that were sent."""
    one, other = (run.record for run in (compared.before, compared.after))
    old, new = one.preview.prompt.history, other.preview.prompt.history
    if not old or new[: len(old)] == old:
        return
    if one.session_id != other.session_id:
        yield Cause(code="session", before=one.session_id or "", after=other.session_id or "")
    elif not new or (old[0] not in new[:1] and set(new) & {*old, *one.preview.prompt.messages}):
        yield Cause(code="window", before=str(len(old)), after=str(len(new)))
    else:
        yield Cause(code="history")


def _lines(compared: Compared, place: FirstDifference | None, old: str, new: str) -> tuple[str, ...]:
    if place is not None and place.part == "skill_block":
        old, new = (run.record.preview.prompt.skill_block for run in (compared.before, compared.after))
    return text_diff(old, new)


def _layer_by_hash(one: RunRecord, other: RunRecord) -> Layer | None:
    """The first of layers 0-3 whose content differs."""
    old, new = (run.preview.prompt.layer_hashes for run in (one, other))
    return next((layer for layer in Layer if layer.stable and old.get(layer) != new.get(layer)), None)


def family_of(record: RunRecord) -> str | None:
    """Return the family of cache rules that held for a run, if one is known."""
    provider = record.preview.cache.provider
    return None if provider == "unknown" else provider


def rules_of(record: RunRecord) -> ProviderRules:
    """The cache rules that a run was planned by."""
    return rules_for(record.preview.model, family_of(record))


def seconds_at(record: RunRecord) -> float:
    """When a run began, in seconds."""
    return datetime.fromisoformat(record.created_at).timestamp()


def _seconds_between(one: RunRecord, other: RunRecord) -> float:
    return seconds_at(other) - seconds_at(one)


def sent_by(record: RunRecord) -> SentRequest:
    """A run's request as a cache sees it."""
    return SentRequest(
        messages=record.preview.messages,
        plan=record.preview.cache,
        at=seconds_at(record),
        reply=record.texts[0] if record.texts else "",
    )


def lost_tokens(before: StoredRun, after: StoredRun) -> int:
    """Tokens that the later run would have read from the cache, had it gone on as the earlier one began.

    What :func:`reusable_tokens` says, less what of it the later run can read; on the provider's scale, where it
    has said how many tokens it counts.
    """
    if not (before.complete and after.complete):
        return 0
    one, other = before.record, after.record
    rules, ruler = rules_of(other), TextRuler(counter_for(other.preview.model).count)
    could = reusable_tokens(one, other, rules, ruler)
    same_model = one.preview.model == other.preview.model
    got = _read(rules, ruler, sent_by(one), sent_by(other)) if same_model else 0
    return round(max(0, could - got) * scale_of(other))


def reusable_tokens(one: RunRecord, other: RunRecord, rules: ProviderRules, ruler: TextRuler) -> int:
    """Cached tokens for a run whose layers 0-3, skill and (in the same session) earlier turns are the other's."""
    sent = sent_by(one)
    history = one.preview.prompt.history if one.session_id == other.session_id else ()
    ideal = (sent.messages[0], *history, Message(role="user", content=""))
    return _read(rules, ruler, sent, attrs.evolve(sent, messages=ideal, reply=""))


def _read(rules: ProviderRules, ruler: TextRuler, first: SentRequest, second: SentRequest) -> int:
    simulator = CacheSimulator(rules, ruler)
    simulator.send(first)
    if rules.reuse == "units":  # a common beginning is a unit from the second request on
        simulator.send(attrs.evolve(second, at=first.at, reply=""))
    return simulator.send(second).cached_tokens


def scale_of(record: RunRecord) -> float:
    """Tokens that the provider has counted for one that was counted here; 1 where it says nothing of use."""
    return provider_scale(record.preview.tokens, record.usage) or 1.0
