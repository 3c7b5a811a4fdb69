"""Tidying: what is said of pairs of statements; see ``understanding.py`` for what counts."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from _figures import Mean, Share
from _understand_extraction import memory_of

from underdraft import ModelError, Timeout
from underdraft.memory.tidy.compare import compare
from underdraft.memory.tidy.judging import NET, ORDER, PAIRS_MAXIMUM, SCHEMA, question, verdicts_of
from underdraft.types.question import for_task

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from underdraft import AskModel

KINDS = {
    "duplicate": "duplicate",
    "paraphrase": "duplicate",
    "contradiction": None,
    "near": None,
}
"""What each label is offered as without a model; contradictions are a model's to find."""

JUDGED = {**KINDS, "contradiction": "contradiction"}
"""What each label is offered as where a model was asked about the pairs that are near enough."""


def score(folders: Sequence[Path], ask: AskModel | None = None) -> dict[str, Mapping[str, int | Share]]:
    """One row a hand."""
    return {folder.name: score_hand(pairs_of(folder), ask) for folder in folders}


def pairs_of(folder: Path) -> list[dict[str, str]]:
    """The labelled pairs of a hand."""
    return [json.loads(line) for line in (folder / "tidy.jsonl").read_text("utf-8").splitlines()]


def score_hand(pairs: Sequence[Mapping[str, str]], ask: AskModel | None = None) -> Mapping[str, int | Share]:
    """The figures of one hand, with vectors."""
    near, meant = cosines(pairs), KINDS if ask is None else JUDGED
    begin = time.process_time()
    found = [kind_of(pair, cosine) for pair, cosine in zip(pairs, near, strict=True)]
    if ask is not None:
        open_ = [n for n, kind in enumerate(found) if kind is None and near[n] >= NET]
        for begun in range(0, len(open_), PAIRS_MAXIMUM):
            some = open_[begun : begun + PAIRS_MAXIMUM]
            for n, kind in zip(some, judged([pairs[n] for n in some], ask), strict=True):
                found[n] = kind
    took = time.process_time() - begin
    shares = {label: Share(0, 0) for label in KINDS}
    for pair, kind in zip(pairs, found, strict=True):
        right = kind == meant[pair["label"]]
        shares[pair["label"]] += Share(int(right), 1)
    offered = [
        kind == meant[pair["label"]] for pair, kind in zip(pairs, found, strict=True) if kind is not None
    ]
    to_find = [cosine for pair, cosine in zip(pairs, near, strict=True) if pair["label"] != "near"]
    return {
        **{f"{label}s" if label != "near" else "near": share for label, share in shares.items()},
        "precision": Share(sum(offered), len(offered)),
        "a model sees": Share(sum(cosine >= NET for cosine in to_find), len(to_find)),
        "CPU ms": Mean(1000 * took, len(pairs)),
    }


def judged(pairs: Sequence[Mapping[str, str]], ask: AskModel) -> list[str | None]:
    """What a model says of the pairs, as far as it is believed."""
    sides = [
        (memory_of(pair["first"], f"{n}a"), memory_of(pair["second"], f"{n}b"))
        for n, pair in enumerate(pairs)
    ]
    text, statements = question(sides)
    try:
        answer = for_task(ask, "tidy")(system=ORDER, text=text, schema=SCHEMA)
    except (ModelError, Timeout):
        return [None] * len(pairs)
    kinds = (kind for kind, _ in verdicts_of(answer, sides, statements))
    return [kind if kind in {"duplicate", "contradiction"} else None for kind in kinds]


def kind_of(pair: Mapping[str, str], cosine: float | None) -> str | None:
    """What the pair is found to be."""
    return "duplicate" if compare(pair["first"], pair["second"], cosine) else None


def cosines(pairs: Sequence[Mapping[str, str]]) -> list[float]:
    """The cosine of each pair by the local embedder."""
    import numpy as np

    from underdraft_plugins.embedders.local import underdraft_embedder

    embedder = underdraft_embedder("local")
    assert embedder is not None
    sides: list[Any] = [
        np.asarray(embedder.embed([pair[side] for pair in pairs])) for side in ("first", "second")
    ]
    first, second = (side / np.linalg.norm(side, axis=1, keepdims=True) for side in sides)
    return [float(value) for value in (first * second).sum(axis=1)]
