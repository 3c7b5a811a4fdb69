"""Train what tells queries about the work from others, compare it across unseen hands, and write its weights.

Run: ``python benchmarks/train_recall.py`` (``--write`` to replace the shipped weights). It reads the development
hands and ``recall-train.jsonl`` (``benchmarks/data/README.md``), never the test part. Each development hand is
scored by what the rest teaches, or by ``recall-train.jsonl`` alone. Deterministic: no random numbers.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from _figures import Share, header, table
from _fit import weighted_logistic
from _understand_recall import judged, request_of

from underdraft.memory.index.is_about_work import DIMENSIONS, WEIGHTS, asked_in
from underdraft.memory.index.shared_words import Hits, SharedWords, fitting
from underdraft.run.prepare import passage_of, query_of
from underdraft.types.request import RunRequest, Selection
from underdraft_plugins.embedders.local import local_embedder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Array = np.ndarray[Any, Any]

DATA = Path(__file__).with_name("data")
HANDS = ("zh-a", "en-a")
TRAINING = "recall-train"
SOFTNESS = 1 / 4_000
"""Weight of the squared weights, where each label's rows count 1 together; four times as much gives the same."""

LIMIT = 5


@attrs.frozen
class Asked:
    """A query or a request: who wrote it, whether it is about the work, its vectors side by side, and its hits."""

    hand: str
    about: bool
    row: Array
    hits: Hits = ({}, {})
    relevant: tuple[str, ...] = ()
    helpful: tuple[str, ...] = ()


def main(arguments: list[str]) -> None:
    """Print the tables; with ``--write``, train on all and replace the weights."""
    header("train_recall")
    data = [asked for hand in (*HANDS, TRAINING) for asked in read(hand)]
    for taught in ("the rest", TRAINING):
        leanings = {hand: learned_from_others(data, hand, taught) for hand in HANDS}
        print(f"\nby what {taught} teaches")
        for name, weigh in {
            "scores alone": lambda _: 0.0,
            "leaning alone": lambda leaning: 1e6 * leaning,
            "both": lambda leaning: leaning,
        }.items():
            print(f"{name}:\n" + table({hand: score(leanings[hand], weigh) for hand in HANDS}))
    if "--write" in arguments:
        *learned, bias = trained(data)
        halves = np.reshape(learned, (2, DIMENSIONS)).astype(np.float16)
        np.savez_compressed(WEIGHTS, weights=halves, bias=np.float32(bias))
        print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1024:.1f} KB")


def read(hand: str) -> list[Asked]:
    """What a hand asks, book by book."""
    file = DATA / f"{TRAINING}.jsonl" if hand == TRAINING else DATA / hand / "recall.jsonl"
    entries = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    books = {entry.get("book"): {} for entry in entries}
    for entry in entries:
        if entry["type"] == "memory":
            books[entry["book"]][entry["id"]] = entry["text"]
    finders = {book: partial(hits_of, memories) for book, memories in books.items() if memories}
    return [asked(hand, entry, finders) for entry in entries if entry["type"] != "memory"]


def asked(hand: str, entry: Mapping[str, Any], finders: Mapping[str, Callable[[str, str], Hits]]) -> Asked:
    """An entry as it reaches recall."""
    options = request_of({"book": "", **entry})
    selection = options.pop("selection", None)
    options.pop("project_id")
    request = RunRequest(
        skill_id="recall", selection=None if selection is None else Selection(*selection), **options
    )
    query, passage = query_of(request), passage_of(request)
    part = asked_in(query, passage)
    row = np.concatenate([vector(query), vector(part) if part else np.zeros(DIMENSIONS)])
    if entry["type"] == "request":
        return Asked(hand, entry["about"], row)
    relevant, helpful = tuple(entry["relevant"]), tuple(entry.get("helpful", ()))
    return Asked(hand, bool(relevant), row, finders[entry["book"]](query, passage), relevant, helpful)


def hits_of(memories: Mapping[str, str], query: str, passage: str) -> Hits:
    """Cosine, nearest first, and share of words."""
    cosines = {key: round(float(vector(text) @ vector(query)), 6) for key, text in memories.items()}
    near = dict(sorted(cosines.items(), key=lambda hit: (-hit[1], hit[0])))
    return near, SharedWords(memories).shares(f"{query} {passage}"[:2_000])


def vector(text: str, known: dict[str, Array] = {}) -> Array:  # noqa: B006 - kept on purpose
    """The vector of a text, of length 1."""
    if text not in known:
        (row,) = np.asarray(local_embedder().embed([text]), dtype=np.float32)
        known[text] = row / np.linalg.norm(row)
    return known[text]


def trained(data: Sequence[Asked]) -> Array:
    """The weights of both vectors, and the bias; what is about the work counts as much as what is not."""
    labels = np.array([a.about for a in data], dtype=float)
    shares = np.where(labels == 1, 1 / labels.sum(), 1 / (1 - labels).sum())
    return weighted_logistic(np.array([a.row for a in data]), labels, shares, SOFTNESS)


def learned_from_others(data: Sequence[Asked], hand: str, taught: str) -> list[tuple[Asked, float]]:
    """What a hand asks, each with its leaning by weights that have learned from others."""
    weights = trained([a for a in data if a.hand != hand and (taught != TRAINING or a.hand == TRAINING)])
    return [(one, float(one.row @ weights[:-1] + weights[-1])) for one in data if one.hand == hand]


def score(leanings: Sequence[tuple[Asked, float]], weigh: Callable[[float], float]) -> dict[str, int | Share]:
    """The figures of a hand."""
    shares = {name: Share() for name in ("recall@5", "recall@1", "nothing", "precision", "fit")}
    for one, leaning in leanings:
        found = list(fitting(one.hits, LIMIT, weigh(leaning)))
        for name, share in judged(found, one.relevant, one.helpful).items():
            shares[name] += share
    return dict(shares)


if __name__ == "__main__":
    main(sys.argv[1:])
