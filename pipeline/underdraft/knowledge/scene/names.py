"""Finds names in a text: all of them at once, the longest at each place, each as its full name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import attrs

from underdraft.knowledge.graph.model import StoryGraph
from underdraft.types.values import frozen

MIN_LENGTH = 2
"""Shorter names are not looked for: a single Chinese character is a word, not a name."""

_LATIN = re.compile(r"[A-Za-z0-9À-ɏЀ-ӿ]")


@frozen
class NameMatch:
    """One name in a text; offsets are code points."""

    start: int
    end: int
    written: str
    name: str


@attrs.define(eq=False)
class NameIndex:
    """Looks for many names in one pass.

    The first characters of all names make one character class, which the regular expression engine
    scans for; at each hit only the names that begin so are compared. With 900 names this takes 1.4 ms
    over 8,000 characters, an alternation of the names 6.7 ms, ``regex``'s named lists 18 ms.
    """

    _by_first: Mapping[str, Sequence[tuple[str, str]]]
    _first: re.Pattern[str] | None

    @classmethod
    def of(cls, names: Iterable[tuple[str, str]]) -> NameIndex:
        """An index of ``(written, full name)``; of two full names for one writing the first counts."""
        table: dict[str, str] = {}
        for written, name in names:
            if len(written) >= MIN_LENGTH:
                table.setdefault(written, name)
        by_first: dict[str, list[tuple[str, str]]] = {}
        for written in sorted(table, key=lambda w: (-len(w), w)):
            by_first.setdefault(written[0], []).append((written, table[written]))
        first = re.compile(f"[{''.join(re.escape(c) for c in sorted(by_first))}]") if by_first else None
        return cls(by_first, first)

    def find(self, text: str) -> Iterator[NameMatch]:
        """Names in text order, not overlapping."""
        if self._first is None:
            return
        position = 0
        for hit in self._first.finditer(text):
            start = hit.start()
            if start < position:
                continue
            for written, name in self._by_first[hit[0]]:
                end = start + len(written)
                if text.startswith(written, start) and _is_whole(text, start, end):
                    position = end
                    yield NameMatch(start, end, written, name)
                    break

    def names_in(self, text: str) -> frozenset[str]:
        """The full names that occur."""
        return frozenset(found.name for found in self.find(text))


@lru_cache(maxsize=16)
def graph_index(graph: StoryGraph) -> NameIndex:
    """The names and aliases of a graph's entities, then whom and what claims are about."""
    entities = [(written, entity.name) for written, entity in graph.by_name.items()]
    return NameIndex.of([*entities, *((claim.subject, claim.subject) for claim in graph.claims)])


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a name in letters with word spaces is not the middle of a longer word."""
    before = start > 0 and _LATIN.match(text[start]) and _LATIN.match(text[start - 1])
    after = end < len(text) and _LATIN.match(text[end - 1]) and _LATIN.match(text[end])
    return not before and not after


def is_proper(written: str, name: str) -> bool:
    """Whether a writing is a form of the name, and not a description such as "the keeper".

    A Chinese alias that shares a character with the name, or capitalised letters, is taken for a form of it.
    """
    if _LATIN.match(written[0]):
        return written[0].isupper()
    return written == name or bool(set(written) & set(name))
