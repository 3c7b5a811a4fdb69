"""What is understood of sets that nobody tuned on does not become less; sums only."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
FLOORS = {"extraction": {"precision": 0.8, "recall": 0.38, "place": 0.88, "corrections": 0.42}}
CEILINGS = {"extraction": {"pasted": 0.08}}
"""A little beside the figures of ``benchmarks/README.md``."""


@pytest.mark.long
@pytest.mark.parametrize("task", FLOORS)
def test_the_figures_hold(monkeypatch, task):
    """On the test part no sum falls below its floor, and none rises above its ceiling."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    parts = importlib.import_module("understanding").PARTS
    added = importlib.import_module("_figures").added
    score = importlib.import_module(f"_understand_{task}").score
    rows = list(score([BENCHMARKS / "data" / hand for hand in parts["test"]]).values())
    sums = {name: added([row[name] for row in rows]) for name in rows[0]}
    shares = {name: found.part / found.whole for name, found in sums.items() if hasattr(found, "whole")}
    assert {n: s for n, s in shares.items() if s < FLOORS[task].get(n, 0)} == {}
    assert {n: s for n, s in shares.items() if s > CEILINGS[task].get(n, 1e9)} == {}
