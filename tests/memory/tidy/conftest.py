"""Fixtures of the tests of tidying."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memory.service_samples import close, open_service
from underdraft.memory.tidy.compare import compare
from underdraft.memory.tidy.service import Tidying

DATA = Path(__file__).parents[3] / "benchmarks" / "data"


@pytest.fixture
def labelled_pairs():
    """The development part: the label of each pair, and what it is found to be by words."""
    lines = [
        line for hand in ("zh-g", "en-g") for line in (DATA / hand / "tidy.jsonl").open(encoding="utf-8")
    ]
    pairs = map(json.loads, lines)
    return [(pair["label"], compare(pair["first"], pair["second"], None)) for pair in pairs]


@pytest.fixture
def memory(tmp_path):
    """Memories in a fresh store without an embedder."""
    made = open_service(tmp_path / "u.db")
    yield made
    close(made)


@pytest.fixture
def tidying(memory):
    """What could be merged in that store."""
    return Tidying(database=memory.database, slot=memory.embedder)
