"""Ways of bringing one layer under its cap, with evidence of every cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import attrs

from underdraft.run.trim import Count, cut_blocks, cut_excerpt, cut_radius, most_that, share
from underdraft.types.chunk import Chunk, Part
from underdraft.types.copies import copied
from underdraft.types.identity import cached_for_stable_layers
from underdraft.types.layers import LAYERS, Layer
from underdraft.types.prompt import Section, Trim

LAYER_CAP = "layer_cap"


@cached_for_stable_layers
def tokens_of(section: Section, count: Count) -> int:
    """Tokens of a layer's content, without headings and fences."""
    return sum(count(c.body) for c in section.chunks)


def cap_layer(section: Section, cap: int, count: Count) -> tuple[Section, tuple[Trim, ...]]:
    """A layer within its cap of tokens, with the evidence of what was cut."""
    if not LAYERS[section.layer].trimmed or tokens_of(section, count) <= cap:
        return section, ()
    allowed = max(0, cap - sum(count(c.body) for c in section.chunks if c.pinned))
    if section.layer.stable:
        return _cap_fairly(section, allowed, count)
    trims: list[Trim] = []
    shrink = shrink_current if section.layer is Layer.CURRENT else drop_lowest
    return shrink(section, allowed, count, trims, LAYER_CAP), tuple(trims)


@cached_for_stable_layers
def _cap_fairly(section: Section, allowed: int, count: Count) -> tuple[Section, tuple[Trim, ...]]:
    """Each fetcher of the layer gets what it wants or an equal part; a fetcher's last chunks are cut."""
    trims: list[Trim] = []
    groups = [list(chunks) for _, chunks in groupby(section.chunks, key=lambda c: (c.plugin, c.fetcher))]
    wants = [sum(count(c.body) for c in group if not c.pinned) for group in groups]
    kept: list[Chunk] = []
    for group, part in zip(groups, share(wants, allowed), strict=True):
        excerpts = _cut_essential(group, part, count, trims)
        left = part - sum(count(c.body) for c in excerpts.values() if c)
        for place, chunk in enumerate(group):
            if place in excerpts:
                kept += [c for c in [excerpts[place]] if c]
                continue
            smaller = chunk if chunk.pinned else _cut_to(chunk, left, count, trims)
            if smaller:
                left -= 0 if chunk.pinned else count(smaller.body)
                kept.append(smaller)
    return attrs.evolve(section, chunks=tuple(kept)), tuple(trims)


def _cut_essential(
    group: Sequence[Chunk], allowed: int, count: Count, trims: list[Trim]
) -> dict[int, Chunk | None]:
    """The essential chunks by their place, each whole or with a fair part, what one leaves going to the next."""
    wants = {n: count(c.body) for n, c in enumerate(group) if c.essential and not c.parts and not c.pinned}
    kept: dict[int, Chunk | None] = {}
    for served, place in enumerate(sorted(wants, key=lambda n: (wants[n], n))):
        chunk, part = group[place], max(0, allowed) // (len(wants) - served)
        kept[place] = smaller = chunk if wants[place] <= part else cut_excerpt(chunk, part, count)
        after = count(smaller.body) if smaller else 0
        if smaller is not chunk:
            trims.append(_trim(chunk, wants[place], after, LAYER_CAP))
        allowed -= after
    return kept


def _cut_to(chunk: Chunk, allowed: int, count: Count, trims: list[Trim]) -> Chunk | None:
    before = count(chunk.body)
    if before <= allowed:
        return chunk
    if chunk.parts:
        alone = Section(layer=chunk.layer, chunks=(chunk,))
        return next(iter(drop_lowest(alone, allowed, count, trims, LAYER_CAP).chunks), None)
    smaller = cut_blocks(chunk, allowed, count)
    trims.append(_trim(chunk, before, count(smaller.body) if smaller else 0, LAYER_CAP))
    return smaller


def drop_lowest(section: Section, allowed: int, count: Count, trims: list[Trim], reason: str) -> Section:
    """Drop whole chunks and entries, the lowest score first, until the movable ones fit ``allowed``."""
    chunks = list(section.chunks)
    while sum(count(c.body) for c in chunks if not c.pinned) > allowed:
        index, part = _lowest(chunks)
        chunk = chunks[index]
        before = count(chunk.body)
        if part is None or len(chunk.parts) == 1:
            trims.append(_trim(chunk, before, 0, reason, part.id if part else None))
            del chunks[index]
            continue
        chunks[index] = attrs.evolve(chunk, parts=tuple(p for p in chunk.parts if p is not part))
        trims.append(_trim(chunk, before, count(chunks[index].body), reason, part.id))
    return attrs.evolve(section, chunks=tuple(chunks))


def _lowest(chunks: Sequence[Chunk]) -> tuple[int, Part | None]:
    """Place of the lowest-scored thing that may go; among equals the one furthest down."""
    rated: list[tuple[float, int, int, Part | None]] = []
    for index, chunk in enumerate(chunks):
        if chunk.pinned:
            continue
        if chunk.parts:
            own = chunk.score or 0.0
            rated += [(own if p.score is None else p.score, -index, -n, p) for n, p in enumerate(chunk.parts)]
        else:
            rated.append((chunk.score or 0.0, -index, 0, None))
    _, index, _, part = min(rated, key=lambda r: r[:3])
    return -index, part


def shrink_current(section: Section, allowed: int, count: Count, trims: list[Trim], reason: str) -> Section:
    """Cut the manuscript around the cursor to the largest radius that fits, then drop entries of lists."""
    text = [c for c in section.chunks if not c.pinned and not c.parts]
    lists = sum(count(c.body) for c in section.chunks if not c.pinned and c.parts)
    radius = _largest_radius(text, max(0, allowed - lists), count)
    chunks: list[Chunk] = []
    for chunk in section.chunks:
        if chunk.pinned or chunk.parts:
            chunks.append(chunk)
            continue
        smaller = cut_radius(chunk, radius)
        if smaller is not chunk:
            trims.append(_trim(chunk, count(chunk.body), count(smaller.body) if smaller else 0, reason))
        if smaller:
            chunks.append(smaller)
    shrunk = attrs.evolve(section, chunks=tuple(chunks))
    if sum(count(c.body) for c in chunks if not c.pinned) > allowed:
        return drop_lowest(shrunk, allowed, count, trims, reason)
    return shrunk


def _largest_radius(chunks: Sequence[Chunk], allowed: int, count: Count) -> int:
    """The largest radius (code points) within which the chunks take at most ``allowed`` tokens."""

    def size(radius: int) -> int:
        kept = (cut_radius(c, radius) for c in chunks)
        return sum(count(c.body) for c in kept if c)

    most = max((c.distance + len(c.text) for c in chunks), default=0)
    return most_that(most, lambda radius: size(radius) <= allowed)


def _trim(chunk: Chunk, before: int, after: int, reason: str, id_: str | None = None) -> Trim:
    return copied(Trim, chunk, id=id_ or chunk.id, tokens_before=before, tokens_after=after, reason=reason)
