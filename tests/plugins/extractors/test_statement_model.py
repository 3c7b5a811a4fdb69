"""Sentences, clauses and the weights."""

from __future__ import annotations

import numpy as np
import pytest

from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.statement_model import (
    MISSING,
    WEIGHTS,
    clauses_of,
    context_rows,
    judge,
    sentences_of,
)


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


def test_the_weights_are_small():
    """Shipped with the package."""
    assert WEIGHTS.stat().st_size < 200_000


def test_a_sentence_is_seen_beside_the_others_of_its_message():
    """Its neighbours' scores, the best of the others and its rank; alone it has certainly none beside it."""
    said = sentences_of("灯塔有九层。帮我改短。谢谢。")
    low, high, middle = context_rows(said, np.array([[-1.0, 0.0], [1.0, 0.5], [0.0, 0.1]]))[:, :6].tolist()
    assert low == pytest.approx([-1, MISSING, 1, 1, 0.5, 1])
    assert high == pytest.approx([1, -1, 0, 0, -0.5, 0])
    assert middle == pytest.approx([0, 1, MISSING, 1, 0, 0.5])
    assert context_rows(said[:1], np.array([[1.0, 0.0]]))[0, 1:5].tolist() == [MISSING] * 4


def test_a_statement_counts_less_among_better_ones():
    """The same sentence of the same message scores by itself, and the message by its best."""
    said = sentences_of("凶手是他姐姐，这个定了。把这段改短一点。")
    durable, request = judge(said, local_embedder())
    assert durable.durable > request.durable


def test_without_the_local_embedder_nothing_is_durable():
    """What is said outright is found by rules alone then."""
    assert [one.durable for one in judge(sentences_of("凶手是他姐姐，这个定了。"), None)] == [float("-inf")]
