"""Learn what the features of a pair weigh, by which a sentence takes the place of a known statement.

Run: ``python benchmarks/train_change.py``. It prints the weights for ``extractors/change.py``, and what chances from some
bounds on are worth to a hand that the weights have not learned from (half a set of explicit words at a time). It reads the development hands
and those for training alone (``benchmarks/data/README.md``), never the test part.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from _figures import header
from _fit import weighted_logistic
from train_extraction import Remembering

from underdraft_plugins.extractors.change import nearest_change
from underdraft_plugins.extractors.statement_model import sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Array = np.ndarray[Any, Any]

DATA = Path(__file__).with_name("data")
HANDS = "adefpqrs"
EXPLICIT = ("explicit", "explicit-u", "explicit-w")
OTHERS = 39
"""Statements of another book that are known beside those of a message."""

LIKE_OURS = 10.0
"""Weight of an explicit correction, and of what only looks like one, by that of a message of a chat: there are few of them."""

SOFTNESS = 2.0
BOUNDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@attrs.frozen(kw_only=True)
class Pair:
    """The nearest pair of a message; ``meant``: whether the message replaces that statement, ``any``: or any other."""

    group: str
    explicit: bool
    features: tuple[float, ...]
    meant: bool
    any: bool


def others_of(language: str) -> list[str]:
    lines = map(json.loads, (DATA / f"{language}-a" / "recall.jsonl").read_text("utf-8").splitlines())
    return list(islice((line["text"] for line in lines if line["type"] == "memory"), OTHERS))


def messages() -> Iterator[tuple[str, bool, str, list[str], list[str]]]:
    """Yield a group that is left out together, whether it is explicit, a message, what it replaces, and what is known."""
    for name in EXPLICIT:
        for n, line in enumerate((DATA / f"{name}.jsonl").read_text("utf-8").splitlines()):
            case = json.loads(line)
            if earlier := case.get("earlier"):
                replaced = [earlier] if case["kind"] == "correction" else []
                known = [earlier, *others_of(case["language"])]
                yield f"{name} {n % 2}", True, case["text"], replaced, known
    for language in ("zh", "en"):
        others = others_of(language)
        for hand in HANDS:
            lines = (DATA / f"{language}-{hand}" / "extraction.jsonl").read_text("utf-8").splitlines()
            for case in map(json.loads, lines):
                replaced = [one["replaces"] for one in case["remember"] if one["replaces"]]
                known = list(dict.fromkeys([*case["earlier"], *replaced, *others]))
                yield f"{language}-{hand}", False, case["text"], replaced, known


def pairs() -> list[Pair]:
    encoder, found = Remembering(), []
    for group, explicit, text, replaced, known in messages():
        nearest = nearest_change([one.text for one in sentences_of(text)], known, encoder)
        if nearest is not None:
            found.append(
                Pair(
                    group=group,
                    explicit=explicit,
                    features=nearest.features,
                    meant=known[nearest.place] in replaced,
                    any=bool(replaced),
                )
            )
    return found


def fitted(data: Sequence[Pair]) -> Array:
    """Weights of the features, and the bias."""
    rows = np.array([one.features for one in data])
    mean, size = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    rows = (rows - mean) / size
    shares = np.array([LIKE_OURS if one.explicit else 1.0 for one in data])
    weights = weighted_logistic(rows, np.array([float(one.meant) for one in data]), shares, SOFTNESS)
    scaled = weights[:-1] / size
    return np.append(scaled, weights[-1] - scaled @ mean)


def chances(weights: Array, data: Sequence[Pair]) -> Array:
    rows = np.array([one.features for one in data])
    return 1 / (1 + np.exp(-(rows @ weights[:-1] + weights[-1])))


def main() -> None:
    header("train_change")
    data = pairs()
    unseen = np.zeros(len(data))
    for group in sorted({one.group for one in data}):
        own = np.array([one.group == group for one in data])
        weights = fitted([one for one in data if one.group != group])
        unseen[own] = chances(weights, [one for one in data if one.group == group])
    for explicit in (False, True):
        mine = np.array([one.explicit is explicit for one in data])
        meant = np.array([one.meant for one in data]) & mine
        total = sum(one.any for one in data if one.explicit is explicit)
        print(
            f"\n{'explicit words' if explicit else 'messages of chats'}: {total} of {mine.sum()} replace something"
        )
        for bound in BOUNDS:
            fired = unseen >= bound
            print(f"  {bound}: right {(fired & meant).sum()}, wrong {(fired & mine & ~meant).sum()}")
    weights = fitted(data)
    print(
        "\nWEIGHTS =",
        tuple(float(round(one, 3)) for one in weights[:-1]),
        "BIAS =",
        round(float(weights[-1]), 3),
    )


if __name__ == "__main__":
    main()
