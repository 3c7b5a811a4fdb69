"""Scores of recall that mean the same for every embedder.

A cosine of 0.8 is near for one embedder and far for another. What counts is how far a text is nearer to the query than
sentences that have nothing to do with it, in deviations of the embedder: ``z = (cosine - mean) / deviation``.
"""

from __future__ import annotations

from typing import Any, Self

import attrs

from underdraft.text.language import word_list
from underdraft.types.values import frozen

SCALE_MEAN, SCALE_DEVIATION = 0.1425233, 0.1749037
"""Mean and deviation of the local embedder: calibrated scores of all embedders have its range."""

DEVIATION_MINIMUM = 1e-3
"""Minimum deviation: an embedder below it gives nearly the same vector for every text."""


def references() -> tuple[str, ...]:
    """Return sentences of everyday life, in all languages, that have nothing to do with a book."""
    return word_list("reading.calibration.references")


@attrs.frozen(eq=False)
class EmbedderScale:
    """Vectors of the reference sentences (a row each), with mean and deviation of the cosines between two of them."""

    rows: Any
    mean: float
    deviation: float

    @classmethod
    def of(cls, blobs: tuple[bytes, ...]) -> Self:
        """Calibrate an embedder by its vectors of :func:`references`."""
        import numpy as np

        rows = np.frombuffer(b"".join(blobs), dtype="<f4").reshape(len(blobs), -1)
        between = np.vecdot(rows[:, None], rows[None])[~np.eye(len(blobs), dtype=bool)]
        return cls(rows, float(between.mean()), max(float(between.std()), DEVIATION_MINIMUM))

    def scale_of(self, query: bytes) -> QueryScale:
        """The scale of a query's cosines."""
        import numpy as np

        mean = float(np.vecdot(self.rows, np.frombuffer(query, dtype="<f4")).mean())
        return QueryScale(mean=mean, deviation=self.deviation, unrelated=self.mean)


@frozen(kw_only=True)
class QueryScale:
    """How the cosines of a query are read.

    Attributes:
        mean: Mean cosine with the reference sentences.
        deviation: Deviation of the embedder.
        unrelated: Mean of the embedder (:attr:`EmbedderScale.mean`).
    """

    mean: float
    deviation: float
    unrelated: float

    def score(self, cosine: Any) -> Any:
        """Return the calibrated score of a cosine, or of an array of them, in the range of the local embedder's cosines."""
        return SCALE_MEAN + SCALE_DEVIATION / self.deviation * (cosine - self.mean)


def likeness(cosine: Any, mean: float) -> Any:
    """Return how alike two statements are: 1 for equal vectors, and what unrelated ones have is that of the local embedder.

    Args:
        cosine: Of the two, or an array.
        mean: What unrelated texts have with this embedder (:attr:`EmbedderScale.mean`).
    """
    return 1 - (1 - SCALE_MEAN) / (1 - mean) * (1 - cosine)
