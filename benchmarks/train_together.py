"""Learn what the scores of the classifier and of the encoder weigh together (``underdraft_plugins.extractors.together.TOGETHER``).

Run: ``python benchmarks/train_together.py``; it prints the weights, which are copied by hand, and what each finds. It reads hands that neither has learned
from: the voices p and q, and of the sets of explicit words j and h7, for which the weights of instructions are learned without them.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from _figures import header
from _fit import logistic, ridges_without
from train_extraction import UNREAD_VOICES, VOICES, Remembering, labelled
from train_instruction import WORDS_SOFTNESS, cases, fitted, marks_table

from underdraft_plugins.extractors.pair_encoder import pair_encoder
from underdraft_plugins.extractors.statement_features import features
from underdraft_plugins.extractors.statement_model import classified

if TYPE_CHECKING:
    from collections.abc import Sequence

    from underdraft_plugins.extractors.statement_features import OwnSentence

    Array = np.ndarray[Any, Any]

UNREAD_SETS = ("explicit-j", "explicit-h7")
SOFTNESS = 1e-3
RECALLS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


def main() -> None:
    """Print weights, and precisions at some recalls."""
    header("train_together")
    embedder = Remembering()
    data = [one for hand in VOICES if hand[-1] in UNREAD_VOICES for one in labelled(hand)]
    small = []
    for _, group in groupby(data, key=lambda one: (one.hand, one.item["id"])):
        small.append(classified([one.sentence for one in group], embedder)[1])
    scores, read = np.vstack(small), between([one.sentence for one in data])
    labels = [one.label for one in data]
    compare("lasts", scores[:, 0], read[:, 0], np.array([label is not None for label in labels]))
    compare("standing", *standing(embedder))
    there = [n for n, label in enumerate(labels) if label is not None]
    for name, column, key, wanted in (
        ("writer", 2, "about", "writer"),
        ("preference", 3, "kind", "preference"),
    ):
        own = np.array([(labels[n] or {})[key] == wanted for n in there])
        compare(name, scores[there, column], read[there, column], own)


def between(sentences: Sequence[OwnSentence]) -> Array:
    return pair_encoder().between([(one.text, one.before, one.after) for one in sentences])


def standing(embedder: Remembering) -> tuple[Array, Array, Array]:
    """Scores of instructions for good in the unread sets, by weights that have learned from the others, and by the encoder; and labels."""
    told = list(cases())
    rows = np.asarray(features([one.sentence for one in told], embedder), dtype=np.float64)
    labels, shares = np.array([one.standing for one in told]), np.array([one.share for one in told])
    own = np.array([one.group in UNREAD_SETS for one in told])
    weights = ridges_without(rows, labels.astype(float), shares, WORDS_SOFTNESS, np.where(own, "own", ""))[
        "own"
    ]
    table = marks_table(rows @ weights[:-1] + weights[-1], told)
    marks = fitted(table[~own], [one for one, unread in zip(told, own, strict=True) if not unread])
    mine = [one.sentence for one, unread in zip(told, own, strict=True) if unread]
    return (table @ marks[:-1] + marks[-1])[own], between(mine)[:, 1], labels[own]


def compare(name: str, small: Array, read: Array, labels: Array) -> None:
    """Print the weights and the bias, and the precision of each score alone and of both at some recalls."""
    table = np.column_stack([small, read])
    weights = logistic(table, labels.astype(float), SOFTNESS)
    print(
        f"{name}: {int(labels.sum())} of {len(labels)}, weights " + ", ".join(f"{one:.2f}" for one in weights)
    )
    for form, scores in (
        ("classifier", small),
        ("encoder", read),
        ("both", table @ weights[:-1] + weights[-1]),
    ):
        found = labels[np.argsort(-scores)]
        hits = np.cumsum(found)
        at = np.searchsorted(hits, np.array(RECALLS) * hits[-1])
        row = "  ".join(f"{recall}: {hits[n] / (n + 1):.3f}" for recall, n in zip(RECALLS, at, strict=True))
        print(f"  {form:10}  precision at recall  {row}")


if __name__ == "__main__":
    main()
