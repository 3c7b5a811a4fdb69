"""Numbers, amounts, ages and hours as a story writes them, in digits and in words of both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from underdraft.knowledge.scene.chapters import chinese_number

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_VALUES = {word: n for n, word in enumerate(_SMALL.split())}
_VALUES |= {word: 10 * n for n, word in enumerate(_TENS.split(), start=2)}
_SCALES = {"hundred": 100, "thousand": 1_000, "dozen": 12, "score": 20}
_WORD = "|".join((*_VALUES, *_SCALES))
_ENGLISH = re.compile(
    rf"(?<![\d.:])\d[\d,]*(?![\d:])|\b(?:{_WORD}|an? (?=hundred|thousand|dozen))(?:(?:[ -]| and )(?:{_WORD}))*\b(?!-(?:first|second|third|\w+th)\b)",
    re.IGNORECASE,
)
NUMERAL = "零〇一二两三四五六七八九十百千0-9"
_CHINESE = re.compile(rf"[{NUMERAL}]+")
_HOUR = re.compile(
    rf"[{NUMERAL}]+点(?:[{NUMERAL}]+分?|半|整|钟)?|\b(?:half|[\w-]+(?: minutes?)?|a? ?quarter) (?:past|to) \w+|\b\w+ o.clock\b|\b\d\d?[:.]\d\d\b",
    re.IGNORECASE,
)
_HEIGHT = re.compile(
    rf"[{NUMERAL}]+米[{NUMERAL}]*|\b(?:{_WORD}|\d+) (?:feet|foot)(?: (?:{_WORD}|\d+))?\b|\b\d['’]\d+",
    re.IGNORECASE,
)


@attrs.frozen
class Number:
    """A number in a text; offsets are code points."""

    start: int
    end: int
    value: int


def numbers(text: str) -> Iterator[Number]:
    """The whole numbers of a text, ordinals left out."""
    for found in _ENGLISH.finditer(text):
        value = english_number(found[0])
        if value is not None:
            yield Number(found.start(), found.end(), value)
    for found in _CHINESE.finditer(text):
        value = chinese_number(found[0])
        ordinal = found.start() > 0 and text[found.start() - 1] in "第几数"
        if value is not None and not found[0].isascii() and not ordinal:
            yield Number(found.start(), found.end(), value)


def english_number(words: str) -> int | None:
    """``"thirty-six"`` is 36, ``"four hundred"`` 400, ``"52"`` 52."""
    if words[0].isdigit():
        return int(words.replace(",", ""))
    total = part = 0
    for word in re.split(r"[ -]+", words.lower()):
        if word in _SCALES:
            part = max(part, 1) * _SCALES[word]
            if word == "thousand":
                total, part = total + part, 0
        elif word in _VALUES:
            part += _VALUES[word]
    return total + part


def hours(text: str) -> list[tuple[int, str]]:
    """The hours of the clock that a text names: where, and in one writing."""
    return [(found.start(), _spelt(found[0])) for found in _HOUR.finditer(text)]


def heights(text: str) -> list[tuple[int, str]]:
    """The heights that a text names: where, and in one writing."""
    return [(m.start(), _spelt(m[0].replace("米", "米 "))) for m in _HEIGHT.finditer(text)]


def _spelt(hour: str) -> str:
    return (
        ":".join(str(number.value) for number in numbers(hour.replace("点", "点 ")))
        + ("half" if re.search(r"半|half", hour, re.IGNORECASE) else "")
        + ("to" if re.search(r"\bto\b", hour) else "")
    )


_FLOOR = re.compile(
    rf"([{NUMERAL}]+)(?:楼|层)(?![一-鿿]{{0,2}}号)|\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|top|ground)[- ](?:floor|storey|landing)\b",
    re.IGNORECASE,
)
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]


def floors(text: str) -> Iterator[tuple[int, int, str]]:
    """The floors of a house that a text names: where, and in one writing."""
    for found in _FLOOR.finditer(text):
        word = (found[2] or "").lower()
        value = (
            chinese_number(found[1]) if found[1] else _ORDINALS.index(word) + 1 if word in _ORDINALS else word
        )
        yield found.start(), found.end(), str(value)
