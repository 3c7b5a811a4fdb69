"""Causes in words."""

from __future__ import annotations

import re
from typing import get_args

from underdraft.cache.blame_cause import Cause, CauseCode
from underdraft.cache.cause_words import advice_on, cause_in_words
from underdraft.text.strings import strings


def test_every_cause_has_its_words():
    """Both languages have a sentence for every cause, with the same values put in, and advice or that there is none."""
    zh, en = (strings("cache.causes", locale) for locale in ("zh", "en"))
    assert {*zh} == {*en} == {*get_args(CauseCode)}
    for code in get_args(CauseCode):
        assert {*re.findall(r"{(\w+)}", zh[code][0])} == {*re.findall(r"{(\w+)}", en[code][0])}, code
        assert len(zh[code]) == len(en[code]) <= 2, code
    assert all(advice_on(code, "en") for code in get_args(CauseCode))


def test_values_are_one_short_line():
    """What stands in a sentence neither breaks it nor fills the screen."""
    said = cause_in_words(Cause(code="memory_added", after="长" * 500 + "\n二"), "zh")
    assert "\n" not in said
    assert len(said) < 120
