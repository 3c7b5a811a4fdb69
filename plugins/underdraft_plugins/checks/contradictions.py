"""Which told sentences contradict a fact, read by :mod:`underdraft_plugins.extractors.pair_encoder`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from underdraft import ToldBeside, hookimpl
from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.pair_encoder import pair_encoder

if TYPE_CHECKING:
    import numpy as np

PAIRS = 32
"""Maximum number of pairs of a chapter that are read, the nearest in meaning (25 ms each); figures in ``benchmarks/README.md``."""

NEAR = 0.055
"""Cosine that a sentence and a fact have at least: 22 of 23 contradictions of a development set do, and two fifths of all pairs."""


REMEMBERED = 4_096
"""How many chances and vectors are kept."""


@hookimpl(trylast=True)
def underdraft_contradictions(pairs: Sequence[ToldBeside]) -> Sequence[float]:
    """The chances of the nearest pairs; of the others 0, and of a sentence that says the same value."""
    found = [0.0] * len(pairs)
    for n in nearest(pairs):
        pair = pairs[n]
        if says(pair.told, pair.value):
            continue
        known = ": ".join(filter(None, (pair.name, pair.attribute, pair.value)))
        found[n] = chance_of(pair.told, known, pair.before)
    return found


@lru_cache(maxsize=REMEMBERED)
def chance_of(told: str, known: str, before: str) -> float:
    """How likely a sentence contradicts a fact: a check that is asked for again reads what has changed."""
    return pair_encoder().contradicts(told, known, before)


@lru_cache(maxsize=REMEMBERED)
def vector_of(text: str) -> np.ndarray[Any, Any]:
    """The vector of a sentence or a fact (2 KB)."""
    import numpy as np

    found: np.ndarray[Any, Any] = np.asarray(local_embedder().embed([text]), dtype=np.float32)[0]
    return found


def says(told: str, value: str) -> bool:
    """Whether a sentence has a value word for word."""
    words = re.escape(value)
    return re.search(rf"\b{words}\b" if value.isascii() else words, told, re.IGNORECASE) is not None


def nearest(pairs: Sequence[ToldBeside]) -> list[int]:
    """The pairs that are read, by number, the nearest first."""
    import numpy as np

    said, known = (
        [vector_of(pair.told) for pair in pairs],
        [vector_of(f"{pair.attribute} {pair.value}") for pair in pairs],
    )
    near = (np.stack(said) * np.stack(known)).sum(axis=1)
    order: list[int] = np.argsort(-near, kind="stable")[:PAIRS].tolist()
    return [n for n in order if near[n] >= NEAR]
