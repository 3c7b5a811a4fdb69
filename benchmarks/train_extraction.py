"""Train the classifier of sentences, compare methods across unseen hands, and write its weights.

Run: ``python benchmarks/train_extraction.py`` (``--write`` to replace the shipped weights). It reads the
development hands and those for training alone (``benchmarks/data/README.md``), never the test part; the weights learn nothing of the hands p and q,
with which the encoder's scores are weighed in (``train_together.py``).
Each hand is scored by models trained on others (two hands of one letter are left out together); thresholds come from those scores. Deterministic:
no random numbers.
"""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from _figures import Share, header
from _fit import SQUARES, dual_weights, linear, logistic, quadratic
from _understand_extraction import Stored, holds, items_of, match

from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.statement_features import OwnSentence, features
from underdraft_plugins.extractors.statement_model import (
    WEIGHTS,
    Judged,
    Thresholds,
    clauses_of,
    context_rows,
    sentences_of,
)
from underdraft_plugins.extractors.statements import clauses_of_statement, grouped, trimmed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Array = np.ndarray[Any, Any]

DATA = Path(__file__).with_name("data")
VOICES = (
    "zh-a",
    "en-a",
    "zh-d",
    "en-d",
    "zh-f",
    "en-f",
    *(f"{language}-{hand}" for hand in "pqrs" for language in ("zh", "en")),
)
"""Hands that are scored by what the others teach."""

HEADS = ("durable", "writer", "preference")
"""What is scored of a sentence."""

ONLY_TRAINING = (
    "zh-e",
    "en-e",
    *(f"{language}-k{n}" for n in (*range(1, 10), 11, 12) for language in ("zh", "en")),
)
UNREAD_VOICES = "pq"
"""Hands that are scored, and that neither the weights nor the encoder learn from."""

RANK = 16
"""Directions of each quadratic form; with 64 average precision is 0.005 higher, and the weights four times as large."""

FOLDS = 4
"""Parts of the hands, each scored by what the others teach; of clauses, which are many more, two."""

CONTEXT_SOFTNESS = 1.0

THRESHOLDS = Thresholds(offered=0.0, joined=-0.5, clause=-0.6)
"""What is offered, of the scores together with the encoder's: one vain offer for eight messages that hold nothing in four hands (p and q) that neither has
learned from, since strangers' texts bring more; ``--sweep`` prints what others would give without the encoder."""


@attrs.frozen(kw_only=True)
class Labelled:
    """A sentence with its message and label."""

    hand: str
    item: Mapping[str, Any]
    sentence: OwnSentence
    label: Mapping[str, Any] | None


