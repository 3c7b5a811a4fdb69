"""Learn by what a sentence takes the place of a known statement.

Run: ``python benchmarks/train_change.py`` (``--write`` to replace the shipped weights). It prints what chances from some
bounds on are worth to hands that the weights have not learned from. It reads the development hands and those for training
alone (``benchmarks/data/README.md``), never the test part.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import attrs
import numpy as np
from _figures import header
from _fit import ridges_without, unseen, weighted_logistic
from train_extraction import Remembering
from train_instruction import EXPLICIT as OLDER

from underdraft_plugins.extractors.change import WEIGHTS, LikelyChange, nearest_change
from underdraft_plugins.extractors.statement_model import Judged, judge, sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Array = np.ndarray[Any, Any]

DATA = Path(__file__).with_name("data")
HANDS = "adefpqrs"
EXPLICIT = OLDER | {f"explicit-h{n}": f"explicit-h{n}" for n in range(13, 19)}
"""Sets of explicit words, each with those that are left out together with it; the newer ones hold corrections alone."""

OTHERS = (39, 7, 39, 0)
"""How many statements of another book are known beside those of a message, by turns."""

SAME_BOOK = 20
"""How many other statements of the same book are known at most."""

EXPLICIT_SHARE, CORRECTING_SHARE, PAIR_SHARE = 2.0, 3.0, 5.0
"""Weights of a sentence of the explicit sets and of a correction, and of a pair of those sets, beside one of a chat: there are few."""

WORDS_SOFTNESS, PAIR_SOFTNESS, FACTS_SOFTNESS = 1.0, 0.015, 2.0
BOUNDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


@attrs.frozen(kw_only=True)
class Message:
    """A message; what is left out together with it, the parts that replace something, what they replace, and what is known.

    ``kind``: ``explicit``, ``chats``, or ``facts``: a statement of the same book as what is known, with which all of it agrees.
    """

    group: str
    kind: str
    text: str
    spans: Sequence[str]
    replaced: Sequence[str]
    known: Sequence[str]


@attrs.frozen(kw_only=True)
class Told:
    """A message with its sentences, which of them correct something, and its likeliest change."""

    message: Message
    judged: Sequence[Judged]
    corrects: Sequence[bool]
    change: LikelyChange | None


def others_of(language: str) -> list[str]:
    lines = map(json.loads, (DATA / f"{language}-a" / "recall.jsonl").read_text("utf-8").splitlines())
    return list(islice((line["text"] for line in lines if line["type"] == "memory"), max(OTHERS)))


def of_book(cases: Sequence[dict[str, Any]], language: str) -> list[str]:
    """All statements of one author's book that corrections change, in an order that has nothing to do with them."""
    found = {case["earlier"] for case in cases if case.get("earlier") and case["language"] == language}
    return sorted(found, key=lambda text: crc32(text.encode()))


def messages() -> Iterator[Message]:
    others = {language: others_of(language) for language in ("zh", "en")}
    for name, group in EXPLICIT.items():
        cases = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]
        books = {language: of_book(cases, language) for language in others}
        for n, case in enumerate(cases):
            if case["kind"] == "standing":  # it may correct an earlier one: nobody has said
                continue
            corrects, earlier = case["kind"] == "correction", case.get("earlier")
            beside = [*without(books[case["language"]], earlier, n), *others[case["language"]]]
            yield Message(
                group=group,
                kind="explicit",
                text=case["text"],
                spans=[case["span"]] if corrects else [],
                replaced=[earlier] if corrects else [],
                known=[earlier, *beside[: OTHERS[n % len(OTHERS)]]] if earlier else [],
            )
        for book in books.values():
            for n, text in enumerate(book):
                known = without(book, text, n)
                yield Message(group=group, kind="facts", text=text, spans=[], replaced=[], known=known)
    for language, theirs in others.items():
        for hand in HANDS:
            lines = (DATA / f"{language}-{hand}" / "extraction.jsonl").read_text("utf-8").splitlines()
            for n, case in enumerate(map(json.loads, lines)):
                found = [one for one in case["remember"] if one["replaces"]]
                replaced = [one["replaces"] for one in found]
                more = theirs[: OTHERS[n % len(OTHERS)]]
                yield Message(
                    group=hand,
                    kind="chats",
                    text=case["text"],
                    spans=[one["span"] for one in found],
                    replaced=replaced,
                    known=list(dict.fromkeys([*case["earlier"], *replaced, *more])),
                )


