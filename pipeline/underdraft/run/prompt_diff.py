"""What changed between two prompts: which layer, which chunk of which plugin, and which words."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

import attrs

from underdraft.run.render import chunk_bytes
from underdraft.types.chunk import Chunk
from underdraft.types.copies import copied
from underdraft.types.layers import Layer
from underdraft.types.prompt import Prompt, Section

GAP = "⋯"
"""Stands in a text diff for equal text that is left out."""

_PIECE = re.compile(
    r"[^\n]+?(?:[。！？；…]+[”’」』》）]*|[.!?;]+[\"')\]]*(?=\s)|(?=\n)|\Z)|\n",
)


@attrs.frozen(kw_only=True)
class ChunkChange:
    """One chunk that is not the same in both prompts."""

    change: Annotated[
        Literal["added", "removed", "changed", "moved"], '`"moved"` is the same text in another place.'
    ]
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
        shared_code_points=_shared(*whole),
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


def _chunk_changes(before: Section, after: Section) -> list[ChunkChange]:
    """The changes in the order in which they stand in the prompt."""
    old, new = _keyed(before.chunks), _keyed(after.chunks)
    stayed = [key for key in old if key in new]
    order = {key: place for place, key in enumerate(stayed)}
    found = [
        (place, _change("removed", chunk, chunk.body, ""))
        for place, (key, chunk) in enumerate(old.items())
        if key not in new
    ]
    seen = 0
    for place, (key, chunk) in enumerate(new.items()):
        if key not in old:
            found.append((place, _change("added", chunk, "", chunk.body)))
            continue
        if chunk_bytes(old[key]) != chunk_bytes(chunk):
            found.append((place, _change("changed", chunk, _shown(old[key]), _shown(chunk))))
        elif order[key] != seen:
            found.append((place, _change("moved", chunk, "", "")))
        seen += 1
    return [change for _, change in sorted(found, key=lambda item: item[0])]


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


def _change(
    change: Literal["added", "removed", "changed", "moved"], chunk: Chunk, before: str, after: str
) -> ChunkChange:
    return copied(ChunkChange, chunk, change=change, lines=text_diff(before, after))


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


def _shared(before: str, after: str) -> int:
    """Length of the common beginning, by halving: comparing two slices is fast."""
    low, high = 0, min(len(before), len(after))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if before[:middle] == after[:middle] else (low, middle - 1)
    return low


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
