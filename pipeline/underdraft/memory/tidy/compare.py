"""Whether two statements say the same, without a model: equal texts, or vectors that are very near.

Nearness does not tell "left-handed" from "right-handed": two statements that differ in one thing only are left to the
model. A pure function; what it finds is offered to the writer and never done.
"""

from __future__ import annotations

import re
from typing import Literal

from underdraft.memory.notes.record import MemoryItem
from underdraft.text.clean import folded, normalised
from underdraft.text.language import HAN
from underdraft.text.rewritten import differing

SAME = 0.85
"""Likeness from which on two statements say the same in other words.

Of what is offered so 31 of 32 labelled pairs are duplicates (benchmarks/README.md, ``tidy``).
"""

_TOKEN = re.compile(rf"[{HAN}]|[^\W_]+")

Why = Literal["same_words", "same_meaning", "model_says"]


Pair = tuple[MemoryItem, MemoryItem]


def hashes_of(pair: Pair) -> frozenset[str]:
    """The content hashes of two statements: what is decided holds for as long as both say the same."""
    return frozenset(one.content_hash for one in pair)


def compare(first: str, second: str, cosine: float | None) -> Why | None:
    """Say why two statements are the same, if they are; ``cosine`` is the calibrated one of their vectors, ``None`` where there are none."""
    if normalised(first) == normalised(second):
        return "same_words"
    if cosine is None or cosine < SAME or one_differs(first, second):
        return None
    return "same_meaning"


def one_differs(first: str, second: str) -> bool:
    """Whether the statements are alike but for one thing that stands in the place of another."""
    mine, theirs = (_TOKEN.findall(folded(text)) for text in (first, second))
    ranges = differing(mine, theirs)
    if len(ranges) != 1:
        return False
    ((begin, end, other_begin, other_end),) = ranges
    replaced = begin < end and other_begin < other_end
    return replaced and 2 * (len(mine) - (end - begin)) >= min(len(mine), len(theirs))
