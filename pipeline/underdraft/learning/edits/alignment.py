"""Which place in the writer's text a place in the model's text became."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate

import regex

from underdraft.text.language.scripts import HAN
from underdraft.text.rewritten import differing
from underdraft.types.observation import SPAN_MAXIMUM
from underdraft.types.values import frozen

_TOKEN = regex.compile(rf"[{HAN}]|[\p{{L}}\p{{M}}\p{{N}}]+(?:['’-][\p{{L}}\p{{M}}]+)*|.", regex.DOTALL)

ALIGNED_MAXIMUM = 20_000
"""Longest text, in code points, that is aligned (about 25 ms); longer ones are only measured."""


@frozen
class Change:
    """A passage that was replaced, removed (empty ``new``) or added (empty ``old``), with its offsets."""

    old: str
    new: str
    old_start: int
    new_start: int

    @property
    def old_end(self) -> int:
        """The offset after it in the old text."""
        return self.old_start + len(self.old)

    @property
    def new_end(self) -> int:
        """The offset after it in the new text."""
        return self.new_start + len(self.new)


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
    def changes(self) -> list[Change]:
        """The differences, in order, adjacent ones joined."""
        old, new = tokens(self.old), tokens(self.new)
        at, to = ([0, *accumulate(map(len, parts))] for parts in (old, new))
        return [
            Change(self.old[at[a] : at[b]], self.new[to[c] : to[d]], at[a], to[c])
            for a, b, c, d in differing(old, new)
        ]

    def place(self, offset: int) -> int:
        """Return where an offset of the old text lies in the new one."""
        shift = 0
        for change in self.changes:
            if offset <= change.old_start:
                break
            if offset < change.old_end:
                return min(change.new_start + offset - change.old_start, change.new_end)
            shift = change.new_end - change.old_end
        return offset + shift

    def counterpart(self, start: int, end: int) -> tuple[str, str]:
        """A passage of the old text and its counterpart in the new one, each at most :data:`SPAN_MAXIMUM` long."""
        end = min(end, start + SPAN_MAXIMUM)
        if not self.possible:
            return self.old[start:end], ""
        first, last = self.place(start), self.place(end)
        return self.old[start:end].strip(), self.new[first : max(first, last)][:SPAN_MAXIMUM].strip()

    def unchanged(self, offset: int) -> bool:
        """Whether the code point at an offset of the old text is still there."""
        return not any(change.old_start <= offset < change.old_end for change in self.changes)


def tokens(text: str) -> list[str]:
    """Chinese characters, words of other scripts, and everything else one by one; joining gives the text."""
    return _TOKEN.findall(text)
