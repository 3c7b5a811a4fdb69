"""Learn what the words and marks of an instruction for good weigh.

Run: ``python benchmarks/train_instruction.py`` (``--write`` to replace the shipped weights). It prints what chances from some
bounds on are worth to hands that the weights have not learned from. It reads the development hands and those for
training alone (``benchmarks/data/README.md``), never the test part.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from _figures import header
from _fit import ridges_without, unseen, weighted_logistic
from train_extraction import Remembering, labelled

from underdraft_plugins.extractors.instruction import WEIGHTS, marks_of
from underdraft_plugins.extractors.statement_features import OwnSentence, features
from underdraft_plugins.extractors.statement_model import sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Array = np.ndarray[Any, Any]

DATA = Path(__file__).with_name("data")
HANDS = "adefpqrs"
EXPLICIT = {"explicit": "explicit", "explicit-u": "explicit"} | {
    f"explicit-{hand}": f"explicit-{hand}"
    for hand in ("w", *"ijklmn", *(f"h{n}" for n in range(6, 13)), *(f"s{n}" for n in range(1, 9)))
}
"""Sets of explicit words, each with those that are left out together with it: of one author."""

EXPLICIT_SHARE, STANDING_SHARE, OUTSPOKEN_SHARE = 2.0, 3.0, 5.0
"""Weights of a sentence of those sets, and of an instruction, beside a sentence of a chat, and of one that says so in as many words
beside one that does not: there are few of them."""

WORDS_SOFTNESS, MARKS_SOFTNESS = 1.0, 2.0
BOUNDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@attrs.frozen(kw_only=True)
class Case:
    """A sentence; what is left out together with it, whether it stands in a set of explicit words, and its label."""

    group: str
    explicit: bool
    sentence: OwnSentence
    standing: bool

    @property
    def share(self) -> float:
        """How much it counts in training."""
        return (
            (EXPLICIT_SHARE if self.explicit else 1.0)
            * (STANDING_SHARE if self.standing else 1.0)
            * (OUTSPOKEN_SHARE if self.group == "explicit" else 1.0)
        )


def cases() -> Iterator[Case]:
    """Yield all sentences but those of chats that are labelled as about the writer: some are instructions."""
    for name, group in EXPLICIT.items():
        for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines():
            case = json.loads(line)
            at, size = case["text"].find(case["span"]), len(case["span"])
            for one in sentences_of(case["text"]):
                shared = min(one.start + len(one.text), at + size) - max(one.start, at)
                standing = case["kind"] == "standing" and shared >= 0.5 * min(len(one.text), size)
                yield Case(group=group, explicit=True, sentence=one, standing=standing)
    for hand in HANDS:
        for language in ("zh", "en"):
            for told in labelled(f"{language}-{hand}"):
                if told.label is None or told.label["about"] != "writer":
                    yield Case(group=hand, explicit=False, sentence=told.sentence, standing=False)


def marks_table(scores: Array, told: Sequence[Case]) -> Array:
    return np.column_stack([scores, [marks_of(one.sentence.text) for one in told]])


def fitted(table: Array, told: Sequence[Case]) -> Array:
    """Weights of the score of the words and of the marks, and the bias."""
    labels, shares = np.array([float(one.standing) for one in told]), np.array([one.share for one in told])
    mean, size = table.mean(axis=0), table.std(axis=0) + 1e-9
    weights = weighted_logistic((table - mean) / size, labels, shares, MARKS_SOFTNESS)
    scaled = weights[:-1] / size
    return np.append(scaled, weights[-1] - scaled @ mean)


def main(arguments: list[str]) -> None:
    """Judge each group by the others; with ``--write`` learn from all and write the weights."""
    header("train_instruction")
    told = list(cases())
    rows = np.asarray(features([one.sentence for one in told], Remembering()), dtype=np.float64)
    labels, shares = np.array([float(one.standing) for one in told]), np.array([one.share for one in told])
    groups = np.array([one.group for one in told])
    learned = ridges_without(rows, labels, shares, WORDS_SOFTNESS, groups)
    table, chance = marks_table(unseen(rows, learned, groups), told), np.zeros(len(told))
    for group in sorted(set(groups)):
        other = np.flatnonzero(groups != group)
        marks = fitted(table[other], [told[n] for n in other])
        own = groups == group
        chance[own] = 1 / (1 + np.exp(-(table[own] @ marks[:-1] + marks[-1])))
    for group in (*dict.fromkeys(EXPLICIT.values()), *HANDS):
        own = groups == group
        counts = (
            f"{bound}: {(own & (chance >= bound) & (labels > 0)).sum()}, {(own & (chance >= bound) & (labels == 0)).sum()}"
            for bound in BOUNDS
        )
        print(
            f"{group:12} {int(labels[own].sum()):4} of {own.sum():5} are; right, wrong from  "
            + "  ".join(counts)
        )
    if "--write" in arguments:
        marks = fitted(table, told).astype(np.float32)
        np.savez_compressed(WEIGHTS, words=learned[""].astype(np.float16), marks=marks)
        print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
