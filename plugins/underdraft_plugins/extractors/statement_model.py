"""The classifier of sentences, over :mod:`statement_features`, with learned weights beside it, and the encoder (:mod:`together`).

Two quadratic forms of low rank score each sentence for itself: whether it is durable, and whether anything
in its message is. Then a few weights say what that means beside the scores of the message's other sentences. ``statement_weights.npz`` is written by
``benchmarks/train_extraction.py``, for the vectors of the local embedder: no other's are read with it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from underdraft import HAN, Embedder, own_parts, text_weight, word_alternatives
from underdraft_plugins.extractors.instruction import is_explicit, scores_of
from underdraft_plugins.extractors.statement_features import OwnSentence, features, weights_of
from underdraft_plugins.extractors.together import together

if TYPE_CHECKING:
    import numpy as np

WEIGHTS = Path(__file__).with_name("statement_weights.npz")
SURE = 1.4
"""Score from which a statement is taken unasked: right in 0.91 of the cases on four hands that neither the weights nor the encoder have learned from."""

OPEN_ENDS = " ,，;；:：—–"
"""Marks with which no statement ends."""

MISSING = -1.5
"""Stands for the score of a neighbour that is not there: as of one that is certainly not durable."""

_STOP = re.compile(r"[。！？!?…]+[”’」』\"')）]*|(?<=[^\s.])\.+[”’\"')]*(?=\s|$)")
_CLAUSE = re.compile(
    rf"[,，;；:：—–()（）]+[”’」』\"']*\s*|\s+-+\s+|(?<=[{HAN}”])\s+(?=[{HAN}“])|"
    rf"\s+(?=(?:{word_alternatives('statements.sentences.joins')})\b)",
    re.IGNORECASE,
)
_ABBREVIATION = re.compile(
    rf"\b(?:{word_alternatives('statements.sentences.abbreviations')})\.$", re.IGNORECASE
)


@attrs.frozen(kw_only=True)
class Judged:
    """A sentence and what the classifier says of it, each above 0 for yes (the logarithm of the odds).

    ``standing`` is the chance, 0 to 1, that it is an instruction for good; ``explicit`` says that it has the words for it; ``row`` are its features.
    """

    sentence: OwnSentence
    durable: float
    writer: float
    preference: float
    standing: float = 0.0
    explicit: bool = False
    row: np.ndarray[Any, Any] | None = attrs.field(default=None, eq=False, repr=False)


@attrs.frozen
class Thresholds:
    """Scores from which something is offered.

    Attributes:
        offered: A sentence, for itself.
        joined: One beside such a sentence.
        clause: A clause at the edge of a statement.
    """

    offered: float
    joined: float
    clause: float


def sentences_of(message: str) -> list[OwnSentence]:
    """The speaker's own sentences, in order."""
    spans = [span for part in own_parts(message) for span in _split(message, *part)]
    own = " ".join(message[start:stop] for start, stop in spans)
    return _side_by_side(message, spans, own)


def _side_by_side(
    text: str, spans: Sequence[tuple[int, int]], message: str, at: int = 0
) -> list[OwnSentence]:
    """Parts of a text, which begins at a place of the whole, each with its neighbours."""
    texts = ["", *(text[start:stop] for start, stop in spans), ""]
    return [
        OwnSentence(
            text=texts[n],
            start=at + start,
            before=texts[n - 1],
            after=texts[n + 1],
            message=message,
            place=n - 1,
            count=len(spans),
        )
        for n, (start, _) in enumerate(spans, start=1)
    ]