class Remembering:
    """The local embedder, which embeds no text twice."""

    def __init__(self) -> None:
        self._embedder = local_embedder()
        self.name = self._embedder.name
        self.dimensions = self._embedder.dimensions
        self._known: dict[str, Any] = {}

    def embed(self, texts: Sequence[str]) -> Any:
        """One vector a text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        for begin in range(0, len(new), 64):
            part = new[begin : begin + 64]
            self._known.update(
                zip(part, np.asarray(self._embedder.embed(part), dtype=np.float32), strict=True)
            )
        return np.stack([self._known[text] for text in texts])


def labelled(hand: str) -> list[Labelled]:
    """All own sentences of a hand; one is durable if at least half of it or of a span is in the other."""
    found = []
    for item in items_of(DATA / hand):
        text = item["text"]
        spans = [(text.index(w["span"]), len(w["span"]), w) for w in item["remember"]]
        for sentence in sentences_of(text):
            begin, end = sentence.start, sentence.start + len(sentence.text)
            shared = [(min(end, at + size) - max(begin, at), size, w) for at, size, w in spans]
            label = next((w for part, size, w in shared if part >= 0.5 * min(size, end - begin)), None)
            found.append(Labelled(hand=hand, item=item, sentence=sentence, label=label))
    return found


def scored(weights: Array, rows: Array) -> Array:
    return rows @ weights[:-1] + weights[-1]


def head_labels(data: Sequence[Labelled]) -> dict[str, tuple[Array, Array]]:
    """For each linear head which rows it learns from, and the labels of these."""
    known = np.flatnonzero([d.label is not None for d in data])
    labels = [data[n].label or {} for n in known]
    return {
        "writer": (known, np.array([float(w["about"] == "writer") for w in labels])),
        "preference": (known, np.array([float(w["kind"] == "preference") for w in labels])),
    }


def first_labels(data: Sequence[Labelled]) -> Array:
    """A column for whether the sentence is durable, one for whether anything in its message is."""
    return np.array([[d.label is not None, bool(d.item["remember"])] for d in data], dtype=float)


def forms(rows: Array, labels: Array, rank: int) -> tuple[Array, Array, Array]:
    """The quadratic forms of both columns as one: weights and biases, directions, signs."""
    both = quadratic(rows, labels, rank)
    signs = np.zeros((2 * rank, 2))
    signs[:rank, 0], signs[rank:, 1] = both[0][2], both[1][2]
    return np.stack([one[0] for one in both], axis=1), np.hstack([one[1] for one in both]), signs


def across(data: Sequence[Labelled], rows: Array) -> tuple[list[Judged], Array]:
    """Each sentence as models see it that have learned from other hands, and the rows of its context.

    A Chinese and an English hand that were written together are left out together.
    """
    wanted, taught = first_labels(data), is_taught(data)
    folds = folds_of([d.hand for d in data], FOLDS)
    heads, alike = head_labels(data), (rows @ rows.T).astype(np.float64)
    first, scores = np.zeros((len(data), 2)), np.zeros((len(data), len(HEADS)))
    for fold in range(FOLDS):
        own, others = folds == fold, (folds != fold) & taught
        near = alike[np.ix_(others, others)]
        weights, mean = dual_weights(near + SQUARES * near**2, wanted[others])
        near = alike[np.ix_(own, others)]
        first[own] = (near + SQUARES * near**2) @ weights + mean
        for column, (which, labels) in enumerate(heads.values(), 1):
            other = others[which]
            scores[own, column] = scored(linear(rows[which[other]], labels[other]), rows[own])
    context = contexts(data, first)
    for fold in range(FOLDS):
        own, others = folds == fold, (folds != fold) & taught
        scores[own, 0] = scored(logistic(context[others], wanted[others, 0], CONTEXT_SOFTNESS), context[own])
    judged = [
        Judged(sentence=d.sentence, **dict(zip(HEADS, map(float, row), strict=True)))
        for d, row in zip(data, scores, strict=True)
    ]
    return judged, context


def folds_of(hands: Sequence[str], parts: int) -> Array:
    """Which of so many parts each hand is in; two of one letter are in one."""
    pairs = [hand.rpartition("-")[2] for hand in hands]
    order = sorted(set(pairs))
    return np.array([order.index(pair) % parts for pair in pairs])


def is_taught(data: Sequence[Labelled]) -> Array:
    """Whether the weights may learn from each sentence."""
    return np.array([d.hand[-1] not in UNREAD_VOICES for d in data])


def contexts(data: Sequence[Labelled], first: Array) -> Array:
    """The rows of what stands around each sentence, message by message."""
    found = [
        context_rows([data[n].sentence for n in own], first[own])
        for _, places in groupby(range(len(data)), key=lambda n: (data[n].hand, data[n].item["id"]))
        for own in [list(places)]
    ]
    return np.vstack(found)


def messages(
    data: Sequence[Labelled], judged: Sequence[Judged]
) -> list[tuple[Mapping[str, Any], list[Judged]]]:
    """The voices' messages with their sentences."""
    found: dict[str, tuple[Mapping[str, Any], list[Judged]]] = {}
    for hand in VOICES:
        for item in items_of(DATA / hand):
            found[item["id"]] = (item, [])
    for d, one in zip(data, judged, strict=True):
        if d.hand in VOICES:
            found[d.item["id"]][1].append(one)
    return list(found.values())


def learned(
    told: Sequence[tuple[Mapping[str, Any], list[Judged]]],
    least: Thresholds,
    clauses: Mapping[tuple[str, int], float],
) -> dict[str, Share]:
    """What would be offered, counted as ``understanding.py`` does."""
    sums = dict.fromkeys(("precision", "recall"), Share(0, 0))
    for item, judged in told:
        found = grouped(judged, least)
        texts = []
        for statement in found:
            parts = clauses_of_statement(statement)
            start, stop = trimmed(parts, [clauses[item["id"], part.start] for part in parts], least.clause)
            texts.append(Stored(content=item["text"][start:stop], about=""))
        hits = [t for t in texts if match(t, item["remember"]) is not None]
        held = [w for w in item["remember"] if holds(" \n ".join(t.content for t in hits), w["span"])]
        sums["precision"] += Share(len(hits), len(texts))
        sums["recall"] += Share(len(held), len(item["remember"]))
    return sums


