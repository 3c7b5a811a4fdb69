"""Implicit signals: a pure function of the outcome, with public constants."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.errors import InvalidArgument
from underdraft.types.signals import (
    HEAVY_REWRITE_ABOVE,
    LIGHT_EDIT_BELOW,
    REPEAT_MAXIMUM,
    REPEAT_STEP,
    UNDO_WINDOW_MS,
    WEIGHTS,
    Outcome,
    Signal,
    edit_distance,
    implicit_signal,
    undo_in_time,
)

distances = st.floats(0, 1)
outcomes = st.builds(
    Outcome,
    selected_index=st.none() | st.integers(-1, 0),
    candidate_count=st.integers(0, 8),
    edit_distance=st.none() | distances,
    earlier_runs=st.integers(0, 30),
    undone=st.booleans(),
)


@pytest.mark.seed("002.2.2")
def test_the_constants_are_those_of_the_contract():
    """Weights and borders are the published ones."""
    assert dict(WEIGHTS) == {
        "DIRECT_ACCEPT": 1.00,
        "LIGHT_EDIT": 0.45,
        "HEAVY_REWRITE": -0.45,
        "FULL_REJECT": -0.80,
        "UNDO_AFTER_ACCEPT": -1.00,
        "REPEATED_SCENE_SKILL": 0.15,
        "NEUTRAL": 0.0,
    }
    assert (LIGHT_EDIT_BELOW, HEAVY_REWRITE_ABOVE, UNDO_WINDOW_MS) == (0.20, 0.60, 30_000)
    assert (REPEAT_STEP, REPEAT_MAXIMUM) == (0.15, 1.00)


@pytest.mark.seed("002.2.2")
@pytest.mark.parametrize(
    ("outcome", "signal", "weight"),
    [
        ({"edit_distance": 0.0}, "DIRECT_ACCEPT", 1.00),
        ({"edit_distance": 1e-9}, "LIGHT_EDIT", 0.45),
        ({"edit_distance": 0.15}, "LIGHT_EDIT", 0.45),
        ({"edit_distance": 0.1999999}, "LIGHT_EDIT", 0.45),
        ({"edit_distance": 0.20}, "NEUTRAL", 0.0),
        ({"edit_distance": 0.60}, "NEUTRAL", 0.0),
        ({"edit_distance": 0.6000001}, "HEAVY_REWRITE", -0.45),
        ({"edit_distance": 1.0}, "HEAVY_REWRITE", -0.45),
        ({"edit_distance": 0.20, "earlier_runs": 1}, "REPEATED_SCENE_SKILL", 0.15),
        ({"edit_distance": 0.60, "earlier_runs": 6}, "REPEATED_SCENE_SKILL", 0.90),
        ({"edit_distance": 0.4, "earlier_runs": 7}, "REPEATED_SCENE_SKILL", 1.00),
        ({"edit_distance": 0.4, "earlier_runs": 1_000}, "REPEATED_SCENE_SKILL", 1.00),
        ({"edit_distance": 0.15, "earlier_runs": 5}, "LIGHT_EDIT", 0.45),
        ({"edit_distance": 0.7, "earlier_runs": 5}, "HEAVY_REWRITE", -0.45),
        ({"selected_index": -1, "edit_distance": 0.0}, "FULL_REJECT", -0.80),
        ({"candidate_count": 0, "edit_distance": 0.0}, "FULL_REJECT", -0.80),
        ({"selected_index": -1, "undone": True}, "UNDO_AFTER_ACCEPT", -1.00),
        ({"edit_distance": 0.0, "undone": True}, "UNDO_AFTER_ACCEPT", -1.00),
        ({"selected_index": None, "edit_distance": 0.0, "earlier_runs": 9}, "NEUTRAL", 0.0),
        ({"edit_distance": None}, "NEUTRAL", 0.0),
        ({"edit_distance": None, "earlier_runs": 2}, "REPEATED_SCENE_SKILL", 0.30),
    ],
)
def test_each_outcome_has_one_signal(outcome, signal, weight):
    """Every border and every precedence of the contract."""
    found = implicit_signal(Outcome(**outcome))
    assert (found.signal, found.weight) == (signal, weight)


@given(outcome=outcomes)
def test_a_weight_is_bounded_and_belongs_to_its_signal(outcome):
    """Whatever the outcome, the weight lies in -1 to 1 and is its signal's own."""
    found = implicit_signal(outcome)
    assert -1 <= found.weight <= 1
    if found.signal is Signal.REPEATED_SCENE_SKILL:
        assert REPEAT_STEP <= found.weight <= REPEAT_MAXIMUM
    else:
        assert found.weight == WEIGHTS[found.signal]
    assert implicit_signal(outcome) == found


@pytest.mark.parametrize(
    ("outcome", "field"),
    [
        ({"selected_index": 1}, "selectedIndex"),
        ({"selected_index": -2}, "selectedIndex"),
        ({"selected_index": True}, "selectedIndex"),
        ({"candidate_count": -1}, "candidateCount"),
        ({"edit_distance": 1.01}, "editDistance"),
        ({"edit_distance": float("nan")}, "editDistance"),
        ({"edit_distance": True}, "editDistance"),
        ({"earlier_runs": -1}, "earlierRuns"),
    ],
)
def test_an_impossible_outcome_is_refused_by_name(outcome, field):
    """The message names the field and does not repeat the value."""
    with pytest.raises(InvalidArgument, match=f"^{field}: expected"):
        implicit_signal(Outcome(**outcome))


@pytest.mark.parametrize(
    ("undone_at", "in_time"),
    [
        ("2026-01-01T00:00:00.000Z", True),
        ("2026-01-01T00:00:30.000Z", True),
        ("2026-01-01T00:00:30.001Z", False),
        ("2026-01-01T08:00:29.000+08:00", True),
        ("2025-12-31T23:00:00.000Z", True),
    ],
)
def test_an_undo_counts_for_thirty_seconds(undone_at, in_time):
    """Both ends count, zones are understood, and a clock that was set back proves nothing."""
    assert undo_in_time("2026-01-01T00:00:00.000Z", undone_at) is in_time


@given(a=st.text(max_size=30), b=st.text(max_size=30))
def test_the_edit_distance_is_symmetric_and_bounded(a, b):
    """0 for equal texts only, 1 at most, the same in both directions."""
    found = edit_distance(a, b)
    assert 0 <= found <= 1
    assert (found == 0) is (a == b)
    assert found == edit_distance(b, a)


def test_the_edit_distance_counts_code_points():
    """One of four Chinese characters replaced is a quarter."""
    assert edit_distance("灯灭了吗", "灯灭了吧") == 0.25
