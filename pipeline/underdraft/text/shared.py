"""The common beginning of two sequences, and the line around a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def shared_length(one: Sequence[Any], other: Sequence[Any]) -> int:
    """Length of the common beginning, by halving: comparing two slices is fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def first_change(before: Sequence[str], after: Sequence[str]) -> tuple[int, str, str]:
    """The place from which on two texts' lines differ, and each one's line there; empty behind its end."""
    place = shared_length(before, after)
    was, now = (lines[place] if place < len(lines) else "" for lines in (before, after))
    return place, was, now


def line_at(text: str, place: int) -> str:
    """Return the line of a text in which a place is."""
    return text[text.rfind("\n", 0, place) + 1 :].partition("\n")[0]
