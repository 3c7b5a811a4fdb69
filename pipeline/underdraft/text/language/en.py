"""English."""

from __future__ import annotations

import re

from underdraft.text.language.protocol import Language

_ONES = [
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    *(f"{ten}teen" for ten in ("thir", "four", "fif", "six", "seven", "eigh", "nine")),
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def number(word: str) -> int | None:
    """A number below 100: ``"nine"``, ``"twenty-one"``."""
    if word in _ONES:
        return _ONES.index(word)
    ten, _, one = word.partition("-")
    if ten in _TENS and (not one or one in _ONES[1:10]):
        return 10 * (_TENS.index(ten) + 2) + (_ONES.index(one) if one else 0)
    return None


LANGUAGE = Language(
    code="en",
    common=re.compile(r"\b(?:the|and|of|to|was|is|that|with|he|she|it|not)\b", re.IGNORECASE),
    numeral=rf"(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES[1:10])}))?|{'|'.join(reversed(_ONES))}",
    number=number,
    chapter=r"(?:chapter|part|act)\s+(\d{1,4})\b",
)
