"""Stage: keep layer 2 as the last run sent it while the provider's cache of it is warm.

What was added since then stands in layer 4. What was changed or removed rewrites layer 2 at once. A pure function of
the sections, the last recorded run and the clock.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from underdraft.cache.prices import Prices, billed_again_usd
from underdraft.prompt.render import canonical_json, section_json
from underdraft.run.caps import cap_layer
from underdraft.run.prefix_plan import PrefixPlan
from underdraft.run.prepare import RunSettings
from underdraft.text.clean import sha256
from underdraft.text.strings import strings
from underdraft.types.chunk import Chunk, Part
from underdraft.types.identity import cached_for_stable_layers
from underdraft.types.layers import LAYERS, Layer
from underdraft.types.prefix import FoldReason, PinnedChunk, PrefixReceipt
from underdraft.types.prompt import Message, Section, Trim
from underdraft.types.run_inputs import RunInputs
from underdraft.types.values import frozen

MARK_LENGTH = 16
"""Hex digits of a line's hash: 64 bits, ample to tell a few hundred lines apart."""


@frozen
class SaidBefore:
    """Earlier turns, and the additions that stand in them."""

    history: tuple[Message, ...]
    lines: frozenset[str]


@frozen(kw_only=True)
class PinnedSections:
    """The sections as they are budgeted, with the receipt and the evidence of cuts made here."""

    sections: tuple[Section, ...]
    history: tuple[Message, ...]
    above: str
    receipt: PrefixReceipt | None = None
    trims: tuple[Trim, ...] = ()


def pin_prefix(
    inputs: RunInputs,
    settings: RunSettings,
    plan: PrefixPlan,
    sections: Sequence[Section],
    history: Sequence[Message],
) -> PinnedSections:
    """Layer 2 as it was, with additions in layer 4; or in its canonical order, with the reason.

    A changed prefix bills the skill's instruction and the earlier turns again, too.
    """
    count, title = settings.counter.count, strings("injection", inputs.locale)["added"]
    head = f"{settings.templates.digest} {inputs.locale}"  # what else decides the bytes above layer 2
    above = _hash_above(sections[Layer.SYSTEM], sections[Layer.SESSION], head)
    profile = sections[Layer.PROFILE]
    anew = PinnedSections(
        sections=tuple(sections),
        history=said_before(history, (), title).history,
        above=above,
    )
    if plan.last is None:
        return anew
    was = plan.last.pin
    cap_tokens = settings.caps.get(Layer.PROFILE, LAYERS[Layer.PROFILE].cap_tokens)
    capped, trims = cap_layer(profile, cap_tokens, count)
    if pinned_chunks(capped) == was.chunks:
        return anew
    receipt = PrefixReceipt(run_id=plan.last.run_id, warm_until=plan.warm_until)
    reason: FoldReason | None = "cold" if not plan.warm else "above" if above != was.above else None
    kept = _kept(profile.chunks, was.chunks) if reason is None else None
    if kept is None:
        return attrs.evolve(anew, receipt=attrs.evolve(receipt, folded=reason or "taken_back"))
    added = tuple(_added(capped.chunks, was.chunks, title))
    said = said_before(history, added, title)
    fresh = tuple(_not_in(added, said.lines))
    again = [chunk.body for chunk in (*kept, *sections[Layer.PROJECT].chunks)]
    fold_tokens = sum(
        map(count, (*again, inputs.skill.instruction, *(turn.content for turn in said.history)))
    )
    waiting_tokens = sum(count(chunk.body) for chunk in fresh)
    if is_costly(waiting_tokens, fold_tokens, plan.prices):
        return attrs.evolve(anew, receipt=attrs.evolve(receipt, folded="costly"))
    recent = sections[Layer.RECENT]
    receipt = attrs.evolve(
        receipt,
        waiting=sum(not part.text.startswith("#") for chunk in added for part in chunk.parts),
        waiting_tokens=waiting_tokens,
        fold_tokens=fold_tokens,
        fold_usd=billed_again_usd(fold_tokens, plan.prices),
    )
    pinned = attrs.evolve(profile, chunks=kept)
    return PinnedSections(
        sections=_with(sections, pinned, attrs.evolve(recent, chunks=(*fresh, *recent.chunks))),
        history=said.history,
        above=above,
        receipt=receipt if added else None,
        trims=trims,
    )


@cached_for_stable_layers
def _hash_above(system: Section, session: Section, head: str) -> str:
    return sha256(f"[{canonical_json(head)},{section_json(system)},{section_json(session)}]")


def _not_in(added: Sequence[Chunk], lines: frozenset[str]) -> Iterator[Chunk]:
    """Additions without those that an earlier turn holds already."""
    for chunk in added:
        if parts := tuple(part for part in chunk.parts if part.text not in lines):
            yield attrs.evolve(chunk, parts=parts)