def without(book: Sequence[str], text: str | None, n: int) -> list[str]:
    """At most :data:`SAME_BOOK` other statements of a book, from the n-th on."""
    turned = [*book[n % len(book) :], *book[: n % len(book)]] if book else []
    return [other for other in turned if other != text][:SAME_BOOK]


def told() -> list[Told]:
    encoder, found = Remembering(), []
    for message in messages():
        judged = judge(sentences_of(message.text), encoder)
        spans = [(message.text.find(span), len(span)) for span in message.spans]
        corrects = [any(stands_in(one, *span) for span in spans) for one in judged]
        change = nearest_change(judged, message.known, encoder)
        found.append(Told(message=message, judged=judged, corrects=corrects, change=change))
    return found


def stands_in(one: Judged, at: int, size: int) -> bool:
    """Whether at least half of the sentence or of a part of the message is in the other."""
    start, length = one.sentence.start, len(one.sentence.text)
    return at >= 0 and min(start + length, at + size) - max(start, at) >= 0.5 * min(length, size)


def correcting(found: Sequence[Told]) -> tuple[Array, list[Array]]:
    """What the features of a sentence weigh, and for each message its sentences' scores by the other groups."""
    flat = [(one, n) for one in found for n in range(len(one.judged))]
    rows = np.array([one.judged[n].row for one, n in flat], dtype=np.float64)
    labels = np.array([float(one.corrects[n]) for one, n in flat])
    shares = np.where([one.message.kind == "explicit" for one, _ in flat], EXPLICIT_SHARE, 1.0)
    shares *= np.where(labels > 0, CORRECTING_SHARE, 1.0)
    groups = np.array([one.message.group for one, _ in flat])
    learned = ridges_without(rows, labels, shares, WORDS_SOFTNESS, groups)
    ends = np.cumsum([len(one.judged) for one in found])[:-1]
    return learned[""], np.split(unseen(rows, learned, groups), ends)


def fitted(table: Array, labels: Array, shares: Array) -> Array:
    """Weights of the numbers, and the bias."""
    mean, size = table.mean(axis=0), table.std(axis=0) + 1e-9
    weights = weighted_logistic((table - mean) / size, labels, shares, FACTS_SOFTNESS)
    scaled = weights[:-1] / size
    return np.append(scaled, weights[-1] - scaled @ mean)


def main(arguments: list[str]) -> None:
    """Judge each group by the others; with ``--write`` learn from all and write the weights."""
    header("train_change")
    found = told()
    words, scores = correcting(found)
    paired = [(one, score) for one, score in zip(found, scores, strict=True) if one.change is not None]
    changes = [one.change for one, _ in paired if one.change is not None]
    groups = np.array([one.message.group for one, _ in paired])
    kinds = np.array([one.message.kind for one, _ in paired])
    explicit = kinds == "explicit"
    any_meant = np.array([bool(one.message.replaced) for one, _ in paired])
    labels = np.array(
        [float(one.message.known[one.change.place] in one.message.replaced) for one, _ in paired]
    )
    pairs = np.array([one.pair for one in changes], dtype=np.float64)
    likeness = ridges_without(pairs, labels, np.where(explicit, EXPLICIT_SHARE, 1.0), PAIR_SOFTNESS, groups)
    around = [
        score[max(0, one.sentence - 1) : one.sentence + 2].max()
        for one, (_, score) in zip(changes, paired, strict=True)
    ]
    table = np.column_stack([around, unseen(pairs, likeness, groups), [one.facts for one in changes]])
    shares, chance = np.where(explicit, PAIR_SHARE, 1.0), np.zeros(len(paired))
    for group in sorted(set(groups)):
        other, own = groups != group, groups == group
        weights = fitted(table[other], labels[other], shares[other])
        chance[own] = 1 / (1 + np.exp(-(table[own] @ weights[:-1] + weights[-1])))
    for name in dict.fromkeys(kinds):
        part = kinds == name
        print(f"\n{name}: {(part & any_meant).sum()} of {part.sum()} replace something")
        for bound in BOUNDS:
            fired = part & (chance >= bound)
            print(f"  {bound}: right {(fired & (labels > 0)).sum()}, wrong {(fired & (labels == 0)).sum()}")
    if "--write" in arguments:
        facts = fitted(table, labels, shares).astype(np.float32)
        np.savez_compressed(
            WEIGHTS, corrects=words.astype(np.float16), pair=likeness[""].astype(np.float16), facts=facts
        )
        print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
