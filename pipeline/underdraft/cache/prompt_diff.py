"""What changed between two prompts: which layer, which chunk of which plugin, and which words."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

import attrs

from underdraft.prompt.render import chunk_bytes
from underdraft.text.shared import shared_length
from underdraft.types.chunk import Chunk
from underdraft.types.copies import copied
from underdraft.types.layers import Layer
from underdraft.types.prompt import Prompt, Section

GAP = "⋯"
"""Stands in a text diff for equal text that is left out."""

_PIECE = re.compile(
    r"[^\n]+?(?:[。！？；…]+[”’」』》）]*|[.!?;]+[\"')\]]*(?=\s)|(?=\n)|\Z)|\n",
)


Change = Literal["added", "removed", "changed", "moved"]


@attrs.frozen(kw_only=True)
class ChunkChange:
    """One chunk that is not the same in both prompts."""

    change: Annotated[Change, '`"moved"` is the same text in another place.']
    plugin: Annotated[str, "The plugin that the chunk came from."]
    fetcher: Annotated[str, "The fetcher that gave it."]
    source: Annotated[str, 'The chunk\'s source, e.g. `"file:.underdraft/style-guide.md"`.']
    kind: Annotated[str, "The chunk's kind."]
    lines: Annotated[tuple[str, ...], "A text diff, see :func:`text_diff`."] = ()


@attrs.frozen(kw_only=True)
class LayerChange:
    """One layer whose chunks are not the same."""

    layer: Layer
    chunks: tuple[ChunkChange, ...]


@attrs.frozen(kw_only=True)
class TextChange:
    """A named text that is not the same: a template, the skill block, the earlier turns."""

    name: str
    lines: tuple[str, ...]


@attrs.frozen(kw_only=True)
class Difference:
    """All that changed from one prompt to another."""

    same: Annotated[bool, "All messages are the same."]
    stable_prefix_same: Annotated[bool, "Layers 0-3 have the same bytes."]
    layers: Annotated[tuple[LayerChange, ...], "The layers that changed, in prompt order."]
    texts: Annotated[tuple[TextChange, ...], "Changed templates, skill block and history."]
    first: Annotated[str | None, "Where the first difference lies, in words; `None` when there is none."]
    shared_code_points: Annotated[int, "Length of the leading text that both prompts share."]
    code_points: Annotated[int, "Length of the later prompt's text."]


def compare(
    before: Prompt, after: Prompt, *, templates: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {})
) -> Difference:
    """Compare two prompts, and name and source of the templates of both."""
    layers = tuple(
        LayerChange(layer=old.layer, chunks=changes)
        for old, new in zip(before.sections, after.sections, strict=True)
        if (changes := tuple(_chunk_changes(old, new)))
    )
    texts = tuple(_text_changes(before, after, templates))
    whole = [_text(prompt) for prompt in (before, after)]
    same = before.messages == after.messages
    return Difference(
        same=same,
        stable_prefix_same=before.stable_prefix == after.stable_prefix,
        layers=layers,
        texts=texts,
        first=None if same else _first(before, after, layers),
        shared_code_points=shared_length(*whole),
        code_points=len(whole[1]),
    )


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
    return [piece for piece in (m.group().strip() for m in _PIECE.finditer(text)) if piece]


_Key = tuple[str, str, str, str, int]


@attrs.frozen(kw_only=True)
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
    """What is not the same in the order in which it stands in the prompt."""
    old, new = _keyed(before.chunks), _keyed(after.chunks)
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


def _chunk_changes(before: Section, after: Section) -> Iterator[ChunkChange]:
    for pair in changed_chunks(before, after):
        if pair.change == "changed":
            texts = [_shown(chunk) for chunk in (pair.old, pair.new) if chunk]
        elif pair.change == "moved":
            texts = ["", ""]
        else:
            texts = [chunk.body if chunk else "" for chunk in (pair.old, pair.new)]
        yield copied(ChunkChange, pair.chunk, change=pair.change, lines=text_diff(*texts))


def _keyed(chunks: Sequence[Chunk]) -> dict[_Key, Chunk]:
    """Chunks by what tells them apart; of several alike, the first is compared with the first."""
    seen: Counter[tuple[str, ...]] = Counter()
    found: dict[_Key, Chunk] = {}
    for chunk in chunks:
        key = (chunk.plugin, chunk.fetcher, chunk.source, chunk.kind)
        found[*key, seen[key]] = chunk
        seen[key] += 1
    return found


def _shown(chunk: Chunk) -> str:
    """The text with its reference: a piece that was cut at other lines differs in that alone."""
    return f"{chunk.ref.render(chunk.text)}\n{chunk.body}" if chunk.ref else chunk.body


def _text_changes(
    before: Prompt, after: Prompt, templates: tuple[Mapping[str, str], Mapping[str, str]]
) -> Iterator[TextChange]:
    old, new = templates
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield TextChange(name=f"template {name}", lines=text_diff(old.get(name, ""), new.get(name, "")))
    if before.skill_block != after.skill_block:
        yield TextChange(name="skill", lines=text_diff(before.skill_block, after.skill_block))
    if before.history != after.history:
        turns = ["\n".join(f"{m.role}: {m.content}" for m in p.history) for p in (before, after)]
        yield TextChange(name="history", lines=text_diff(turns[0], turns[1]))


def _text(prompt: Prompt) -> str:
    return "\n".join(message.content for message in prompt.messages)


def _first(before: Prompt, after: Prompt, layers: Sequence[LayerChange]) -> str:
    stable = [c for c in layers if c.layer.stable]
    if before.stable_prefix != after.stable_prefix:
        return _blame(stable[0]) if stable else "the template of the stable prefix"
    if before.skill_block != after.skill_block:
        return "the skill"
    if before.history != after.history:
        return "the earlier turns"
    moving = [c for c in layers if not c.layer.stable]
    return _blame(moving[0]) if moving else "the template of layers 4 and 5"


def _blame(change: LayerChange) -> str:
    chunk = change.chunks[0]
    return f"layer {change.layer.value} {change.layer.name}: {chunk.source} ({chunk.change}), plugin {chunk.plugin}"