def is_costly(waiting_tokens: int, fold_tokens: int, prices: Prices | None) -> bool:
    """Whether sending the additions uncached once more costs more than billing all that they stand behind again.

    So what waits never outgrows what its waiting saves. ``fold_tokens`` are those of the prefix from layer 2 on.
    """
    if prices is None:
        return waiting_tokens > fold_tokens
    uncached = waiting_tokens * (prices.input_usd - prices.read_usd)
    return uncached > fold_tokens * (prices.write_usd - prices.read_usd)


@cached_for_stable_layers
def pinned_chunks(section: Section) -> tuple[PinnedChunk, ...]:
    """Return a section as hashes of the lines."""
    return tuple(
        PinnedChunk(
            source=chunk.source,
            fetcher=chunk.fetcher,
            head=_mark(chunk.text) if chunk.parts else "",
            lines=tuple((id_, _mark(text)) for id_, text in _lines(chunk)),
        )
        for chunk in section.chunks
    )


def said_before(history: Sequence[Message], added: Sequence[Chunk], title: str) -> SaidBefore:
    """Earlier turns without the additions that wait no more, and the lines that they still hold.

    Additions stand in a fence below a heading that ends with ``title``. One that was taken back, or has moved into
    layer 2, leaves the turn that it was sent in; nothing else of a turn changes.
    """
    waiting = {line for chunk in added for part in chunk.parts for line in part.text.split("\n")}
    valid = waiting | {chunk.text for chunk in added}
    block = re.compile(rf"(?m)^## [^\n]* · {re.escape(title)}\n\n(`{{3,}})\n((?s:.*?))\n\1\n\n?")
    lines: set[str] = set()

    def shortened(found: re.Match[str]) -> str:
        kept = [line for line in found[2].split("\n") if line in valid]
        if waiting.isdisjoint(kept):
            return ""
        lines.update(kept)
        return found[0].replace(found[2], "\n".join(kept))

    turns = tuple(
        attrs.evolve(message, content=block.sub(shortened, message.content))
        if message.role == "user" and title in message.content
        else message
        for message in history
    )
    return SaidBefore(turns, frozenset(lines))


def _kept(chunks: Sequence[Chunk], was: Sequence[PinnedChunk]) -> tuple[Chunk, ...] | None:
    """Today's chunks cut down to what they held, in the order of then; ``None``: something is not there any more."""
    by_place = {(chunk.source, chunk.fetcher): chunk for chunk in chunks}
    kept: list[Chunk] = []
    for old in was:
        chunk = by_place.get((old.source, old.fetcher))
        if chunk is None or (_mark(chunk.text) if chunk.parts else "") != old.head:
            return None
        smaller = _kept_parts(chunk, old) if chunk.parts else _kept_lines(chunk, old)
        if smaller is None:
            return None
        kept.append(smaller)
    return tuple(kept)


def _kept_parts(chunk: Chunk, old: PinnedChunk) -> Chunk | None:
    at_hand = {(part.id or "", _mark(part.text)): part for part in chunk.parts}
    parts = tuple(at_hand[key] for key in old.lines if key in at_hand)
    return attrs.evolve(chunk, parts=parts) if len(parts) == len(old.lines) else None


def _kept_lines(chunk: Chunk, old: PinnedChunk) -> Chunk | None:
    """The lines of then, which must follow each other in today's text."""
    lines = iter(chunk.text.split("\n"))
    kept = [line for _, mark in old.lines for line in [next((x for x in lines if _mark(x) == mark), None)]]
    return (
        None
        if None in kept
        else attrs.evolve(chunk, text="\n".join(line for line in kept if line is not None))
    )


def _added(chunks: Sequence[Chunk], was: Sequence[PinnedChunk], title: str) -> Iterator[Chunk]:
    """For layer 4: of each chunk what it did not hold."""
    by_place = {(old.source, old.fetcher): old for old in was}
    for chunk in chunks:
        old = by_place.get((chunk.source, chunk.fetcher))
        parts = chunk.parts or tuple(Part(text=line) for line in chunk.text.split("\n"))
        left = Counter(old.lines if old else ())
        new = []
        for part in parts:
            line = (part.id or "", _mark(part.text))
            if left[line]:
                left[line] -= 1
            elif part.text.strip():
                new.append(part)
        if new:
            yield attrs.evolve(
                chunk,
                text=chunk.text if chunk.parts else "",
                parts=tuple(new),
                title=title,
                layer=Layer.RECENT,
                pinned=True,
                essential=False,
                ref=None,
            )


def _lines(chunk: Chunk) -> Iterator[tuple[str, str]]:
    if chunk.parts:
        return ((part.id or "", part.text) for part in chunk.parts)
    return (("", line) for line in chunk.text.split("\n"))


def _mark(text: str) -> str:
    return sha256(text)[:MARK_LENGTH]


def _with(sections: Sequence[Section], *changed: Section) -> tuple[Section, ...]:
    by_layer = {section.layer: section for section in changed}
    return tuple(by_layer.get(section.layer, section) for section in sections)
