"""Which place in the writer's text a place in the model's text became."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate

import attrs
import regex

from underdraft.text.language.scripts import HAN
from underdraft.types.observation import SPAN_MAXIMUM

_TOKEN = regex.compile(rf"[{HAN}]|[\p{{L}}\p{{M}}\p{{N}}]+(?:['’-][\p{{L}}\p{{M}}]+)*|.", regex.DOTALL)


ALIGNED_MAXIMUM = 20_000
"""Longest text, in code points, that is aligned (about 25 ms); longer ones are only measured."""


@attrs.frozen
class Change:
    """A passage that was replaced, removed (empty ``new``) or added (empty ``old``), with its offsets."""

    old: str
    new: str
    old_start: int
    new_start: int


class Alignment:
    """Two texts laid beside each other, token by token (Levenshtein); all offsets are code points."""

    def __init__(self, old: str, new: str) -> None:
        self.old = old
        self.new = new

    @property
    def possible(self) -> bool:
        """Whether both texts are short enough."""
        return max(len(self.old), len(self.new)) <= ALIGNED_MAXIMUM

    @cached_property
    def _steps(self) -> list[tuple[str, int, int, int, int]]:
        from rapidfuzz.distance import Levenshtein

        old, new = tokens(self.old), tokens(self.new)
        places = offsets(old), offsets(new)
        found = Levenshtein.opcodes(old, new)
        return [
            (
                s.tag,
                places[0][s.src_start],
                places[0][s.src_end],
                places[1][s.dest_start],
                places[1][s.dest_end],
            )
            for s in found
        ]

    @cached_property
    def changes(self) -> list[Change]:
        """The differences, in order, adjacent steps joined."""
        joined: list[tuple[int, int, int, int]] = []
        for tag, a, b, c, d in self._steps:
            if tag == "equal":
                continue
            if joined and joined[-1][1] == a and joined[-1][3] == c:
                joined[-1] = (joined[-1][0], b, joined[-1][2], d)
            else:
                joined.append((a, b, c, d))
        return [Change(self.old[a:b], self.new[c:d], a, c) for a, b, c, d in joined]

    def place(self, offset: int) -> int:
        """Return where an offset of the old text lies in the new one."""
        for tag, a, b, c, d in self._steps:
            if offset < b:
                return c + (offset - a if tag != "insert" else 0) if offset >= a else c
            if offset == b:
                return d
        return len(self.new)

    def counterpart(self, start: int, end: int) -> tuple[str, str]:
        """A passage of the old text and its counterpart in the new one, each at most :data:`SPAN_MAXIMUM` long."""
        end = min(end, start + SPAN_MAXIMUM)
        if not self.possible:
            return self.old[start:end], ""
        first, last = self.place(start), self.place(end)
        return self.old[start:end].strip(), self.new[first : max(first, last)][:SPAN_MAXIMUM].strip()

    def unchanged(self, offset: int) -> bool:
        """Whether the code point at an offset of the old text is still there."""
        return any(tag == "equal" and a <= offset < b for tag, a, b, _, _ in self._steps)


def tokens(text: str) -> list[str]:
    """Chinese characters, words of other scripts, and everything else one by one; joining gives the text."""
    return _TOKEN.findall(text)


def offsets(parts: list[str]) -> list[int]:
    """Return where each token starts, and where the last one ends."""
    return [0, *accumulate(map(len, parts))]
