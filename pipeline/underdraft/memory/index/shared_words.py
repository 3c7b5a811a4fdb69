"""How much of a text's rare words a query has: names and odd words count, common ones do not."""

from __future__ import annotations

import heapq
import math
from array import array
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

from underdraft.memory.index.row_cache import CONTENT
from underdraft.memory.index.stems import stems_of


class SharedWords:
    """Texts by key, compared with a query by the words that they share; not safe between threads without a lock.

    Of rows (:class:`~underdraft.memory.index.row_cache.Derived`) they are the texts in the second column.
    """

    def __init__(self, texts: Mapping[str, str] = MappingProxyType({})) -> None:
        self._numbers: defaultdict[str, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._words: dict[str, array[int]] = {}
        self._table: WordTable | None = None
        for key, text in texts.items():
            self._put(key, text)

    def _put(self, key: str, text: str) -> None:
        self._words[key] = array("i", map(self._numbers.__getitem__, sorted(stems_of(text))))

    def update(self, rows: Mapping[str, Any], changed: Collection[str]) -> None:
        """See :class:`~underdraft.memory.index.row_cache.Derived`."""
        self._table = None
        for key in sorted(changed):  # the order numbers the words: sums come out the same in every process
            self._words.pop(key, None)
            if key in rows:
                self._put(key, rows[key][CONTENT])

    def shares(self, query: str, keys: Collection[str] | None = None) -> dict[str, float]:
        """The weight of the words that a text shares with the query, by that of all its words and a text's mean: 0 to 1.

        A word weighs as much as it is rare among all texts. Only texts that share a word are in it, and of them
        those of ``keys``, if given, all of which must be known.
        """
        if self._table is None:
            self._table = WordTable(self._words, len(self._numbers))
        asked = [self._numbers[word] for word in stems_of(query) if word in self._numbers]
        return self._table.shares(asked, list(self._words if keys is None else keys))

    def nearest(self, query: str, limit: int, keys: Collection[str] | None = None) -> dict[str, float]:
        """Of :meth:`shares` the largest, in order, ties by key; the best counts 1."""
        found = sorted(self.shares(query, keys).items(), key=lambda hit: (-hit[1], hit[0]))[:limit]
        return {key: share / found[0][1] for key, share in found}


class WordTable:
    """The words of texts as numbers below ``known``, one text after the other, and what each weighs."""

    def __init__(self, texts: Mapping[str, array[int]], known: int) -> None:
        import numpy as np

        self._line = {key: line for line, key in enumerate(texts)}
        self._sizes = np.fromiter(map(len, texts.values()), "i8", len(texts))
        self._begins = np.cumsum(self._sizes) - self._sizes
        self._words = np.frombuffer(b"".join(texts.values()), dtype="i4")
        many = np.bincount(self._words, minlength=known)
        self._weights = np.log1p((len(texts) - many + 0.5) / (many + 0.5))
        self._mean = float((many * self._weights).sum()) / max(len(texts), 1)

    def shares(self, asked: Sequence[int], keys: Sequence[str]) -> dict[str, float]:
        """See :meth:`SharedWords.shares`; the query's words are numbers, too."""
        import numpy as np

        if not asked:
            return {}
        wanted = np.zeros(len(self._weights))
        wanted[asked] = 1
        lines = np.fromiter(map(self._line.__getitem__, keys), "i8", len(keys))
        sizes = self._sizes[lines]
        owners = np.repeat(np.arange(len(keys)), sizes)
        first = self._begins[lines] - np.cumsum(sizes) + sizes
        words = self._words[np.arange(len(owners)) + first[owners]]
        each = self._weights[words]
        shared = np.bincount(owners, each * wanted[words], minlength=len(keys))
        (found,) = np.nonzero(shared)
        whole = np.bincount(owners, each, minlength=len(keys))[found] + self._mean
        return dict(zip([keys[i] for i in found.tolist()], (shared[found] / whole).tolist(), strict=True))


WORDS_WEIGHT = 1.5
"""Weight of a share of 1 against a cosine of 1; chosen on the development part of ``benchmarks/data``."""

BEST_LEAST, MEAN_LEAST, MEAN_OF = 0.35, 0.25, 5
"""Minimum scores of the best text, and of the mean of the five best: below, the query is about something else."""

MARGIN_WEIGHT = 5.0
"""Weight of a margin of 1 over both against the learned :func:`~.is_about_work.leaning`; chosen across hands
(``benchmarks/README.md``)."""

LEAST = 0.15
"""Minimum score of a text."""


Hits = tuple[Mapping[str, float], Mapping[str, float]]
"""Of one table's rows the cosine, nearest first, and the share of words, by id."""


def fitting(hits: Sequence[Hits], limit: int, leaning: float = 0.0) -> dict[str, float]:
    """Scores of what fits a query, best first, ties by key: cosine and shared words; none where too little fits.

    What too little is gives way to a ``leaning`` above 0: the query is about the work, as its own vector says.
    """
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
    if not best:
        return {}
    mean = _mean([score for _, score in best[:MEAN_OF]])
    if leaning + MARGIN_WEIGHT * min(best[0][1] - BEST_LEAST, mean - MEAN_LEAST) < 0:
        return {}
    return {key: score for key, score in best[:limit] if score >= LEAST}


def _mean(scores: Sequence[float]) -> float:
    return math.fsum(scores) / len(scores)
