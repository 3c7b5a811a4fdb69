"""Where a passage that was put into a text stands by now: edited between its neighbours, or moved as it was."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated

from underdraft.text.rewritten import sentences
from underdraft.types.values import frozen

REACH = 80
"""Code points of the text around a passage that are remembered on each side."""

NEAR = (REACH, REACH // 2, REACH // 4)
"""So many of them are looked for, the more the better."""

CERTAIN = 20
"""Code points from which a passage that occurs once is known without its neighbours."""

GRAM = 3
"""Code points of the pieces by which two passages are compared."""

NOTHING = 0.15
"""Share of a line's pieces up to which it has nothing of a passage."""

RELATED = 0.1
"""Least share of pieces that an edited passage has in common with the one before."""

Span = tuple[int, int]


@frozen(kw_only=True)
class Anchor:
    """A passage as it was put into a text, and what stood around it."""

    text: str
    before: Annotated[str, "At most :data:`REACH` code points; empty at the beginning of the text."]
    behind: Annotated[str, "The same after it; empty at the end."]

    @classmethod
    def at(cls, document: str, start: int, end: int) -> Anchor:
        """The anchor of a passage of a document, by its offsets."""
        return cls(
            text=document[start:end],
            before=document[max(0, start - REACH) : start],
            behind=document[end : end + REACH],
        )

    @property
    def whole_lines(self) -> bool:
        """Whether the passage begins and ends with a line."""
        return self.before[-1:] in {"", "\n"} and self.behind[:1] in {"", "\n", "\r"}


def find_passage(document: str, anchor: Anchor) -> Span | None:
    """The offsets of a passage in a later state of its document, or in another one; ``None`` where no place is certain."""
    if anchor.text.strip() == "":
        return None
    exact = list(_places(document, anchor.text))
    if exact:
        near = [span for span in exact if _neighbours(document, anchor, span)] if len(exact) > 1 else exact
        sure = len(anchor.text) >= CERTAIN or any(_neighbours(document, anchor, span) for span in near)
        return near[0] if len(near) == 1 and sure else None
    between = _between(document, anchor)
    between = between and _trimmed(document, between, anchor)
    return between if between and _share(document[slice(*between)], anchor.text) >= RELATED else None


def _places(document: str, text: str) -> Iterator[Span]:
    start = document.find(text)
    while start >= 0:
        yield start, start + len(text)
        start = document.find(text, start + 1)


def _neighbours(document: str, anchor: Anchor, span: Span) -> bool:
    """Whether what stood before or behind a passage stands there."""
    least = NEAR[-1]
    before, behind = anchor.before[-least:], anchor.behind[:least]
    at_start, at_end = span[0] == 0 and not before, span[1] == len(document) and not behind
    return (
        at_start
        or at_end
        or bool(before.strip() and document.endswith(before, 0, span[0]))
        or bool(behind.strip() and document.startswith(behind, span[1]))
    )


def _between(document: str, anchor: Anchor) -> Span | None:
    """The span between the former neighbours, if both occur once and in their order."""
    before = [anchor.before[-n:] for n in NEAR] if anchor.before else []
    behind = [anchor.behind[:n] for n in NEAR] if anchor.behind else []
    left = next((document.index(one) + len(one) for one in before if _once(document, one)), None)
    right = next((document.index(one) for one in behind if _once(document, one)), None)
    start, end = left if before else 0, right if behind else len(document)
    return None if start is None or end is None or start > end else (start, end)


def _once(document: str, words: str) -> bool:
    return bool(words.strip()) and document.count(words) == 1


def _trimmed(document: str, within: Span, anchor: Anchor) -> Span:
    """A span without lines, or sentences, that were put beside the passage: more than it had, and without words in common with it."""
    size = len(_units(anchor.text, lines=anchor.whole_lines))
    units = _units(document, within, lines=anchor.whole_lines)
    wanted = _grams(anchor.text)
    own = [len(found & wanted) >= NOTHING * len(found) for found in (_grams(document[a:b]) for a, b in units)]
    while len(units) > size and not (own[0] and own[-1]):
        place = -1 if own[0] else 0
        del units[place], own[place]
    return (units[0][0], units[-1][1]) if units else within


def _share(text: str, other: str) -> float:
    """The share of pieces that two passages have in common, 0 to 1."""
    one, two = _grams(text), _grams(other)
    return len(one & two) / len(one | two)


def _grams(text: str) -> set[str]:
    plain = "".join(text.split())
    return {plain[at : at + GRAM] for at in range(max(1, len(plain) - GRAM + 1))}


def _units(document: str, within: Span | None = None, *, lines: bool) -> list[Span]:
    """The offsets of the lines or sentences with text, without the white space around them."""
    start, end = within or (0, len(document))
    part = document[start:end]
    pieces = part.splitlines(keepends=True) if lines else sentences(part)
    ends = [start]
    for piece in pieces:
        ends.append(ends[-1] + len(piece))
    return [
        (a + len(piece) - len(piece.lstrip()), b - (len(piece) - len(piece.rstrip())))
        for (a, b), piece in zip(pairwise(ends), pieces, strict=True)
        if piece.strip()
    ]
