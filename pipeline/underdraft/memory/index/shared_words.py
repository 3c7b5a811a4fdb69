"""How much of a text's rare words a query has: names and odd words count, common ones do not."""

from __future__ import annotations

import heapq
import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import islice
from threading import Lock
from typing import Any

import attrs
from sqlalchemy import ColumnElement, Connection, Table, select

from underdraft.memory.index.meaning import AREAS, FOUND_MAXIMUM
from underdraft.memory.index.resident import ResidentRows, Residents
from underdraft.memory.index.words import words_of

COMMON = frozenset(
    [
        "the",
        "a",
        "an",
        "and",
        "or",
        "of",
        "to",
        "in",
        "on",
        "at",
        "is",
        "was",
        "were",
        "be",
        "been",
        "it",
        "its",
        "he",
        "she",
        "his",
        "her",
        "him",
        "they",
        "them",
        "i",
        "you",
        "we",
        "that",
        "this",
        "their",
        "with",
        "for",
        "from",
        "by",
        "as",
        "but",
        "not",
        "no",
        "had",
        "has",
        "have",
        "do",
        "does",
        "did",
        "so",
        "if",
        "then",
        "than",
        "when",
        "who",
        "what",
        "which",
        "there",
        "out",
        "up",
        "down",
        "into",
        "over",
        "would",
        "could",
        "should",
        "will",
        "shall",
        "may",
        "might",
        "must",
        "about",
        "very",
        "more",
        "one",
        "two",
        "any",
        "all",
        "me",
        "my",
        "your",
        "our",
        "us",
    ]
)
"""English words that say nothing of what a text is about; a small store cannot tell by their number."""

ENDINGS = ("'s", "ing", "ed", "es", "s", "ly")
STEM_LEAST = 3
"""Letters that are left at least of an English word without its ending."""


def stems_of(text: str) -> set[str]:
    """Pairs of CJK characters and words of other scripts, without common words and English endings."""
    return {_stem(word) for word in words_of(text) if word not in COMMON}


def _stem(word: str) -> str:
    if word.isascii():
        for ending in ENDINGS:
            if word.endswith(ending) and len(word) >= len(ending) + STEM_LEAST:
                return word[: -len(ending)]
    return word


