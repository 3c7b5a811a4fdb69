"""Whether two wishes for a style exclude each other: short and long, plain and ornate, of the same thing.

Nothing else is judged by rule: other opposites, denials and numbers are too often none. They are the model's to find.
"""

from __future__ import annotations

import re
from functools import cache

from underdraft.text.language import HAN, word_tables

HAN_WORD = re.compile(f"[{HAN}]")
"""Words of Chinese stand in a text as they are."""

AXES = (("short", "long"), ("plain", "ornate"))


def contradicts(one: str, other: str) -> bool:
    """Whether one text asks for the opposite of the other; what denies something is not judged."""
    mine, theirs = named_in(one), named_in(other)
    if "denied" in mine | theirs or about(mine) != about(theirs):
        return False
    return any(
        mine & {*axis} == {here} and theirs & {*axis} == {there}
        for axis in AXES
        for here, there in (axis, axis[::-1])
    )


def about(named: frozenset[str]) -> frozenset[str]:
    """Return the parts of the text that a wish is about: sentences, dialogue ...; none means all of it."""
    return frozenset(name for name in named if name.startswith("about_"))


def named_in(text: str) -> frozenset[str]:
    """The names of the expressions that a text holds, of either language."""
    return frozenset(name for name, pattern in patterns() if pattern.search(text))


@cache
def patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each name with its expression; words of Latin letters are found whole."""
    found: dict[str, list[str]] = {}
    for _, table in word_tables("reading", "opposed_styles"):
        for name, words in table.items():
            found.setdefault(name, []).append(words if HAN_WORD.search(words) else rf"\b(?:{words})\b")
    return tuple((name, re.compile("|".join(words), re.IGNORECASE)) for name, words in found.items())