def _split(message: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    begin = start
    ends = [m.end() for m in _STOP.finditer(message, start, stop) if not _is_abbreviation(message, m)]
    for end in (*ends, stop):
        if re.search(r"\w", message[begin:end]):
            yield _trimmed(message, begin, end)
        begin = end


def _trimmed(text: str, begin: int, end: int) -> tuple[int, int]:
    """The place in a text without white space around it."""
    piece = text[begin:end]
    return begin + len(piece) - len(piece.lstrip()), begin + len(piece.rstrip())


def clauses_of(sentence: OwnSentence) -> list[OwnSentence]:
    """The clauses of a sentence, each as a sentence of which that one is the message."""
    text = sentence.text
    spans, begin = [], 0
    for end in (*(m.end() for m in _CLAUSE.finditer(text)), len(text)):
        if re.search(r"\w", text[begin:end]):
            spans.append(_trimmed(text, begin, end))
            begin = end
    return _side_by_side(text, spans, text, sentence.start)


def told_part(sentence: OwnSentence) -> str:
    """What a sentence says before it asks: all of it where it asks nothing, or nothing else."""
    if not sentence.text.endswith(("?", "？")):
        return sentence.text
    *told, _ = clauses_of(sentence)
    stop = told[-1].start + len(told[-1].text) - sentence.start if told else None
    return sentence.text[:stop].rstrip(OPEN_ENDS)


def judge_clauses(clauses: Sequence[OwnSentence], encoder: Embedder | None) -> list[float]:
    """For each clause of sentences that are offered whether it belongs to the statement: above 0 for yes."""
    if not clauses or encoder is None:
        return [0.0] * len(clauses)
    weights = load_weights()["full_clauses"]
    scores: list[float] = (features(clauses, encoder) @ weights[:-1] + weights[-1]).tolist()
    return scores


def _is_abbreviation(message: str, stop: re.Match[str]) -> bool:
    return stop.group().startswith(".") and bool(
        _ABBREVIATION.search(message, max(0, stop.start() - 6), stop.start() + 1)
    )


def judge(sentences: Sequence[OwnSentence], encoder: Embedder | None) -> list[Judged]:
    """Score each sentence with the classifier; without the local embedder no sentence scores as durable."""
    if not sentences or encoder is None:
        return [Judged(sentence=one, durable=-math.inf, writer=0.0, preference=0.0) for one in sentences]
    import numpy as np

    rows, small = classified(sentences, encoder)
    scores = together(sentences, small)
    own, chances = ((1 / (1 + np.exp(-table[:, 1]))).tolist() for table in (small, scores))
    return [
        Judged(
            sentence=sentence,
            durable=lasts,
            writer=writer,
            preference=preference,
            standing=chance,
            explicit=is_explicit(sentence, alone, chance, lasts, preference),
            row=row,
        )
        for sentence, (lasts, _, writer, preference), alone, chance, row in zip(
            sentences, scores.tolist(), own, chances, rows, strict=True
        )
    ]


def classified(
    sentences: Sequence[OwnSentence], encoder: Embedder
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The features of each sentence of a message, and the classifier's scores: whether it lasts, is an instruction for good, about the writer, a preference."""
    import numpy as np

    rows = features(sentences, encoder)
    weights = load_weights()
    heads = rows @ weights["full"][:-1] + weights["full"][-1]
    first = heads[:, :2] + (rows @ weights["full_squares"]) ** 2 @ weights["full_signs"]
    context = weights["full_context"]
    durable = context_rows(sentences, first) @ context[:-1] + context[-1]
    standing = scores_of([sentence.text for sentence in sentences], rows)
    return rows, np.column_stack([durable, standing, heads[:, 2:]])


def context_rows(sentences: Sequence[OwnSentence], first: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """For each sentence of one message its first scores, those of the others, and where it stands among them.

    ``first`` has a row a sentence: whether it is durable, and whether anything in its message is.
    """
    import numpy as np

    alone, message = first[:, 0], first[:, 1]
    rows = []
    for n, (sentence, score) in enumerate(zip(sentences, alone.tolist(), strict=True)):
        others = np.delete(alone, n) if len(alone) > 1 else np.array([MISSING])
        rows.append(
            [
                score,
                float(alone[n - 1]) if n else MISSING,
                float(alone[n + 1]) if n + 1 < len(alone) else MISSING,
                float(others.max()),
                float(others.mean()),
                float((alone > score).sum()) / 2,
                n / 3,
                len(alone) / 5,
                n / max(1, len(alone) - 1),
                text_weight(sentence.text),
                float(message[n]),
                float(message.max()),
                float(message.mean()),
            ]
        )
    return np.array(rows)


def thresholds() -> Thresholds:
    """From which scores on a sentence is offered."""
    return Thresholds(*load_weights()["full_thresholds"].tolist())


@cache
def load_weights() -> dict[str, np.ndarray[Any, Any]]:
    """The learned weights, by name: a column a head, the bias in the last row; squares are kept in 8 bits."""
    found = weights_of(WEIGHTS)
    return found | {"full_squares": found["full_squares"] * found["full_steps"]}