class SharedWords:
    """Texts by key, compared with a query by the words that they share; never changed."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        import numpy as np

        self._number: dict[str, int] = {}
        self._keys = list(texts)
        rows = [
            [self._number.setdefault(w, len(self._number)) for w in sorted(stems_of(text))]
            for text in texts.values()
        ]
        sizes = np.array([len(row) for row in rows], dtype="i8")
        self._words = np.array([number for row in rows for number in row], dtype="i8")
        self._owners = np.repeat(np.arange(len(rows)), sizes)
        many = np.bincount(self._words, minlength=len(self._number))
        self._weights = np.log1p((len(rows) - many + 0.5) / (many + 0.5))
        whole = self._sums(self._weights)
        self._whole = whole + (whole.mean() if rows else 0)

    def shares(self, query: str) -> dict[str, float]:
        """The weight of the words that a text shares with the query, by that of all its words and a text's mean: 0 to 1.

        A word weighs as much as it is rare among the texts. Only texts that share a word are in it.
        """
        import numpy as np

        asked = [self._number[word] for word in stems_of(query) if word in self._number]
        weights = np.zeros(len(self._number))
        weights[asked] = self._weights[asked]
        shared = self._sums(weights)
        (found,) = np.nonzero(shared)
        shares = (shared[found] / self._whole[found]).tolist()
        return {self._keys[place]: share for place, share in zip(found.tolist(), shares, strict=True)}

    def _sums(self, weights: Any) -> Any:
        import numpy as np

        return np.bincount(self._owners, weights[self._words], minlength=len(self._keys))


@attrs.define(eq=False)
class ResidentWords:
    """The words of the rows that conditions allow, held in memory and made anew when a row changes."""

    _held: Residents = attrs.field(factory=Residents, init=False)
    _fitting: OrderedDict[tuple[str, int], tuple[tuple[Hits, ...], dict[str, float]]] = attrs.field(
        factory=OrderedDict, init=False
    )
    _lock: Lock = attrs.field(factory=Lock, init=False)

    def fitting(self, hits: tuple[Hits, ...], said: str, limit: int) -> dict[str, float]:
        """See :func:`fitting`; kept for what was said as long as the hits are the very same."""
        with self._lock:
            kept = self._fitting.get((said, limit))
            if kept is None or not _same(kept[0], hits):
                kept = hits, fitting(hits, limit)
                self._fitting[said, limit] = kept
                while len(self._fitting) > FOUND_MAXIMUM:
                    self._fitting.popitem(last=False)
            return kept[1]

    def shares(
        self, connection: Connection, table: Table, query: str, allowed: ColumnElement[bool]
    ) -> Mapping[str, float]:
        """See :meth:`SharedWords.shares`, by id; the same condition must be the same object."""
        held: _Held = self._held.get((table.name, id(allowed)), lambda: _Held(table, allowed))
        return held.shares(connection, query)


class _Held:
    """The words of one condition's rows, and the last answers."""

    def __init__(self, table: Table, allowed: ColumnElement[bool]) -> None:
        area, besides = AREAS[table.name]
        self.allowed = allowed  # held, so that its identity stays taken
        query = select(table.c.id, table.c.content).where(allowed)
        self._rows = ResidentRows(query=query, key=table.c.id, area=area, besides=besides)
        self._seen = -1
        self._words = SharedWords({})
        self._found: OrderedDict[str, Mapping[str, float]] = OrderedDict()

    def shares(self, connection: Connection, query: str) -> Mapping[str, float]:
        with self._rows.lock:
            if not self._rows.sync(connection):  # another reader has brought them further
                rows = connection.execute(self._rows.query).all()
                return SharedWords({row[0]: row[1] for row in rows}).shares(query)
            if self._rows.changes != self._seen:
                self._words = SharedWords({key: row[1] for key, row in self._rows.rows.items()})
                self._seen = self._rows.changes
                self._found.clear()
            if query not in self._found:
                self._found[query] = self._words.shares(query)
                while len(self._found) > FOUND_MAXIMUM:
                    self._found.popitem(last=False)
            return self._found[query]


WORDS_WEIGHT = 1.5
"""What a share of 1 counts against a cosine of 1; chosen on the development part of ``benchmarks/data``."""

BEST_LEAST, MEAN_LEAST, MEAN_OF = 0.35, 0.25, 5
"""What the best text, and the mean of the five best, must score: else the query is about something else."""

LEAST = 0.2
"""What a text must score."""


Hits = tuple[Mapping[str, float], Mapping[str, float]]
"""Of one table's rows the cosine, nearest first, and the share of words, by id."""


def fitting(hits: Sequence[Hits], limit: int) -> dict[str, float]:
    """Scores of what fits a query, best first, ties by key: cosine and shared words; none where too little fits."""
    wanted = max(limit, MEAN_OF)
    scores: dict[str, float] = {}
    for near, shares in hits:
        # What shares no word keeps its place by cosine: of that only the nearest can be among the best.
        scores.update(islice(((key, near[key]) for key in near if key not in shares), wanted))
        scores.update((key, near[key] + WORDS_WEIGHT * shares[key]) for key in shares if key in near)
    # Rounding, by which equal texts are ties, moves none by more than the margin.
    floor = min(heapq.nlargest(wanted, scores.values()), default=0.0) - 1e-6
    close = [(key, round(score, 6)) for key, score in scores.items() if score >= floor]
    best = sorted(close, key=lambda hit: (-hit[1], hit[0]))[:wanted]
    if not best or best[0][1] < BEST_LEAST or _mean([score for _, score in best[:MEAN_OF]]) < MEAN_LEAST:
        return {}
    return {key: score for key, score in best[:limit] if score >= LEAST}


def _same(one: tuple[Hits, ...], other: tuple[Hits, ...]) -> bool:
    """Whether these are the very same answers; the index keeps one until a row changes."""
    return len(one) == len(other) and all(
        a is b for left, right in zip(one, other, strict=True) for a, b in zip(left, right, strict=True)
    )


def _mean(scores: Sequence[float]) -> float:
    return math.fsum(scores) / len(scores)
