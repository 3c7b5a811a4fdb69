"""Learn the encoder's head that says whether a sentence lets the dead act, over its vector of a row, and write it.

Run: ``python benchmarks/train_dead.py`` (``--write`` to put it into ``pair_encoder.npz``). It reads ``dead-nt.jsonl`` (``benchmarks/data/README.md``);
each novel is scored by what the others teach. Deterministic: no random numbers.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from _figures import header
from _fit import logistic, unseen

from underdraft import ToldBeside
from underdraft_plugins.checks.contradictions import row_of
from underdraft_plugins.extractors.pair_encoder import WEIGHTS, pair_encoder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Array = np.ndarray[Any, Any]

DATA = Path(__file__).with_name("data") / "dead-nt.jsonl"
SOFTNESS = 3.0
"""Weight of the squared weights, over numbers of spread 1."""

BOUNDS = (0.5, 0.7, 0.8, 0.9, 0.93, 0.95, 0.97)


def main(arguments: list[str]) -> None:
    """Print how many are found, and how many others, from some chances on; with ``--write`` replace the shipped head."""
    header("train_dead, each novel scored by what the others teach")
    lines = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
    rows, labels = vectors(lines), np.array([line["kind"] == "contradiction" for line in lines], dtype=float)
    novels = np.array([line["id"].rpartition("-")[0] for line in lines])
    others = {novel: learned(rows[novels != novel], labels[novels != novel]) for novel in set(novels)}
    scores = unseen(rows, others, novels)
    print(f"{int(labels.sum())} of {len(labels)}")
    for bound in BOUNDS:
        found = scores >= np.log(bound / (1 - bound))
        print(f"  from {bound} on: {int((labels * found).sum())}, {int(((1 - labels) * found).sum())} wrong")
    if "--write" in arguments:
        write(learned(rows, labels))


def vectors(lines: Sequence[Mapping[str, str]]) -> Array:
    """The encoder's vector of each line, as the check reads it."""
    pairs = [
        ToldBeside(
            told=one["text"], before=one["before"], name=one["name"], attribute="", value="", dead=True
        )
        for one in lines
    ]
    return pair_encoder().vectors([row_of(pair) for pair in pairs])


def learned(rows: Array, labels: Array) -> Array:
    """Weights and bias, for rows as they are."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    found = logistic((rows - mean) / spread, labels, SOFTNESS)
    weights = found[:-1] / spread
    return np.append(weights, found[-1] - mean @ weights)


def write(weights: Array) -> None:
    """Put the head beside the others."""
    with np.load(WEIGHTS) as held:
        kept = {name: held[name] for name in held.files}
    kept |= {"acts": weights[:-1].astype(np.float16), "acts.bias": weights[-1:].astype(np.float16)}
    np.savez(WEIGHTS, **kept)
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
