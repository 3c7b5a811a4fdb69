"""How much of a text's rare words a query has: names and odd words count, common ones do not."""

from __future__ import annotations

import heapq
import math
from array import array
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.memory.index.meaning import FOUND_MAXIMUM
from underdraft.memory.index.row_cache import CONTENT, ID, BoundedCache, RowCache, SharedRows
from underdraft.memory.index.stems import stems_of, stems_of_all

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Table

ROOM = 1_000
"""Words that may have been dropped whatever their share is."""


class SharedWords:
    """Texts by key, compared with a query by the words that they share; not safe between threads without a lock."""

    def __init__(self, texts: Mapping[str, str] = MappingProxyType({})) -> None:
        self._number: defaultdict[str, int] = defaultdict()
        self._number.default_factory = self._number.__len__
        self._number[""]  # the number 0 stands where a text was dropped
        self._words, self._dropped = array("i"), 0
        self._line: dict[str, int] = {}
        self._begins, self._ends = array("q"), array("q")
        self._weighed: tuple[Any, float] | None = None
        if texts:
            self._put_all(texts)

    def __contains__(self, key: str) -> bool:
        return key in self._line

    @property
    def stale(self) -> bool:
        """Whether more words were dropped than are left: time to make it anew."""
        return 2 * self._dropped > len(self._words) + ROOM

    def put(self, key: str, text: str) -> None:
        """Keep a text, in place of one of the same key."""
        self.drop(key)
        self._line[key] = len(self._begins)
        self._begins.append(len(self._words))
        self._words.extend(map(self._number.__getitem__, sorted(stems_of(text))))
        self._ends.append(len(self._words))

    def _put_all(self, texts: Mapping[str, str]) -> None:
        """Keep texts where there are none yet."""
        import numpy as np

        known, words, sizes = stems_of_all(texts.values())
        self._number.update({word: number for number, word in enumerate(known, 1)})
        self._line = {key: line for line, key in enumerate(texts)}
        ends = np.cumsum(sizes)
        self._words.frombytes((words + 1).astype("i4").tobytes())
        self._begins.frombytes((ends - sizes).astype("i8").tobytes())
        self._ends.frombytes(ends.astype("i8").tobytes())

    def drop(self, key: str) -> None:
        """Forget a text; an unknown key is fine."""
        self._weighed = None
        line = self._line.pop(key, None)
        if line is not None:
            begin, end = self._begins[line], self._ends[line]
            self._words[begin:end] = array("i", [0]) * (end - begin)
            self._dropped += end - begin

    def shares(self, query: str, keys: Collection[str] | None = None) -> dict[str, float]:
        """The weight of the words that a text shares with the query, by that of all its words and a text's mean: 0 to 1.

        A word weighs as much as it is rare among all texts. Only texts that share a word are in it, and of them
        those of ``keys``, if given, all of which must be known.
        """
        import numpy as np

        known = list(self._line if keys is None else keys)
        if not known or not self._words:
            return {}
        weights, mean = self._weights()
        asked = np.zeros(len(weights))
        asked[[self._number[word] for word in stems_of(query) if word in self._number]] = 1
        lines = np.array([self._line[key] for key in known])
        begins = np.frombuffer(self._begins, dtype="i8")[lines]
        sizes = np.frombuffer(self._ends, dtype="i8")[lines] - begins
        owners = np.repeat(np.arange(len(known)), sizes)
        first = begins - np.cumsum(sizes) + sizes
        words = np.frombuffer(self._words, dtype="i4")[np.arange(len(owners)) + first[owners]]
        each = weights[words]
        shared = np.bincount(owners, each * asked[words], minlength=len(known))
        (found,) = np.nonzero(shared)
        whole = np.bincount(owners, each, minlength=len(known))[found] + mean
        return dict(zip([known[i] for i in found.tolist()], (shared[found] / whole).tolist(), strict=True))

    def nearest(self, query: str, limit: int, keys: Collection[str] | None = None) -> dict[str, float]:
        """Of :meth:`shares` the largest, in order, ties by key; the best counts 1."""
        found = sorted(self.shares(query, keys).items(), key=lambda hit: (-hit[1], hit[0]))[:limit]
        return {key: share / found[0][1] for key, share in found}

    def _weights(self) -> tuple[Any, float]:
        """The weight of each word by its number, and the mean of what the words of a text weigh together."""
        import numpy as np

        if self._weighed is None:
            many = np.bincount(np.frombuffer(self._words, dtype="i4"), minlength=len(self._number))
            many[0] = 0
            weights = np.log1p((len(self._line) - many + 0.5) / (many + 0.5))
            self._weighed = weights, float((many * weights).sum()) / len(self._line)
        return self._weighed


