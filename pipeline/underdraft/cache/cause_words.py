"""Causes in words: one sentence for what happened, one for what to do about it."""

from __future__ import annotations

from underdraft.cache.blame_cause import Cause, CauseCode
from underdraft.text.clean import one_line
from underdraft.text.strings import strings

SHOWN = 80
"""Maximum length of a value in a sentence, in code points."""


def cause_in_words(cause: Cause, locale: str) -> str:
    """Put a cause into one sentence."""
    values = {name: one_line(getattr(cause, name), SHOWN) for name in ("what", "before", "after")}
    return strings("cache.causes", locale)[cause.code].format(**values)


def advice_on(code: CauseCode, locale: str) -> str:
    """Return the advice about a cause, in one sentence."""
    words = strings("cache.advice", locale)
    return words.get(code, words["nothing"])