def clause_rows(
    data: Sequence[Labelled], embedder: Any
) -> tuple[Array, Array, list[tuple[int, OwnSentence]]]:
    """Rows and labels of all clauses (whether half of one is in a span), and of which sentence each is."""
    clauses = [(n, clause) for n, d in enumerate(data) for clause in clauses_of(d.sentence)]
    labels = []
    for n, clause in clauses:
        text, end = data[n].item["text"], clause.start + len(clause.text)
        spans = [(text.index(w["span"]), len(w["span"])) for w in data[n].item["remember"]]
        shared = max((min(end, at + size) - max(clause.start, at) for at, size in spans), default=0)
        labels.append(float(shared >= 0.5 * len(clause.text)))
    return features([clause for _, clause in clauses], embedder), np.array(labels), clauses


def clause_scores(
    data: Sequence[Labelled], rows: Array, labels: Array, clauses: Sequence[tuple[int, OwnSentence]]
) -> dict[tuple[str, int], float]:
    """The score of each clause, by message and place, learned from the other half of the taught hands."""
    halves, taught = folds_of([data[n].hand for n, _ in clauses], 2), is_taught(data)
    kept = np.array([taught[n] and data[n].label is not None for n, _ in clauses])
    found: dict[tuple[str, int], float] = {}
    for half in range(2):
        other = kept & (halves != half)
        weights = linear(rows[other], labels[other])
        own = np.flatnonzero(halves == half)
        for place, score in zip(own, scored(weights, rows[own]), strict=True):
            n, clause = clauses[place]
            found[data[n].item["id"], clause.start] = float(score)
    return found


def average_precision(judged: Sequence[Judged], data: Sequence[Labelled]) -> float:
    """Over the sentences of each voice, averaged."""
    found = []
    for hand in VOICES:
        own = sorted(
            ((j.durable, d.label is not None) for j, d in zip(judged, data, strict=True) if d.hand == hand),
            reverse=True,
        )
        hits = np.cumsum([label for _, label in own])
        found.append(sum(hits[n] / (n + 1) for n, (_, label) in enumerate(own) if label) / hits[-1])
    return float(np.mean(found))


def main(arguments: list[str]) -> None:
    """Compare the methods across hands; with ``--write`` train on all hands and write the weights."""
    header("extraction, each hand scored by models of the other hands")
    data = [sentence for hand in (*VOICES, *ONLY_TRAINING) for sentence in labelled(hand)]
    sentences, embedder = [d.sentence for d in data], Remembering()
    print(
        f"{len(data)} sentences of {len(VOICES) + len(ONLY_TRAINING)} hands, {sum(d.label is not None for d in data)} durable"
    )
    rows = features(sentences, embedder)
    judged, context = across(data, rows)
    clauses = clause_rows(data, embedder)
    told = messages(data, judged)
    print(f"average precision of sentences {average_precision(judged, data):.3f}")
    by_clause = clause_scores(data, *clauses)
    for one in sweep(THRESHOLDS) if "--sweep" in arguments else [THRESHOLDS]:
        figures = learned(told, one, by_clause)
        print(f"  {attrs.astuple(one)}  " + "  ".join(f"{name} {share}" for name, share in figures.items()))
    if "--write" in arguments:
        write(data, rows, context, clauses)


def sweep(least: Thresholds) -> list[Thresholds]:
    """Thresholds around those in use."""
    return [
        attrs.evolve(least, offered=offered)
        for offered in (-0.7, -0.3, 0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.3, 2.0, 3.0)
    ]


def write(data: Sequence[Labelled], rows: Array, context: Array, clauses: tuple[Array, Array, Any]) -> None:
    """Train on all hands but the unread ones and replace the shipped weights, as numbers of 16 and 8 bits."""
    arrays: dict[str, Array] = {}
    wanted, taught = first_labels(data), is_taught(data)
    weights, squares, arrays["full_signs"] = forms(rows[taught], wanted[taught], RANK)
    arrays["full_steps"] = np.abs(squares).max(axis=0) / 127
    arrays["full_squares"] = np.round(squares / arrays["full_steps"]).astype(np.int8)
    heads = [
        linear(rows[which[taught[which]]], own[taught[which]]) for which, own in head_labels(data).values()
    ]
    arrays["full"] = np.column_stack([weights, *heads])
    arrays["full_context"] = logistic(context[taught], wanted[taught, 0], CONTEXT_SOFTNESS)
    table, labels, places = clauses
    durable = np.array([taught[n] and data[n].label is not None for n, _ in places])
    arrays["full_clauses"] = linear(table[durable], labels[durable])
    arrays["full_thresholds"] = np.array(attrs.astuple(THRESHOLDS))
    np.savez_compressed(
        WEIGHTS,
        **{
            name: array if array.dtype == np.int8 else array.astype(np.float16)
            for name, array in arrays.items()
        },
    )
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
