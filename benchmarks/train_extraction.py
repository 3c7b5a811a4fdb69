"""Train the classifier of sentences, compare methods across unseen hands, and write its weights.

Run: ``python benchmarks/train_extraction.py`` (``--write`` to replace the shipped weights). It reads the
development hands and those for training alone (``benchmarks/data/README.md``), never the test part.
Each hand is scored by models trained on the others; thresholds come from those scores. Deterministic:
logistic regression by Newton's method, no random numbers.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from _figures import Share, header
from _understand_extraction import Stored, holds, items_of, match

from underdraft_plugins.corrections import pair_rows
from underdraft_plugins.embedders import local_embedder
from underdraft_plugins.statement_features import OwnSentence, features
from underdraft_plugins.statement_model import HEADS, WEIGHTS, Judged, Thresholds, clauses_of, sentences_of
from underdraft_plugins.statements import clauses_of_statement, grouped, trimmed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Array = np.ndarray[Any, Any]

DATA = Path(__file__).with_name("data")
VOICES = ("zh-a", "en-a", "zh-d", "en-d")
"""Hands that are scored by what the others teach."""

ONLY_TRAINING = ("zh-e", "en-e")
SOFTNESS = 0.1
"""Weight of the squared weights: the best of 0.03, 0.1, 0.3 and 1 across hands."""

THRESHOLDS = {
    "full": Thresholds(sure=2.0, joined=-0.5, correcting=-1.0, clause=-1.0, replaced=-0.5),
    "words": Thresholds(sure=1.5, joined=-0.5, correcting=-1.0, clause=-1.0, replaced=-0.5),
}
"""Chosen on the scores across hands, for a precision of 0.9; ``--sweep`` prints what others would give."""


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


def fitted(rows: Array, labels: Array, softness: float = SOFTNESS) -> Array:
    """Weights and bias of a logistic regression, by Newton's method over the sentences (not the features)."""
    rows = np.hstack([rows, np.ones((len(rows), 1), dtype=np.float32)]).astype(np.float64)
    kernel = rows @ rows.T
    dual, scores = np.zeros(len(rows)), np.zeros(len(rows))
    for _ in range(25):
        chance = 1 / (1 + np.exp(-np.clip(scores, -30, 30)))
        certain = np.maximum(chance * (1 - chance), 1e-6)
        new = np.linalg.solve(kernel + softness * np.diag(1 / certain), scores + (labels - chance) / certain)
        done = np.abs(new - dual).max() < 1e-5
        dual, scores = new, kernel @ new
        if done:
            break
    return rows.T @ dual


def scored(weights: Array, rows: Array) -> Array:
    return rows @ weights[:-1] + weights[-1]


def head_labels(data: Sequence[Labelled]) -> dict[str, tuple[Array, Array]]:
    """For each head which rows it learns from, and the labels of these."""
    durable = np.array([d.label is not None for d in data])
    known = np.flatnonzero(durable)
    labels = [data[n].label or {} for n in known]
    return {
        "durable": (np.arange(len(data)), durable.astype(float)),
        "writer": (known, np.array([float(w["about"] == "writer") for w in labels])),
        "preference": (known, np.array([float(w["kind"] == "preference") for w in labels])),
    }


def across(data: Sequence[Labelled], rows: Array) -> list[Judged]:
    """Each sentence of the voices as a model sees it that has learned from all other hands."""
    hands = np.array([d.hand for d in data])
    heads = head_labels(data)
    scores = np.zeros((len(data), len(HEADS)))
    for hand in VOICES:
        for column, name in enumerate(HEADS):
            which, labels = heads[name]
            other = hands[which] != hand
            weights = fitted(rows[which[other]], labels[other])
            scores[hands == hand, column] = scored(weights, rows[hands == hand])
    return [
        Judged(sentence=d.sentence, **dict(zip(HEADS, map(float, row), strict=True)))
        for d, row in zip(data, scores, strict=True)
    ]


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
    pairs: Mapping[str, Array],
) -> dict[str, Share]:
    """What would be learned, counted as ``understanding.py`` does."""
    sums = dict.fromkeys(("precision", "recall", "corrections"), Share(0, 0))
    vain = 0
    for item, judged in told:
        old = [(int(row.argmax()), float(row.max())) for row in pairs.get(item["id"], ())]
        found = grouped(judged, old or [(0, float("-inf"))] * len(judged), item["earlier"], least)
        texts = []
        for statement in found:
            parts = clauses_of_statement(statement)
            start, stop = trimmed(parts, [clauses[item["id"], part.start] for part in parts], least.clause)
            texts.append(Stored(content=item["text"][start:stop], about=""))
        hits = [t for t in texts if match(t, item["remember"]) is not None]
        held = [w for w in item["remember"] if holds(" \n ".join(t.content for t in hits), w["span"])]
        gone = {s.replaces for s in found if s.replaces}
        meant = [w for w in item["remember"] if w["replaces"]]
        sums["precision"] += Share(len(hits), len(texts))
        sums["recall"] += Share(len(held), len(item["remember"]))
        sums["corrections"] += Share(sum(w in held and gone == {w["replaces"]} for w in meant), len(meant))
        vain += len(gone - {w["replaces"] for w in meant})
    return {**sums, "overruled in vain": Share(vain, len(told))}


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
    """The score of each clause of the voices, by message and place, learned from other hands."""
    hands = np.array([data[n].hand for n, _ in clauses])
    kept = np.array([data[n].label is not None for n, _ in clauses])
    found: dict[tuple[str, int], float] = {}
    for hand in VOICES:
        weights = fitted(rows[kept & (hands != hand)], labels[kept & (hands != hand)])
        own = np.flatnonzero(hands == hand)
        for place, score in zip(own, scored(weights, rows[own]), strict=True):
            n, clause = clauses[place]
            found[data[n].item["id"], clause.start] = float(score)
    return found


