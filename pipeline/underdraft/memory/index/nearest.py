"""Nearest vectors by cosine, in memory: exact up to a size, beyond it a coarse pass and exact rescoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

EXACT_MAXIMUM = 20_000
"""Maximum vectors that are compared one by one (40 MB at 512 dimensions, some 2 ms)."""

RESCORED = 1_000
"""How many of the coarse pass are compared exactly; the top five then agree in 99 of 100 queries
(``benchmarks/vectors.py``)."""

ROOM = 256


class VectorTable:
    """Unit vectors by key, for cosine similarity; not safe between threads without the caller's lock."""

    def __init__(self, dimension: int) -> None:
        import numpy as np

        self.dimension = dimension
        self.place: dict[str, int] = {}
        self._matrix: Any = np.zeros((ROOM, dimension), dtype="<f4")
        self._bits: Any = packed_bits(self._matrix[:0])

    def __len__(self) -> int:
        return len(self.place)

    def put(self, keys: Sequence[str], rows: Any) -> None:
        """Add vectors under new keys, the rows of a float32 matrix."""
        begin, end = len(self.place), len(self.place) + len(keys)
        if end > len(self._matrix):
            self.make_room(max(len(keys), begin))
        self._matrix[begin:end] = rows
        self.place.update(zip(keys, range(begin, end), strict=True))

    def make_room(self, more: int) -> None:
        """Have room for so many more vectors: growing step by step copies what is there each time."""
        import numpy as np

        lacking = len(self.place) + more - len(self._matrix)
        if lacking > 0:
            self._matrix = np.concatenate([self._matrix, np.zeros((lacking, self.dimension), dtype="<f4")])

    def places(self, keys: Sequence[str]) -> Any:
        """Return where the vector of each key is; -1 for one that there is none of."""
        import numpy as np

        place = self.place
        return np.array([place.get(key, -1) for key in keys], dtype=np.int64)

    def similarities(self, query: bytes, places: Any) -> Any:
        """Cosine similarity of the vectors at ``places`` (an integer array), in that order."""
        import numpy as np

        vector = np.frombuffer(query, dtype="<f4")
        if len(places) * 3 < len(self):
            return dot(self._matrix[places], vector)
        return dot(self._matrix[: len(self)], vector)[places]

    def nearest(self, query: bytes, places: Any, limit: int) -> tuple[Any, Any]:
        """Positions in ``places`` of the nearest, and their similarities, in no order.

        Exact up to :data:`EXACT_MAXIMUM` places, and where all are wanted; beyond, the signs of the components
        choose :data:`RESCORED` candidates, of which the similarities are exact. At least ``limit`` are given, if
        there are so many; ties of the last one come along.
        """
        import numpy as np

        chosen = np.arange(len(places))
        if len(places) > max(EXACT_MAXIMUM, limit):
            chosen = self._coarse(query, places, max(RESCORED, limit))
        scores = self.similarities(query, places[chosen])
        if 0 < limit < len(scores):
            least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            keep = scores >= least - 1e-6  # equal rounded scores are ordered by id
            return chosen[keep], scores[keep]
        return chosen, scores

    def _coarse(self, query: bytes, places: Any, limit: int) -> Any:
        import numpy as np

        known = self._bits.shape[1]
        if known < len(self):
            self._bits = np.hstack([self._bits, packed_bits(self._matrix[known : len(self)])])
        wanted = packed_bits(np.frombuffer(query, dtype="<f4")[None, :])
        apart = np.zeros(len(self), dtype="u2")
        for word, mine in zip(self._bits, wanted[:, 0], strict=True):
            apart += np.bitwise_count(word ^ mine)
        return np.argpartition(apart[places], limit)[:limit]


def dot(rows: Any, vector: Any) -> Any:
    """The rows' products with a vector.

    Not ``@``: numpy's linear algebra starts threads for it, which wait for each other for milliseconds on a
    busy machine; in one thread 1,000 rows take 0.03 ms.
    """
    import numpy as np

    return np.vecdot(rows, vector)


def packed_bits(rows: Any) -> Any:
    """The signs of the components, 64 to a word and a word to a row; the last is filled up with zeros."""
    import numpy as np

    bits = np.packbits(rows > 0, axis=1)
    words = np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8))).view("<u8")
    return np.ascontiguousarray(words.T)
