"""The classifier's and the encoder's scores of a sentence, weighed together.

The classifier (:mod:`statement_model`, :mod:`instruction`) has the words, the encoder (:mod:`pair_encoder`) reads the sentence between the ones
around it, and they are wrong about different sentences: of those that last, hands that neither has learned from find 0.73 at the precision at which the
classifier alone finds 0.62.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from underdraft_plugins.extractors.pair_encoder import pair_encoder
from underdraft_plugins.extractors.statement_features import OwnSentence

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

TOGETHER = ((0.69, 0.39, -0.11), (0.18, 0.49, 0.22), (1.56, 0.61, -0.59), (1.63, 0.59, -0.17))
"""Whether it lasts, is an instruction for good, is about the writer, is a preference: what the classifier's score weighs, what the encoder's does, and the
bias; learned by ``benchmarks/train_together.py``."""

UNLIKELY = -3.0
"""Score of the classifier, for both of the first two, below which the encoder reads no sentence."""

UNREAD = (-4.0, -5.0, 0.0, 0.0)
"""The encoder's scores of a sentence that it does not read."""

MOST = 24
"""Maximum number of sentences of a message that it reads, the likeliest (15 ms each)."""


def together(sentences: Sequence[OwnSentence], scores: Array) -> Array:
    """The logarithm of the odds of each in :data:`TOGETHER` for each sentence, of the classifier's ``scores`` for the same."""
    import numpy as np

    likely = np.flatnonzero((scores[:, :2] >= UNLIKELY).any(axis=1))
    likely = likely[np.argsort(-scores[likely, 0], kind="stable")][:MOST]
    read = np.tile(UNREAD, (len(sentences), 1))
    if len(likely):
        own = [sentences[n] for n in likely.tolist()]
        read[likely] = pair_encoder().between([(one.text, one.before, one.after) for one in own])
    of_classifier, of_encoder, bias = np.array(TOGETHER).T
    found: Array = of_classifier * scores + of_encoder * read + bias
    return found
