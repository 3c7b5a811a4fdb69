"""Scores: pure functions of stances in order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.learning.ledger.scores import CONSISTENT_SHARE, lower_bound, tally

stances = st.lists(st.sampled_from(["accept", "reject", "partial", "kept"]), max_size=40)


@given(stances, st.integers(1, 9))
def test_the_score_is_the_contracts_formula(given_stances, threshold):
    """Accepts - rejects - 0.5 x partials; the avoidance turns accepts and rejects round."""
    a, r, p = (given_stances.count(s) for s in ("accept", "reject", "partial"))
    mine = tally(given_stances, pole="accept", threshold=threshold)
    assert mine.score == a - r - 0.5 * p
    assert mine.reached == (a > 0 and a - r - 0.5 * p >= threshold)
    assert tally(given_stances, pole="reject", threshold=threshold).score == r - a
    assert 0 < mine.confidence < 1


@given(stances, st.integers(1, 9), st.sampled_from(["evidence", "dialogue"]))
def test_both_poles_are_never_reached_at_once(given_stances, threshold, axis):
    """A writer cannot be shown to want a thing and its opposite."""
    both = [tally(given_stances, pole=p, threshold=threshold, axis=axis) for p in ("accept", "reject")]
    assert not all(t.reached for t in both)


@given(stances, st.integers(1, 9))
def test_one_more_accept_never_lowers_score_or_confidence(given_stances, threshold):
    """Support helps, also when an old signal leaves the window."""
    before = tally(given_stances, pole="accept", threshold=threshold)
    after = tally([*given_stances, "accept"], pole="accept", threshold=threshold)
    assert after.score > before.score
    assert after.confidence >= before.confidence


@pytest.mark.parametrize(
    ("given_stances", "pole", "axis", "judged"),
    [
        ("", "accept", "evidence", (0.5, False, False)),
        ("aaa", "accept", "evidence", (0.8, True, False)),
        ("aaa", "accept", "dialogue", (0.8, False, False)),
        ("aaaa", "accept", "dialogue", (0.833, True, False)),
        ("aaaaaaaaarrr", "accept", "evidence", (0.5, True, True)),
        ("rrraaaa", "accept", "evidence", (0.625, False, False)),
        ("aaaapp", "accept", "evidence", (0.714, True, False)),
        ("rrrp", "reject", "evidence", (0.8, True, False)),
        ("aaaakkkk", "accept", "dialogue", (0.5, False, True)),
    ],
)
def test_the_last_signals_decide_how_sure_it_is(given_stances, pole, axis, judged):
    """Confidence and contradiction come from the last six at a threshold of 3; habits need one more, and be steady."""
    names = {"a": "accept", "r": "reject", "p": "partial", "k": "kept"}
    made = tally([names[letter] for letter in given_stances], pole=pole, threshold=3, axis=axis)
    assert (made.confidence, made.reached, made.contradicted) == judged


@pytest.mark.parametrize(
    ("hits", "trials", "enough"), [(3, 3, True), (5, 6, False), (6, 7, True), (0, 0, False), (4, 8, False)]
)
def test_observed_habits_must_also_be_steady(hits, trials, enough):
    """Wilson's lower bound at 95 % must reach one half."""
    assert (lower_bound(hits, trials) >= CONSISTENT_SHARE) is enough
