"""The score of an episode: three parts with public weights."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.episodes.scoring import WEIGHTS, item_count, recency, score_of

NOW = "2026-06-01T00:00:00.000Z"


@given(value=st.none() | st.integers(-5, 100))
def test_the_number_of_items_is_three_to_five(value):
    """Whatever is asked for, 3 to 5 are given; nothing asked means 5."""
    assert item_count(value) == (5 if value is None else sorted((3, value, 5))[1])


@given(a=st.floats(-1, 1), b=st.floats(0, 1), c=st.floats(0, 1))
def test_a_score_is_the_sum_of_its_parts(a, b, c):
    """Each part shows value, weight and points; the points add up to the score, 0 to 1."""
    score, parts = score_of(semantic=a, importance=b, recency=c)
    assert score == pytest.approx(sum(p.points for p in parts.values()))
    assert 0 <= score <= 1
    assert {name: p.weight for name, p in parts.items()} == WEIGHTS
    assert WEIGHTS["semantic"] > WEIGHTS["importance"] + WEIGHTS["recency"] - 1e-9
    assert sum(WEIGHTS.values()) == pytest.approx(1)


def test_recency_halves_in_thirty_days():
    """1 for now and for a time to come, one half after 30 days."""
    assert recency(NOW, NOW) == 1
    assert recency("2026-07-01T00:00:00.000Z", NOW) == 1
    assert recency("2026-05-02T00:00:00.000Z", NOW) == 0.5
