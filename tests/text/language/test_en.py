"""English number words."""

from __future__ import annotations

import pytest

from underdraft.text.language import read_number


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("12", 12),
        (" Nine ", 9),
        ("twenty-one", 21),
        ("ninety", 90),
        ("twenty-ten", None),
        ("x", None),
        ("", None),
    ],
)
def test_numbers(word, number):
    """Numbers below 100 in words, and digits as in every language."""
    assert read_number(word) == number
