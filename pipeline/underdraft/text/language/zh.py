"""Chinese."""

from __future__ import annotations

import re

from underdraft.text.language.protocol import Language
from underdraft.text.language.scripts import HAN

_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_NUMERAL = "0-9零〇一二两三四五六七八九十百千"


def number(word: str) -> int | None:
    """A number below 10,000: ``"十二"``, ``"一百零三"``, ``"一〇三"``."""
    if not word or any(c not in _DIGITS and c not in _UNITS for c in word):
        return None
    if not any(c in _UNITS for c in word):
        return int("".join(str(_DIGITS[c]) for c in word))
    total, digit = 0, 0
    for place, c in enumerate(word):
        if c in _DIGITS:
            digit = _DIGITS[c]
        else:
            total += (digit if digit or place else 1) * _UNITS[c]
            digit = 0
    return total + digit


LANGUAGE = Language(
    code="zh",
    letters=re.compile(f"[{HAN}]"),
    numeral="[零〇一二三四五六七八九十百两]{1,5}",
    number=number,
    chapter=rf"第\s*([{_NUMERAL}]{{1,8}})\s*[章回节幕]",
)
