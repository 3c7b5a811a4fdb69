"""Sentences, clauses and the weights."""

from __future__ import annotations

import pytest

from underdraft_plugins.statement_model import WEIGHTS, clauses_of, fits, sentences_of, thresholds


@pytest.mark.parametrize(
    ("said", "sentences"),
    [
        ("你好！主角叫林远。好吗？", ["你好！", "主角叫林远。", "好吗？"]),
        ("Mr. Finch limps. a tram did it...ok", ["Mr. Finch limps.", "a tram did it...ok"]),
        ("第一行\n> 引文\n第二行", ["第一行", "第二行"]),
        ("。。。", []),
    ],
)
def test_sentences_are_the_speakers_own(said, sentences):
    """Cut at stops and lines, not at abbreviations; each knows where it stands."""
    found = sentences_of(said)
    assert [s.text for s in found] == sentences
    assert all(said[s.start :].startswith(s.text) for s in found)
    assert [(s.place, s.count) for s in found] == [(n, len(found)) for n in range(len(found))]


def test_clauses_stand_where_they_stand():
    """The parts between commas, colons and the like, with their place in the message."""
    said = "好。她不会游泳，所以改掉：换成走路 (please)"
    clauses = clauses_of(sentences_of(said)[1])
    assert [c.text for c in clauses][:2] == ["她不会游泳，", "所以改掉："]
    assert all(said[c.start :].startswith(c.text) for c in clauses)


def test_the_weights_are_small_and_for_the_local_embedder_alone():
    """Shipped with the package; another embedder's vectors are not read with them."""

    class Other:
        name = "litellm/x"

    assert WEIGHTS.stat().st_size < 120_000
    assert not fits(None)
    assert not fits(Other())
    assert thresholds(None).sure < thresholds(type("Local", (), {"name": "usem3-1"})()).sure
