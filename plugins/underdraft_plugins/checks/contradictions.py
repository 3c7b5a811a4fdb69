"""Which told sentences contradict a fact, read by :mod:`underdraft_plugins.extractors.pair_encoder`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underdraft import ToldBeside, hookimpl
from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.pair_encoder import pair_encoder

PAIRS = 32
"""Maximum number of pairs of a chapter that are read, the nearest in meaning (25 ms each); figures in ``benchmarks/README.md``."""

NEAR = 0.055
"""Cosine that a sentence and a fact have at least: 22 of 23 contradictions of a development set do, and two fifths of all pairs."""


@hookimpl(trylast=True)
def underdraft_contradictions(pairs: Sequence[ToldBeside]) -> Sequence[float]:
    """The chances of the nearest pairs; of the others 0, and of a sentence that says the same value."""
    found = [0.0] * len(pairs)
    for n in nearest(pairs):
        pair = pairs[n]
        if says(pair.told, pair.value):
            continue
        known = f"{pair.name}: {pair.attribute}: {pair.value}" if pair.attribute else pair.value
        found[n] = pair_encoder().contradicts(pair.told, known, pair.before)
    return found


def says(told: str, value: str) -> bool:
    """Whether a sentence has a value word for word."""
    words = re.escape(value)
    return re.search(rf"\b{words}\b" if value.isascii() else words, told, re.IGNORECASE) is not None


def nearest(pairs: Sequence[ToldBeside]) -> list[int]:
    """The pairs that are read, by number, the nearest first."""
    import numpy as np

    said, known = ([pair.told for pair in pairs], [f"{pair.attribute} {pair.value}" for pair in pairs])
    texts = list(dict.fromkeys((*said, *known)))
    vectors = np.asarray(local_embedder().embed(texts), dtype=np.float32)
    of = {text: n for n, text in enumerate(texts)}
    near = (vectors[[of[text] for text in said]] * vectors[[of[text] for text in known]]).sum(axis=1)
    order: list[int] = np.argsort(-near, kind="stable")[:PAIRS].tolist()
    return [n for n in order if near[n] >= NEAR]
