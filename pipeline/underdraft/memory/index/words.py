"""Texts held in memory by their words, and how near each is to a query by BM25."""

from __future__ import annotations

import math
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Callable
from operator import add
from typing import Any

from underdraft.memory.index.fulltext import CJK_RUN, TERM_MAXIMUM, TEXT_MAXIMUM, split

K1, B = 1.2, 0.75
"""BM25's usual constants: how soon repetitions stop to count, and how far length does."""

LEAST_WEIGHT = 1e-6
"""Weight of a word that more than half of the texts have."""


class WordTable:
    """Texts by key; not safe between threads without the caller's lock."""

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._keys: list[str | None] = []
        self._lengths = array("d")
        self._texts_of: defaultdict[str, array[int]] = defaultdict(lambda: array("q"))

    def __len__(self) -> int:
        return len(self._number)

    def __contains__(self, key: str) -> bool:
        return key in self._number

    @property
    def stale(self) -> bool:
        """Whether it holds more texts that were dropped than others: time to make it anew."""
        return len(self._keys) > 2 * len(self._number) + TERM_MAXIMUM

    def put(self, key: str, text: str) -> None:
        """Keep a text, in place of one of the same key."""
        self.drop(key)
        number = self._number[key] = len(self._keys)
        words = words_of(text[:TEXT_MAXIMUM])
        for word in words:
            self._texts_of[word].append(number)  # once for each time: how often a text has the word
        self._keys.append(key)
        self._lengths.append(len(words))

    def drop(self, key: str) -> None:
        """Forget a text; an unknown key is fine."""
        number = self._number.pop(key, None)
        if number is not None:
            self._keys[number] = None
            self._lengths[number] = 0.0

    def nearest(self, query: str, limit: int, allowed: Callable[[str], bool]) -> dict[str, float]:
        """BM25 of the nearest texts that have a word of the query, nearest first, ties by key.

        Args:
            query: Any text; its first 64 different words count.
            limit: Most texts, over 0.
            allowed: Whether the text of a key may be found.
        """
        import numpy as np

        lengths = np.array(self._lengths)
        live = lengths > 0
        if not live.any():
            return {}
        longer = K1 * (1 - B + B * lengths / lengths[live].mean())
        score = np.zeros(len(lengths))
        for word in list(dict.fromkeys(words_of(query)))[:TERM_MAXIMUM]:
            times = np.bincount(self._with(word), minlength=len(lengths)) * live
            many = np.count_nonzero(times)
            weight = math.log((len(self._number) - many + 0.5) / (many + 0.5))
            score += max(weight, LEAST_WEIGHT) * times * (K1 + 1) / (times + longer)
        (found,) = np.nonzero(score)
        found = found[np.argsort(-score[found])]
        best: list[tuple[float, str]] = []
        for number, near in zip(found.tolist(), score[found].tolist(), strict=True):
            if len(best) >= limit and near < -best[limit - 1][0]:
                break
            if (key := self._keys[number]) is not None and allowed(key):
                best.append((-near, key))
        return {key: -near for near, key in sorted(best)[:limit]}

    def _with(self, word: str) -> Any:
        """Numbers of the texts with a word; a lone CJK character is found in every pair that has it."""
        import numpy as np

        lone = len(word) == 1 and CJK_RUN.match(word)
        same = [other for other in self._texts_of if word in other] if lone else [word]
        found = [np.array(self._texts_of.get(other, ()), dtype="i8") for other in same]
        return np.concatenate(found) if found else np.zeros(0, dtype="i8")


def words_of(text: str) -> list[str]:
    """Pairs of neighbouring CJK characters, lone ones, and words of other scripts without accents, in order."""
    found: list[str] = []
    for run in split(text):
        if not CJK_RUN.match(run):
            found.append(run if run.isascii() else without_accents(run))
        else:
            found += map(add, run, run[1:]) if len(run) > 1 else [run]
    return found


def without_accents(word: str) -> str:
    """The word's letters alone."""
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
