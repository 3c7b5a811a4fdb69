"""Learn how much a sentence sounds like a correction, whatever is known.

Run: ``python benchmarks/train_change.py`` (``--write`` to replace the shipped weights). It prints what scores from some
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
from _fit import ridges_without, unseen
from train_extraction import Remembering
from train_instruction import EXPLICIT as OLDER

from underdraft_plugins.extractors.change import WEIGHTS
from underdraft_plugins.extractors.statement_model import Judged, judge, sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Array = np.ndarray[Any, Any]

DATA = Path(__file__).with_name("data")
HANDS = "adefpqrs"
EXPLICIT = OLDER | {f"explicit-h{n}": f"explicit-h{n}" for n in range(13, 66)}
"""Sets of explicit words, each with those that are left out together with it; the newer ones hold corrections alone."""

OTHERS = (39, 7, 39, 0)
"""How many statements of another book are known beside those of a message, by turns."""

SAME_BOOK = 20
"""How many other statements of the same book are known at most."""

EXPLICIT_SHARE, CORRECTING_SHARE = 2.0, 3.0
"""Weights of a sentence of the explicit sets and of a correction beside one of a chat: there are few."""

SOFTNESS = 1.0
BOUNDS = (-0.4, -0.2, 0.0, 0.2, 0.4, 0.6)


@attrs.frozen(kw_only=True)
class Message:
    """A message; what is left out together with it, the parts that replace something, what they replace, and what is known.

    ``kind``: ``explicit``, ``chats``, or ``facts``: a statement of the same book as what is known, with which all of it agrees. ``goes``: what
    holds no longer of what is replaced, where somebody has said; another statement that says it, too, is no example of one that goes on to hold.
    """

    group: str
    kind: str
    text: str
    spans: Sequence[str]
    replaced: Sequence[str]
    known: Sequence[str]
    goes: str = ""


@attrs.frozen(kw_only=True)
class Told:
    """A message with its sentences, and which of them correct something."""

    message: Message
    judged: Sequence[Judged]
    corrects: Sequence[bool]


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
                goes=case.get("goes", "") if corrects else "",
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
        found.append(Told(message=message, judged=judged, corrects=corrects))
    return found


def stands_in(one: Judged, at: int, size: int) -> bool:
    """Whether at least half of the sentence or of a part of the message is in the other."""
    start, length = one.sentence.start, len(one.sentence.text)
    return at >= 0 and min(start + length, at + size) - max(start, at) >= 0.5 * min(length, size)


def main(arguments: list[str]) -> None:
    """Judge each group by the others; with ``--write`` learn from all and write the weights."""
    header("train_change")
    flat = [(one, n) for one in told() for n in range(len(one.judged))]
    rows = np.array([one.judged[n].row for one, n in flat], dtype=np.float64)
    labels = np.array([float(one.corrects[n]) for one, n in flat])
    kinds = np.array([one.message.kind for one, _ in flat])
    shares = np.where(kinds == "explicit", EXPLICIT_SHARE, 1.0) * np.where(labels > 0, CORRECTING_SHARE, 1.0)
    groups = np.array([one.message.group for one, _ in flat])
    learned = ridges_without(rows, labels, shares, SOFTNESS, groups)
    scores = unseen(rows, learned, groups)
    for name in dict.fromkeys(kinds):
        part = kinds == name
        print(f"\n{name}: {int(labels[part].sum())} of {part.sum()} sentences correct something")
        for bound in BOUNDS:
            fired = part & (scores >= bound)
            print(f"  {bound}: right {(fired & (labels > 0)).sum()}, wrong {(fired & (labels == 0)).sum()}")
    if "--write" in arguments:
        np.savez_compressed(WEIGHTS, corrects=learned[""].astype(np.float16))
        print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
