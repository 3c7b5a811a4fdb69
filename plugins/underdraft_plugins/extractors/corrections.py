"""Whether a statement takes the place of one that is known: near in meaning, with a cue or another value."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from underdraft import HAN, Embedder, word_list, word_pattern
from underdraft_plugins.extractors.statement_model import Judged, load_weights

if TYPE_CHECKING:
    import numpy as np

_TOKEN = re.compile(rf"[{HAN}]|[^\W_]+")
_NAME = re.compile(r"\b[A-Z][a-z]+|《[^》]+》")
_NUMBER = word_pattern("statements.classifier.numbers", r"\d+")
_DENIAL = word_pattern("statements.classifier.denial")
_CUE = word_pattern("statements.classifier.replacing")
STOPWORDS = frozenset(word_list("statements.classifier.stopwords"))


SHARED_COLUMN = 2
"""Where a row of features says how much of the known statement's content comes again."""

SHARED_LEAST = 0.15
"""A known statement of which no more comes again is not spoken of, and cannot be replaced.

The weights were learned where one of a few known statements is nearly always the one that is meant. Left to them,
beside eight statements that have nothing to do with it a sentence replaced one of them in 480 (English) to 760 (Chinese)
of 1,000 cases; with this bound and a score of at least 0.3 in 30 to 40, for one correction in eight (Chinese) to one in
four (English) that is missed.
"""

ALONE_COLUMN = 12
"""Where a row says that it is the only known statement: learned from sets where such a one was seldom corrected.

How much else is known says nothing about a correction, so it is left out: of 24 explicit ones beside one known statement
9 took effect with it.
"""


def replaced(
    judged: Sequence[Judged], known: Sequence[str], encoder: Embedder | None
) -> list[tuple[int, float]]:
    """For each sentence the known statement that it most likely takes the place of, and how likely.

    The second is the higher the surer; where nothing is known, nothing that the sentence speaks of, or no local
    embedder is there, it is minus infinity.
    """
    if not judged or not known or encoder is None:
        return [(0, -math.inf)] * len(judged)
    rows = pair_rows(judged, known, encoder)
    scores = pair_scores(rows, load_weights()["full_corrections"]).reshape(len(judged), len(known))
    return [(int(row.argmax()), float(row.max())) for row in scores]


def pair_scores(rows: Any, weights: Any) -> Any:
    """Return how likely each pair of :func:`pair_rows` is a correction; minus infinity where the known one is not spoken of."""
    scores = rows @ weights[:-1] + weights[-1] - rows[:, ALONE_COLUMN] * weights[ALONE_COLUMN]
    scores[rows[:, SHARED_COLUMN] <= SHARED_LEAST] = -math.inf
    return scores


def pair_rows(judged: Sequence[Judged], known: Sequence[str], encoder: Embedder) -> np.ndarray[Any, Any]:
    """One row of features a pair, sentence by sentence."""
    import numpy as np

    vectors = np.asarray(encoder.embed([*(j.sentence.text for j in judged), *known]), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    near = vectors[: len(judged)] @ vectors[len(judged) :].T
    return np.array(
        [_row(one, other, near[n], m) for n, one in enumerate(judged) for m, other in enumerate(known)],
        dtype=np.float32,
    )


def _row(one: Judged, other: str, near: Any, m: int) -> list[float]:
    text, message = one.sentence.text, one.sentence.message
    mine, theirs = _content(text), _content(other)
    shared = mine & theirs
    names = _named(other) & _named(text)
    own, old = set(_NUMBER.findall(text)), set(_NUMBER.findall(other))
    around = _content(message)
    best = float(near.max())
    return [
        float(near[m]),
        float(near[m]) - best,
        len(shared) / max(1, len(theirs)),
        len(shared) / max(1, len(mine)),
        len(theirs & around) / max(1, len(theirs)),
        float(bool(names)),
        float(bool(own and old and own != old)),
        float(bool(_DENIAL.search(text)) != bool(_DENIAL.search(other))),
        float(_CUE.search(text) is not None),
        float(_CUE.search(message) is not None),
        float(_CUE.search(one.sentence.before) is not None),
        max(-2.0, min(2.0, one.durable)),
        float(len(near) == 1),
        float(shared >= theirs and len(theirs) > 0),
    ]


def _content(text: str) -> set[str]:
    """The tokens that say what it is about; of Chinese, pairs of characters too."""
    tokens = _TOKEN.findall(text.casefold())
    pairs = {a + b for a, b in itertools.pairwise(tokens) if len(a) == len(b) == 1}
    return {token for token in tokens if token not in STOPWORDS} | pairs


def _named(text: str) -> set[str]:
    return set(_NAME.findall(text[1:]))
