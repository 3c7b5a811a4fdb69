"""How much more is kept of runs with a taste in their prompt."""

from __future__ import annotations

from underdraft.learning.ledger.kept_share import JudgedRun, gain_of

SAME = ("polish", "told")
OTHER = ("continue", "told")


def test_only_runs_of_one_skill_and_model_are_compared():
    """What differs between skills is no gain; below 6 runs with and 4 without nothing is said."""
    having = [JudgedRun(SAME, 0.8)] * 6
    assert gain_of(having, [JudgedRun(SAME, 0.5)] * 4) == 0.3
    assert gain_of(having, [JudgedRun(SAME, 0.5)] * 3 + [JudgedRun(OTHER, 0.1)] * 9) is None
    assert gain_of(having[1:], [JudgedRun(SAME, 0.5)] * 4) is None
    mixed = [*having, *[JudgedRun(OTHER, 0.2)] * 6]
    assert gain_of(mixed, [JudgedRun(SAME, 0.5)] * 2 + [JudgedRun(OTHER, 0.3)] * 2) == 0.1
