"""Pure ways of making a chunk smaller: at headings and paragraphs, entry by entry, around the cursor."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import attrs

from underdraft.text.sentences import MARK
from underdraft.text.surrounding import surrounding
from underdraft.types.chunk import Chunk

Count = Callable[[str], int]
"""Counts the tokens of a text."""

_BLOCK_END = re.compile(r"\n[ \t]*\n+")
_BARE_HEADINGS = re.compile(r"(?:\n+#{1,6}[ \t][^\n]*)+\Z")
_HEADING = re.compile(r"#{1,6}\s")


def share(wants: Sequence[int], total: int) -> list[int]:
    """Split ``total`` among claims: each gets what it wants, or an equal part of what is left.

    The smallest claims are served first, so that nothing is left over while a claim is unmet
    (max-min fairness). The result has the order of ``wants``.
    """
    given = [0] * len(wants)
    left = total
    order = sorted(range(len(wants)), key=lambda i: (wants[i], i))
    for place, index in enumerate(order):
        given[index] = min(wants[index], left // (len(order) - place))
        left -= given[index]
    return given


def cut_blocks(chunk: Chunk, allowed: int, count: Count) -> Chunk | None:
    """The longest head (or tail) of whole paragraphs within ``allowed`` tokens; ``None`` if none fits.

    A heading is not left behind without text below it. The chunk's ref is moved to the lines kept.
    """
    starts = [0, *(m.end() for m in _BLOCK_END.finditer(chunk.text))]
    ends = [*(m.start() for m in _BLOCK_END.finditer(chunk.text)), len(chunk.text)]
    blocks = list(zip(starts, ends, strict=True))
    if chunk.keep == "tail":
        kept = most_that(len(blocks), lambda n: count(chunk.text[blocks[-n][0] :]) <= allowed)
        begin, end = (blocks[-kept][0], len(chunk.text)) if kept else (0, 0)
    else:
        kept = most_that(len(blocks), lambda n: count(chunk.text[: blocks[n - 1][1]]) <= allowed)
        while (
            kept
            and _HEADING.match(chunk.text[blocks[kept - 1][0] :])
            and "\n" not in chunk.text[slice(*blocks[kept - 1])]  # nothing below the heading
        ):
            kept -= 1
        begin, end = (0, blocks[kept - 1][1]) if kept else (0, 0)
    text = chunk.text[begin:end]
    if not text.strip():
        return None
    ref = chunk.ref
    if ref and begin:
        ref = attrs.evolve(ref, first_line=ref.first_line + chunk.text.count("\n", 0, begin))
    return attrs.evolve(chunk, text=text, ref=ref)


def most_that(most: int, fits: Callable[[int], bool]) -> int:
    """The largest n in 0..most for which ``fits`` holds, by bisection (``fits`` must be monotone)."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


def cut_excerpt(chunk: Chunk, allowed: int, count: Count) -> Chunk | None:
    """The longest head of whole paragraphs with the chunk's focus in it, else as much from the focus on as fits.

    Where not even a sentence fits, the cut is marked ``…``; ``None`` where not even that mark does.
    """
    head = cut_blocks(chunk, allowed, count)
    end = _BLOCK_END.search(chunk.text, chunk.focus)
    if head is not None and len(head.text) >= (end.start() if end else len(chunk.text)):
        return head
    starts = (0, *(m.end() for m in _BLOCK_END.finditer(chunk.text)))
    begin = _behind_headings(chunk.text, max(start for start in starts if start <= chunk.focus))

    def excerpt(limit: int) -> str:
        text = surrounding(chunk.text, begin, begin, limit).after.text.strip("\n")
        return _BARE_HEADINGS.sub("", text)

    limit = most_that(len(chunk.text) - begin, lambda n: count(chunk.text[begin : begin + n]) <= allowed)
    text = excerpt(limit)
    while limit and count(text) > allowed:  # the mark, too, is paid for
        limit -= 1 + limit // 16
        text = excerpt(limit)
    text = text or MARK
    if count(text) > allowed:
        return None
    ref = chunk.ref
    if ref:
        ref = attrs.evolve(ref, first_line=ref.first_line + chunk.text.count("\n", 0, begin))
    return attrs.evolve(chunk, text=text, ref=ref, focus=0)


def _behind_headings(text: str, begin: int) -> int:
    """Return where the first paragraph at or after a place begins that is no bare heading; else the place itself."""
    place = begin
    while _HEADING.match(text, place) is not None:
        end = _BLOCK_END.search(text, place)
        if "\n" in text[place : end.start() if end else len(text)].strip():
            break  # text follows the heading at once
        if end is None or end.end() == len(text):
            return begin
        place = end.end()
    return place


def cut_radius(chunk: Chunk, radius: int) -> Chunk | None:
    """Cut a manuscript chunk to the part within ``radius`` code points of the cursor.

    The cut looks for paragraph, sentence and grapheme boundaries, as the rule ``surrounding`` does.
    """
    limit = radius - chunk.distance
    if limit >= len(chunk.text):
        return chunk
    if limit <= 0:
        return None
    if chunk.keep == "tail":
        text = surrounding(chunk.text, len(chunk.text), len(chunk.text), limit).before.text
    else:
        text = surrounding(chunk.text, 0, 0, limit).after.text
    text = text.strip("\n")
    return attrs.evolve(chunk, text=text) if text else None
