"""Stage: put chunks into the fixed layer order and drop what stands there already."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from underdraft.types.chunk import Chunk, Part
from underdraft.types.layers import Layer
from underdraft.types.prompt import Excluded, Section
from underdraft.types.values import frozen

DUPLICATE = "duplicate: stands in a lower layer or earlier in this one"
UNWANTED = "left out for this run"


@frozen(kw_only=True)
class Layered:
    """The six sections, all present, and what was left out as a repetition."""

    sections: tuple[Section, ...] = ()
    excluded: tuple[Excluded, ...] = ()


@attrs.define
class _Seen:
    """Ids and texts that stand in the prompt already."""

    unwanted: frozenset[str] = frozenset()
    ids: set[str] = attrs.field(factory=set)
    texts: set[str] = attrs.field(factory=set)
    excluded: list[Excluded] = attrs.field(factory=list)

    def is_new(self, id_: str | None, folded: str) -> bool:
        """Remember the thing; whether it is wanted, and neither its id nor its text was there before."""
        if id_ in self.unwanted:
            return False
        new = folded not in self.texts and id_ not in self.ids
        if folded:
            self.texts.add(folded)
        if id_:
            self.ids.add(id_)
        return new

    def leave_out(self, chunk: Chunk, id_: str | None) -> None:
        why = UNWANTED if id_ in self.unwanted else DUPLICATE
        self.excluded.append(
            Excluded(layer=chunk.layer, source=chunk.source, plugin=chunk.plugin, id=id_, reason=why)
        )


def deduplicate(chunks: Iterable[Chunk], leave_out: Iterable[str] = ()) -> Layered:
    """The chunks by layer, each layer in the order given; a repetition keeps its first place, and ids to leave out have none.

    The order within a layer comes from the fetch stage and is never changed here, so the result
    depends on the chunks alone. Manuscript text (layer 5 without an id) may repeat itself.
    """
    by_layer: dict[Layer, list[Chunk]] = {layer: [] for layer in Layer}
    for chunk in chunks:
        by_layer[chunk.layer].append(chunk)
    seen = _Seen(frozenset(leave_out))
    sections = tuple(
        Section(layer=layer, chunks=tuple(kept for c in by_layer[layer] if (kept := _first(c, seen))))
        for layer in Layer
    )
    return Layered(sections=sections, excluded=tuple(seen.excluded))


def _first(chunk: Chunk, seen: _Seen) -> Chunk | None:
    if chunk.parts:
        parts = tuple(p for p in chunk.parts if _first_part(chunk, p, seen))
        if len(parts) == len(chunk.parts):
            return chunk
        return attrs.evolve(chunk, parts=parts) if parts else None
    text = "" if chunk.layer is Layer.CURRENT else chunk.folded
    if not (text or chunk.id) or seen.is_new(chunk.id, text) or chunk.pinned:
        return chunk
    seen.leave_out(chunk, chunk.id)
    return None


def _first_part(chunk: Chunk, part: Part, seen: _Seen) -> bool:
    if seen.is_new(part.id, part.folded):
        return True
    seen.leave_out(chunk, part.id)
    return False