def pair_data(
    data: Sequence[Labelled], judged: Sequence[Judged], embedder: Any
) -> dict[str, tuple[str, Array, Array]]:
    """For each message with something known: its hand, a row a pair of sentence and known one, and labels."""
    found: dict[str, list[tuple[Labelled, Judged]]] = {}
    for d, one in zip(data, judged, strict=True):
        if d.item["earlier"]:
            found.setdefault(d.item["id"], []).append((d, one))
    answer = {}
    for key, parts in found.items():
        earlier = parts[0][0].item["earlier"]
        rows = pair_rows([one for _, one in parts], earlier, embedder)
        labels = [d.label is not None and d.label["replaces"] == text for d, _ in parts for text in earlier]
        answer[key] = (parts[0][0].hand, rows, np.array(labels, dtype=float))
    return answer


def pair_scores(pairs: Mapping[str, tuple[str, Array, Array]], counts: Mapping[str, int]) -> dict[str, Array]:
    """For each message of the voices a row a sentence and a column a known one, learned from other hands."""
    answer = {}
    for hand in VOICES:
        weights = fit_pairs([p for p in pairs.values() if p[0] != hand])
        for key, (own, rows, _) in pairs.items():
            if own == hand:
                answer[key] = scored(weights, rows).reshape(counts[key], -1)
    return answer


def fit_pairs(pairs: Sequence[tuple[str, Array, Array]]) -> Array:
    return fitted(
        np.vstack([rows for _, rows, _ in pairs]), np.hstack([labels for _, _, labels in pairs]), 0.3
    )


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
    words, full = features(sentences, None), features(sentences, embedder)
    kept = {}
    for method, rows, given in (
        ("words", words, None), ("vectors", full[:, words.shape[1] :], embedder), ("full", full, embedder)
    ):  # fmt: skip
        judged = across(data, rows)
        clauses = clause_rows(data, given)
        pairs = pair_data(data, judged, given)
        told = messages(data, judged)
        print(f"{method}: average precision of sentences {average_precision(judged, data):.3f}")
        least = THRESHOLDS.get(method, THRESHOLDS["full"])
        by_clause = clause_scores(data, *clauses)
        by_pair = pair_scores(pairs, {item["id"]: len(own) for item, own in told})
        for one in sweep(least) if "--sweep" in arguments else [least]:
            figures = learned(told, one, by_clause, by_pair)
            print(
                f"  {attrs.astuple(one)}  " + "  ".join(f"{name} {share}" for name, share in figures.items())
            )
        if method in THRESHOLDS:
            kept[method] = (rows, clauses, pairs)
    if "--write" in arguments:
        write(data, kept)


def sweep(least: Thresholds) -> list[Thresholds]:
    """Thresholds around those in use."""
    return [
        attrs.evolve(least, sure=sure, correcting=correcting, replaced=replaced)
        for sure in (3.0, 2.0, 1.5, 1.0)
        for correcting in (-0.5, -1.5, -3.0)
        for replaced in (0.0, -0.5, -1.0, -1.5)
    ]


def write(data: Sequence[Labelled], kept: Mapping[str, tuple[Array, Any, Any]]) -> None:
    """Train on all hands and replace the shipped weights, as 16-bit numbers."""
    arrays = {}
    for method, (rows, (clause_table, labels, clauses), pairs) in kept.items():
        columns = [fitted(rows[which], wanted) for which, wanted in head_labels(data).values()]
        durable = np.array([data[n].label is not None for n, _ in clauses])
        arrays[method] = np.stack(columns, axis=1)
        arrays[f"{method}_clauses"] = fitted(clause_table[durable], labels[durable])
        arrays[f"{method}_corrections"] = fit_pairs(list(pairs.values()))
        arrays[f"{method}_thresholds"] = np.array(attrs.astuple(THRESHOLDS[method]))
    np.savez_compressed(WEIGHTS, **{name: array.astype(np.float16) for name, array in arrays.items()})
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
