"""Chinese numerals."""

from __future__ import annotations

import pytest

from underdraft.text.language import read_number


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("十二", 12),
        ("二十", 20),
        ("一百零三", 103),
        ("一〇三", 103),
        ("两千三百", 2300),
        ("十", 10),
        ("十x", None),
    ],
)
def test_numbers(word, number):
    """Numbers below 10,000, digit by digit or with units."""
    assert read_number(word) == number
