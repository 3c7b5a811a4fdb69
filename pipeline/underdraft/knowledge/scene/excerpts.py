"""Chooses what of a project's files belongs into a prompt: who is named first and whole, the rest as lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from underdraft.knowledge.scene.chapters import HEADING, chapter_number
from underdraft.types.knowledge import Card, Choice, Piece

MAX_WHOLE = 60
"""Maximum cards that are given whole, or with an excerpt where the layer's cap asks for it."""

MAX_GENERAL = 4
"""Maximum files about nobody in particular that are given whole."""

MAX_LINES = 16
"""Maximum one-line references; the others are counted."""


def choose(
    cards: Sequence[Card], names: Collection[str], mentioned: Mapping[str, int] | None = None
) -> Choice:
    """Split a folder's cards into whole ones and lines; the result depends on the arguments alone.

    The more of the named cards mention a name, the further in front it is.
    """
    chosen = set(names)
    often = mentioned or {}
    named = sorted(
        (c for c in cards if c.named and c.name in chosen), key=lambda c: (-often.get(c.name, 0), c.path)
    )
    general = [c for c in cards if not c.named]
    whole = (*named[:MAX_WHOLE], *general[:MAX_GENERAL])
    taken = {card.path for card in whole}
    rest = [*named[MAX_WHOLE:], *(c for c in cards if c.path not in taken and c not in named)]
    return Choice(whole=whole, lines=tuple(rest[:MAX_LINES]), left=max(0, len(rest) - MAX_LINES))


def sections_for(text: str, first_line: int, chapter: int | None) -> tuple[Piece, ...]:
    """Return the parts of an outline about a chapter: its preamble, the chapter before, this one and the next.

    An outline whose headings carry no chapter numbers, and one asked for without a chapter, is given whole.
    ``first_line`` is the file's line on which the text begins.
    """
    headings = [(m.start(), len(m[1]), chapter_number(m[2])) for m in HEADING.finditer(text)]
    numbered = [h for h in headings if h[2] is not None]
    if chapter is None or not numbered:
        return (Piece(text, first_line),)
    level = min(depth for _, depth, _ in numbered)
    starts = [(start, number) for start, depth, number in headings if depth <= level]
    numbers = sorted({n for _, n in starts if n is not None})
    before = max((n for n in numbers if n < chapter), default=None)
    after = min((n for n in numbers if n > chapter), default=None)
    wanted = {before, chapter, after} - {None}
    ends = [start for start, _ in starts[1:]] + [len(text)]
    first = starts[0][0]
    sections = [(0, first, True)]
    sections += [
        (start, end, number in wanted or (number is None and start == first))
        for (start, number), end in zip(starts, ends, strict=True)
    ]
    kept = [list(group) for keep, group in groupby(sections, key=itemgetter(2)) if keep]
    return _pieces(text, first_line, [(group[0][0], group[-1][1]) for group in kept])


def _pieces(text: str, first_line: int, spans: Sequence[tuple[int, int]]) -> tuple[Piece, ...]:
    """The spans as pieces; blank ones go."""
    pieces = []
    for start, end in spans:
        lead = len(text[start:end]) - len(text[start:end].lstrip("\n"))
        body = text[start:end].strip("\n")
        if body.strip():
            pieces.append(Piece(body, first_line + text.count("\n", 0, start + lead)))
    return tuple(pieces)
