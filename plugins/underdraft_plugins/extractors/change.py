"""Which known statement a sentence takes the place of, where it does not name what no longer holds: a learned score.

"Edith is forty-one" after "Edith is thirty-eight" has no word of correction. How near the two are in meaning, how much of the
known statement is said again, and a few cues tell it; what each weighs is learned (``benchmarks/train_change.py``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from underdraft import Embedder
from underdraft_plugins.extractors.explicit import is_aside, is_changed, is_of_another, names_old, units

if TYPE_CHECKING:
    import numpy as np

TAKEN, OFFERED = 0.8, 0.4
"""Chances from which the known statement is replaced, and from which that is offered; figures in ``benchmarks/README.md``."""

WEIGHTS = (3.837, 5.556, 6.5, 3.052, 0.997, 1.375, -0.712, -0.311)
BIAS = -6.895
"""Of :func:`features`, in their order; learned by ``benchmarks/train_change.py`` from the vectors of the local embedder."""

REMEMBERED = 128
"""Known statements whose vectors are kept, of 2 KB each: the same ones are known in the next message."""


@attrs.frozen(kw_only=True)
class LikelyChange:
    """A sentence that may take the place of a known statement.

    Attributes:
        sentence: Which sentence, in order.
        place: Which known statement.
        features: Facts about the pair, by which the chance is told.
    """

    sentence: int
    place: int
    features: tuple[float, ...]

    @property
    def chance(self) -> float:
        """Chance, 0 to 1, that the sentence takes the place of the known statement."""
        return 1 / (
            1 + math.exp(-BIAS - math.fsum(w * f for w, f in zip(WEIGHTS, self.features, strict=True)))
        )


def nearest_change(sentences: Sequence[str], known: Sequence[str], encoder: Embedder) -> LikelyChange | None:
    """The pair of a sentence and a known statement that are nearest in meaning; ``None`` where none can be meant.

    What asks, supposes, or speaks of others' wishes or of the text at hand changes nothing, nor what is about somebody else or
    says no new word.
    """
    import numpy as np

    if not sentences or not known:
        return None
    rows = np.asarray(encoder.embed(list(sentences)), dtype=np.float32)
    key: Any = encoder  # by identity: its protocol does not say that it may be a key
    near = np.vecdot(rows[:, None], np.stack([vector_of(key, text) for text in known])[None])
    near[[n for n, sentence in enumerate(sentences) if is_aside(sentence)]] = -1
    sentence, place = divmod(int(near.argmax()), len(known))
    said, meant = sentences[sentence], known[place]
    if near[sentence, place] < 0 or is_of_another(said, meant) or not units(said) - units(meant):
        return None
    best = np.sort(near.max(axis=0))
    margin = float(best[-1] - best[-2]) if len(known) > 1 else float(best[-1])
    found = features(sentences, sentence, meant, float(best[-1]), margin)
    return LikelyChange(sentence=sentence, place=place, features=found)


@lru_cache(maxsize=REMEMBERED)
def vector_of(encoder: Any, text: str) -> np.ndarray[Any, Any]:
    """The vector of a known statement."""
    import numpy as np

    found: np.ndarray[Any, Any] = np.asarray(encoder.embed([text]), dtype=np.float32)[0]
    return found


def features(
    sentences: Sequence[str], at: int, known: str, cosine: float, margin: float
) -> tuple[float, ...]:
    """How near both are and how much nearer than any other pair; words that are said again, and missing; cues."""
    sentence = sentences[at]
    around = " ".join(sentences[max(0, at - 1) : at + 2])
    theirs = units(known)
    many = max(1, len(theirs))
    return (
        cosine,
        margin,
        len(units(around) & theirs) / many,
        len(theirs - units(sentence)) / many,
        float(is_changed(sentence)),
        float(names_old(around, known)),
        len(units(sentence) - theirs) / max(1, len(units(sentence))),
        float(len(sentences) == 1),
    )
