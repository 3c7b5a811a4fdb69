"""The price of a change of the memories, before it is made: what the provider's cache would lose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import attrs

from underdraft.cache.blame import cached_until, family_of, lost_tokens, warm_until
from underdraft.cache.first_difference import FirstDifference, first_difference
from underdraft.cache.prices import Prices, billed_again_usd, prices_of
from underdraft.prompt.render import render
from underdraft.prompt.template_set import TemplateSet
from underdraft.types.chunk import Chunk, Part
from underdraft.types.layers import Layer
from underdraft.types.memory import INJECTION_SOURCE, InjectionPreview, injection_header, injection_line
from underdraft.types.prefix import PrefixUpdates
from underdraft.types.prompt import Section

if TYPE_CHECKING:
    from underdraft.memory.notes.record import MemoryItem
    from underdraft.memory.runs.store import StoredRun
    from underdraft.memory.store import Store

LOOKED_AT = 10
"""Newest runs among which one with memories is looked for."""

RULE = "user_preferences"
"""The rule that asks for the memories of layer 2."""


@attrs.frozen(kw_only=True)
class ChangePrice:
    """The price of a change at the next run that is like the last one."""

    run_id: Annotated[
        str | None, "The run it was worked out with; `None`: there is none with memories and texts."
    ]
    model: Annotated[str | None, "That run's model."]
    first: Annotated[FirstDifference | None, "Where the prompt would differ first; `None`: nowhere."]
    lost_tokens: Annotated[int, "Tokens that are in the provider's cache and would be billed again."]
    lost_usd: Annotated[float | None, "What that costs more; `None` where the model's price is not known."]
    prices: Annotated[Prices | None, "The prices it was worked out with."]
    expired: Annotated[bool, "The provider has dropped that run's prompt by now, so nothing is lost."]
    waits_until: Annotated[
        str | None, "An addition stands behind the prefix until its cache is cold then, and costs it nothing."
    ] = None
    left_out: Annotated[tuple[str, ...], "Ids of memories that the layer's cap would keep out from then on."]


NOTHING = ChangePrice(
    run_id=None, model=None, first=None, lost_tokens=0, lost_usd=None, prices=None, expired=False, left_out=()
)


def price_change(
    store: Store, item: MemoryItem, project_id: str | None, *, now: str, updates: PrefixUpdates = "at_once"
) -> ChangePrice:
    """The price of writing a memory like this, by the project's last run that had memories in it."""
    runs = [run for run in store.runs.recent(project_id, LOOKED_AT) if run.complete]
    run = next((run for run in reversed(runs) if run.record.preview.skill.rules.asks_for(RULE)), None)
    if run is None:
        return NOTHING
    cap = run.record.preview.caps.get(Layer.PROFILE, 0)
    before, after = store.memory.preview_change(item, project_id, run.record.document_id, cap_tokens=cap)
    price = price_between(run, before, after, now=now)
    until = None if updates == "at_once" or _takes_back(before, after) else warm_until(run.record)
    if price.first is None or until is None or until <= now:
        return price
    return attrs.evolve(price, waits_until=until, lost_tokens=0, lost_usd=None)


def _takes_back(before: InjectionPreview, after: InjectionPreview) -> bool:
    """Whether something that was there would be missing or changed, and not only left out for want of room."""
    now = {item.id: item.content for item in after.items}
    kept_out = {left.id for left in after.excluded}
    return any(now.get(item.id) != item.content for item in before.items if item.id not in kept_out)


def price_between(
    run: StoredRun, before: InjectionPreview, after: InjectionPreview, *, now: str
) -> ChangePrice:
    """The price of going from one set of memories to another, in the prompt of a recorded run."""
    old, new = (_with_memories(run, preview) for preview in (before, after))
    preview = run.record.preview
    expired = (until := cached_until(run.record)) is not None and until < now
    lost = 0 if expired else lost_tokens(old, new)
    prices = prices_of(preview.model, family=family_of(run.record), ttl=preview.cache.ttl)
    return ChangePrice(
        run_id=run.record.id,
        model=preview.model,
        first=first_difference(old.record.preview.prompt, new.record.preview.prompt),
        lost_tokens=lost,
        lost_usd=billed_again_usd(lost, prices),
        prices=prices,
        expired=expired,
        left_out=tuple(sorted({left.id for left in after.excluded} - {left.id for left in before.excluded})),
    )


def _with_memories(run: StoredRun, preview: InjectionPreview) -> StoredRun:
    """The recorded run with other memories in its prompt."""
    recorded = run.record.preview
    prompt = render(
        tuple(_section(section, preview, run.locale) for section in recorded.prompt.sections),
        skill=recorded.skill,
        history=recorded.prompt.history,
        templates=TemplateSet(run.templates),
    )
    return attrs.evolve(run, record=attrs.evolve(run.record, preview=attrs.evolve(recorded, prompt=prompt)))


def _section(section: Section, preview: InjectionPreview, locale: str) -> Section:
    if section.layer is not Layer.PROFILE:
        return section
    parts = tuple(
        Part(text=injection_line(i.content, i.origin, locale), id=i.id, match=i.content)
        for i in preview.items
    )
    place = next((n for n, c in enumerate(section.chunks) if c.source == INJECTION_SOURCE), None)
    others = [chunk for chunk in section.chunks if chunk.source != INJECTION_SOURCE]
    if not parts:
        return attrs.evolve(section, chunks=tuple(others))
    known = section.chunks[place] if place is not None else _first(locale)
    others.insert(len(others) if place is None else place, attrs.evolve(known, parts=parts))
    return attrs.evolve(section, chunks=tuple(others))


def _first(locale: str) -> Chunk:
    """The chunk of a prompt that had no memories yet."""
    return Chunk(
        text=injection_header(locale), source=INJECTION_SOURCE, kind="preferences", layer=Layer.PROFILE
    )
