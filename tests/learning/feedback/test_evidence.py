"""Evidence: what is kept of it, and what teaches nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.learning.feedback.evidence import EVIDENCE_MAXIMUM, ignored_reason, shortened


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_evidence_is_trimmed_and_short(text):
    """At most 240 code points, no white space around, nothing instead of blank."""
    kept = shortened(text)
    assert kept is None or (0 < len(kept) <= EVIDENCE_MAXIMUM and kept == kept.strip())
    if kept is None:
        assert ignored_reason(text, learning=True, privacy=False) == "empty"


def test_three_code_points_are_enough():
    """The shortest evidence that counts has three code points."""
    assert ignored_reason("用短句", learning=True, privacy=False) is None
