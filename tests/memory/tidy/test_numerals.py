"""Numbers in words and digits."""

from __future__ import annotations

import pytest

from underdraft.memory.tidy.numerals import numbers_in
from underdraft.memory.tidy.words import lexicon


@pytest.mark.parametrize(
    ("text", "numbers", "which"),
    [
        ("每章三千字，一个场景", {3000}, set()),
        ("一万二千三百零四", {12304}, set()),
        ("二零二四年", {2024}, set()),
        ("第十二章里他二十二岁", {22}, {"章 12"}),
        ("Chapter three has 3,000 words", {3000}, {"chapter 3"}),
        ("forty-eight pages, the 3rd of two hundred", {48, 3, 200}, set()),
        ("One of them often listens.", set(), set()),
    ],
)
def test_numbers(text, numbers, which):
    """They are read in both languages; what they number is kept apart, and one is no number."""
    found = numbers_in(text, lexicon().numbered)
    assert found[:2] == (numbers, which)
