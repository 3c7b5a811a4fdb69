"""How much of a text's rare words a query has: names and odd words count, common ones do not."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice

from underdraft.memory.index.postings import rarity, unit_of
from underdraft.text.stems import stems_of


class SharedWords:
    """A few texts by key, compared with a query by the words that they share, as :mod:`.postings` does for those stored."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._words = {key: stems_of(text) for key, text in texts.items()}
        self._many = Counter(word for words in self._words.values() for word in words)
        self._mean = self._many.total() / max(len(texts), 1)

    def shares(self, query: str) -> dict[str, float]:
        """Share of words in common with the query, 0 to 1, by text."""
        asked = {
            word: rarity(self._many[word], len(self._words)) for word in stems_of(query) & self._many.keys()
        }
        unit = unit_of(len(self._words))
        found = {
            key: math.fsum(asked[word] for word in words & asked.keys()) for key, words in self._words.items()
        }
        return {
            k: weight / ((len(self._words[k]) + self._mean) * unit) for k, weight in found.items() if weight
        }

    def nearest(self, query: str, limit: int) -> dict[str, float]:
        """Of :meth:`shares` the largest, in order, ties by key; the best counts 1."""
        found = sorted(self.shares(query).items(), key=lambda hit: (-hit[1], hit[0]))[:limit]
        return {key: share / found[0][1] for key, share in found}


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
"""The cosine, nearest first, and the share of words, by id."""


def fitting(hits: Hits, limit: int, leaning: float = 0.0) -> dict[str, float]:
    """Scores of what fits a query, best first, ties by key: cosine and shared words; none where too little fits.

    What too little is gives way to a ``leaning`` above 0: the query is about the work, as its own vector says.
    """
    wanted = max(limit, MEAN_OF)
    near, shares = hits
    # What shares no word keeps its place by cosine: of that only the nearest can be among the best.
    scores = dict(islice(((key, near[key]) for key in near if key not in shares), wanted))
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
