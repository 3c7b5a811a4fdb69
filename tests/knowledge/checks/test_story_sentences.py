"""Plain and indirect sentences, in both languages: what contradicts, and what only seems to."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from knowledge.story_samples import read

SETS = tomllib.loads((Path(__file__).parent / "readings.toml").read_text(encoding="utf-8"))
FLOORS = {"zh": 18, "en": 18, "zh-indirect": 13, "en-indirect": 13}
"""So many of the wrong sentences must be found."""


@pytest.mark.parametrize("kind", SETS)
def test_sentences_that_contradict_and_that_do_not(kind):
    """Nearly all that contradict are found; memories, dreams, pictures, claims and denials are not."""
    facts = SETS[kind]["facts"]
    found = [sentence for sentence in SETS[kind]["wrong"] if read("", sentence, facts=facts)]
    assert len(found) >= FLOORS[kind], set(SETS[kind]["wrong"]) - set(found)
    assert [sentence for sentence in SETS[kind]["right"] if read("", sentence, facts=facts)] == []
