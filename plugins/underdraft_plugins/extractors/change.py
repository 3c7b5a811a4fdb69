"""Which known statement a message takes the place of ("Edith is forty-one" after "Edith is thirty-eight"): a learned score.

Few writers name what no longer holds. How much a sentence sounds like a correction, what its vector and the known statement's have in
common, and a few numbers tell it; what each weighs is learned (``benchmarks/train_change.py``) and stands in ``change_weights.npz``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from underdraft import Embedder
from underdraft_plugins.extractors.explicit import is_changed, is_of_relative, units
from underdraft_plugins.extractors.outright import QUESTION, TOLD, UNSURE
from underdraft_plugins.extractors.statement_features import weights_of
from underdraft_plugins.extractors.statement_model import Judged, clauses_of

if TYPE_CHECKING:
    import numpy as np

WEIGHTS = Path(__file__).with_name("change_weights.npz")
"""``corrects``: of a sentence's features; ``pair``: of :attr:`LikelyChange.pair`; ``facts``: of both scores and the facts; each with its bias."""

SURE_CHANGE, TAKEN, OFFERED = 0.75, 0.65, 0.45
"""Chances from which the known statement is replaced though a model reads the message later, from which it is without one, and from
which that is offered; figures in ``benchmarks/README.md``."""

RIVAL = 0.2
"""Cosine that the nearest of seven statements about something else has (the median): where fewer are known, that of the next."""

REMEMBERED = 128
"""Known statements whose vectors are kept, of 2 KB each: the same ones are known in the next message."""


@attrs.frozen(kw_only=True, eq=False)
class LikelyChange:
    """A sentence that may take the place of a known statement.

    Attributes:
        sentence: Which sentence, in order.
        place: Which known statement.
        corrects: How much it, or one beside it, sounds like a correction (:func:`correcting`).
        pair: What both vectors have in common and not, 1,024 numbers.
        facts: How near both are and how much nearer than any other; words said again, and missing; a cue; one sentence alone.
    """

    sentence: int
    place: int
    corrects: float
    pair: np.ndarray[Any, Any]
    facts: tuple[float, ...]

    @property
    def chance(self) -> float:
        """Chance, 0 to 1, that the sentence takes the place of the known statement."""
        weights = weights_of(WEIGHTS)
        likeness = float(self.pair @ weights["pair"][:-1] + weights["pair"][-1])
        score = weights["facts"] @ [self.corrects, likeness, *self.facts, 1.0]
        return 1 / (1 + math.exp(-float(score)))


def nearest_change(judged: Sequence[Judged], known: Sequence[str], encoder: Embedder) -> LikelyChange | None:
    """The sentence and the known statement that are nearest as a whole and by a clause; ``None`` where none can be meant.

    What asks, supposes or is told in the story changes nothing, nor what is about a relative or says no new word.
    """
    import numpy as np

    if not judged or not known:
        return None
    sentences = [one.sentence.text for one in judged]
    clauses = [[clause.text for clause in clauses_of(one.sentence)] for one in judged]
    texts = list(dict.fromkeys([*sentences, *(text for group in clauses for text in group)]))
    rows = np.asarray(encoder.embed(texts), dtype=np.float32)
    key: Any = encoder  # by identity: its protocol does not say that it may be a key
    theirs = np.stack([vector_of(key, text) for text in known])
    near = dict(zip(texts, np.vecdot(rows[:, None], theirs[None]), strict=True))
    whole = np.stack([near[text] for text in sentences])
    part = np.stack([np.max([near[text] for text in group], axis=0) for group in clauses])
    asides = [n for n, text in enumerate(sentences) if any(f.search(text) for f in (QUESTION, UNSURE, TOLD))]
    whole[asides] = part[asides] = -1
    n, place = divmod(int((whole + part).argmax()), len(known))
    said, meant = sentences[n], known[place]
    if n in asides or is_of_relative(said, meant) or not units(said) - units(meant):
        return None
    best = whole.max(axis=0)
    rival = max(RIVAL, float(np.delete(best, place).max(initial=-1)))
    mine, other = rows[texts.index(said)], theirs[place]
    return LikelyChange(
        sentence=n,
        place=place,
        corrects=max(map(correcting, judged[max(0, n - 1) : n + 2])),
        pair=np.concatenate([mine * other, np.abs(mine - other)]),
        facts=(float(part[n, place]), float(best[place]) - rival, *facts_of(sentences, n, meant)),
    )


@lru_cache(maxsize=REMEMBERED)
def vector_of(encoder: Any, text: str) -> np.ndarray[Any, Any]:
    """The vector of a known statement."""
    import numpy as np

    found: np.ndarray[Any, Any] = np.asarray(encoder.embed([text]), dtype=np.float32)[0]
    return found


def facts_of(sentences: Sequence[str], n: int, known: str) -> tuple[float, ...]:
    """The share of the known statement's words that are said again, and that are not; a cue of change; one sentence alone."""
    theirs, around = units(known), " ".join(sentences[max(0, n - 1) : n + 2])
    many = max(1, len(theirs))
    again, missing = len(units(around) & theirs) / many, len(theirs - units(sentences[n])) / many
    return again, missing, float(is_changed(sentences[n])), float(len(sentences) == 1)


def correcting(one: Judged) -> float:
    """How much a sentence sounds like a correction: 1 as those of the training sets, -1 as the other sentences."""
    weights = weights_of(WEIGHTS)["corrects"]
    return 0.0 if one.row is None else float(one.row @ weights[:-1] + weights[-1])
