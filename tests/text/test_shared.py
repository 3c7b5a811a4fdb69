"""The common beginning of two sequences."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.text.shared import shared_length


@given(st.text("ab", max_size=30), st.text("ab", max_size=30))
def test_as_long_as_it_is(one, other):
    """It is as counted one by one, for texts and lists alike."""
    expected = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    assert shared_length(one, other) == shared_length([*one], [*other]) == expected
