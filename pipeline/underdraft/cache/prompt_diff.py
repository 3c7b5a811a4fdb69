"""Differences between two sections and between two texts: which chunks, and which words."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from underdraft.prompt.render import chunk_bytes
from underdraft.text.rewritten import sentences
from underdraft.types.chunk import Chunk
from underdraft.types.prompt import Section
from underdraft.types.values import frozen

GAP = "⋯"
"""Stands in a text diff for equal text that is left out."""

Change = Literal["added", "removed", "changed", "moved"]
"""``"moved"`` is the same text in another place."""


def text_diff(before: str, after: str) -> tuple[str, ...]:
    """A diff by sentences: lines with ``"- "``, ``"+ "`` or ``"  "`` (context) before them, or :data:`GAP`."""
    lines: list[str] = []
    for line in difflib.unified_diff(_pieces(before), _pieces(after), n=1, lineterm=""):
        if line.startswith(("---", "+++")) and not lines:
            continue
        if line.startswith("@@"):
            lines.append(GAP)
        else:
            lines.append(f"{line[0]} {line[1:]}")
    return tuple(lines[1:] if lines[:1] == [GAP] else lines)


def _pieces(text: str) -> list[str]:
    return [piece for piece in map(str.strip, sentences(text)) if piece]


@frozen(kw_only=True)
class ChunkPair:
    """A chunk that is not the same in two sections: as it was and as it is, and its place among the others."""

    change: Change
    old: Chunk | None
    new: Chunk | None
    place: int

    @property
    def chunk(self) -> Chunk:
        """The later one, or the one that went."""
        found = self.new or self.old
        if found is None:
            raise ValueError("a pair without chunks")
        return found


def changed_chunks(before: Section, after: Section) -> list[ChunkPair]:
    """List the chunks that are not the same, in the order in which they stand in the prompt."""
    old, new = keyed(before.chunks), keyed(after.chunks)
    order = {key: place for place, key in enumerate(key for key in old if key in new)}
    found = [
        ChunkPair(change="removed", old=chunk, new=None, place=place)
        for place, (key, chunk) in enumerate(old.items())
        if key not in new
    ]
    seen = 0
    for place, (key, chunk) in enumerate(new.items()):
        if key not in old:
            found.append(ChunkPair(change="added", old=None, new=chunk, place=place))
            continue
        if chunk_bytes(old[key]) != chunk_bytes(chunk):
            found.append(ChunkPair(change="changed", old=old[key], new=chunk, place=place))
        elif order[key] != seen:
            found.append(ChunkPair(change="moved", old=old[key], new=chunk, place=place))
        seen += 1
    return sorted(found, key=lambda pair: pair.place)


def keyed(chunks: Iterable[Chunk]) -> dict[str, Chunk]:
    """Chunks by what tells them apart and stays when a text changes; of several alike, the first is compared with the first."""
    seen: Counter[str] = Counter()
    found: dict[str, Chunk] = {}
    for chunk in chunks:
        key = f"{chunk.plugin}/{chunk.fetcher}/{chunk.kind} {chunk.source}"
        seen[key] += 1
        found[key if seen[key] == 1 else f"{key} #{seen[key]}"] = chunk
    return found