@attrs.define(eq=False)
class CachedWords:
    """The words of the rows that conditions allow, held in memory."""

    _rows: SharedRows = attrs.field(factory=SharedRows)
    _held: BoundedCache = attrs.field(factory=BoundedCache, init=False)
    _fitting: BoundedCache = attrs.field(factory=lambda: BoundedCache(FOUND_MAXIMUM), init=False)

    def fitting(
        self, hits: tuple[Hits, ...], said: str, limit: int, leaning: float = 0.0
    ) -> dict[str, float]:
        """See :func:`fitting`; kept for what was said as long as the hits are the very same."""
        found: tuple[tuple[Hits, ...], dict[str, float]] = self._fitting.get(
            (said, limit, leaning, *(id(part) for hit in hits for part in hit)),
            lambda: (hits, fitting(hits, limit, leaning)),  # held, so that their identity stays taken
        )
        return found[1]

    def shares(
        self,
        connection: Connection,
        table: Table,
        query: str,
        allowed: ColumnElement[bool],
        near: Mapping[str, float],
    ) -> Mapping[str, float]:
        """See :meth:`SharedWords.shares`, of the rows that are near; the same condition must be the same object."""
        held: _Held = self._held.get(
            (table.name, id(allowed)), lambda: _Held(allowed, self._rows.of(table, allowed))
        )
        return held.shares(connection, query, near)


class _Held:
    """The words of one condition's rows, and the last answers."""

    def __init__(self, allowed: ColumnElement[bool], rows: RowCache) -> None:
        self.allowed = allowed  # held, so that its identity stays taken
        self._rows = rows
        self._seen = 0
        self._words = SharedWords()
        self._found = BoundedCache(FOUND_MAXIMUM)

    def shares(self, connection: Connection, query: str, near: Mapping[str, float]) -> Mapping[str, float]:
        with self._rows.lock:
            if not self._rows.sync(connection):  # another reader has brought them further
                rows = connection.execute(self._rows.query).all()
                return SharedWords({row[ID]: row[CONTENT] for row in rows}).shares(query, near)
            if self._rows.changes != self._seen:
                self._mend(self._rows.changed_since(self._seen))
                self._seen = self._rows.changes
                self._found.clear()
            found: tuple[Any, Mapping[str, float]] = self._found.get(
                (query, id(near)), lambda: (near, self._words.shares(query, near))
            )
            return found[1]

    def _mend(self, changed: set[str] | None) -> None:
        """Take in the texts that changed."""
        rows = self._rows.rows
        if changed is None or self._words.stale:
            self._words = SharedWords({key: row[CONTENT] for key, row in rows.items()})
            return
        for key in sorted(changed):
            if key in rows:
                self._words.put(key, rows[key][CONTENT])
            else:
                self._words.drop(key)


WORDS_WEIGHT = 1.5
"""What a share of 1 counts against a cosine of 1; chosen on the development part of ``benchmarks/data``."""

BEST_LEAST, MEAN_LEAST, MEAN_OF = 0.35, 0.25, 5
"""What the best text, and the mean of the five best, must score: else the query is about something else."""

MARGIN_WEIGHT = 5.0
"""What a margin of 1 over both counts against the learned :func:`~.is_about_work.leaning`; chosen across hands
(``benchmarks/README.md``)."""

LEAST = 0.15
"""What a text must score."""


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
