"""Whether a sentence is an instruction for good ("no bullet points", 改稿不用解释理由), by a learned score.

Few writers say "from now on". What a sentence is like (its words and its vector, :mod:`statement_features`) and a few marks
tell it; what each weighs is learned (``benchmarks/train_instruction.py``) and stands in ``instruction_weights.npz``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from underdraft import CandidateMemory, word_pattern
from underdraft_plugins.extractors.outright import (
    CALL,
    OTHERS,
    PASSING,
    QUESTION,
    TOLD,
    UNSURE,
    in_own_words,
)
from underdraft_plugins.extractors.statement_features import OwnSentence, weights_of

if TYPE_CHECKING:
    import numpy as np

WEIGHTS = Path(__file__).with_name("instruction_weights.npz")
"""``words``: of the features, and the bias; ``marks``: of that score and of :func:`marks_of`, and the bias."""

SURE, MARKED, LIKELY = 0.8, 0.5, 0.7
"""Chances from which an instruction with a mark is taken in a short message, from which it is there if the sentence is lasting (in
a longer one both are asked for), and from which any is offered; figures in ``benchmarks/README.md``."""

LASTING = 0.0
"""Score of the classifier of lasting statements from which a sentence counts as lasting here: most orders for the text at
hand have less."""

FEW = 2
"""Maximum number of sentences of a message in which a sure instruction needs nothing else: longer ones are about a text at hand."""

_MARKS = word_pattern("statements.said.lasting")
"""Words that often say that something holds for good."""

_STORY = word_pattern("statements.said.story")
"""How what follows a mark goes on where somebody of the story does something, or something happens to the writer."""

_AGAINST = (OTHERS, PASSING, TOLD)
"""What others wish, what holds for the text at hand, and what somebody of the story says."""


def marks_of(sentence: str) -> tuple[float, ...]:
    """What marks an instruction for good, and what speaks against it, each 0 or 1."""
    said = in_own_words(sentence)
    found = (QUESTION, UNSURE, *_AGAINST, _MARKS, CALL)
    return tuple(float(pattern.search(said) is not None) for pattern in found)


def scores_of(sentences: Sequence[str], rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """How likely each sentence is an instruction for good, as the logarithm of the odds; ``rows`` are its features."""
    import numpy as np

    weights = weights_of(WEIGHTS)
    scores = rows @ weights["words"][:-1] + weights["words"][-1]
    table = np.column_stack([scores, [(*marks_of(text), 1.0) for text in sentences]])
    found: np.ndarray[Any, Any] = table @ weights["marks"]
    return found


def is_marked(sentence: str) -> bool:
    """Whether there are words that often say that something holds for good."""
    return _MARKS.search(in_own_words(sentence)) is not None


def is_explicit(sentence: OwnSentence, own: float, chance: float, durable: float, preference: float) -> bool:
    """Whether an instruction for good is said in so many words, so that it is taken; ``own`` is the chance without the encoder, the others are as of ``Judged``."""
    said = in_own_words(sentence.text)
    mark, short = _MARKS.search(said), sentence.count <= FEW
    if mark is None or (mark.start() == 0 and _STORY.match(said[mark.end() :].lstrip(" ,，：:"))):
        return False
    if short and own >= SURE:
        return True
    return (
        max(own, chance) >= (MARKED if short else SURE)
        and durable >= LASTING
        and preference >= 0
        and not any(form.search(said) for form in _AGAINST)
    )


def instruction(sentence: str, *, sure: bool = True) -> CandidateMemory:
    """The sentence as a preference of the writer's."""
    said = in_own_words(sentence)
    return CandidateMemory(
        content=said, kind="preference", subject="writer", tags=("standing",), evidence=said, sure=sure
    )
