"""Numbers in a statement, in digits and in words of both languages."""

from __future__ import annotations

import re

_CHINESE = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000}
_SMALL = [
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
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_ENGLISH = {word: n for n, word in enumerate(_SMALL)} | {
    word: 10 * n
    for n, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
}
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "twelfth": 12, "fifteenth": 15, "twentieth": 20, "thirtieth": 30,
}  # fmt: skip
_WORDS = "|".join(sorted([*_ENGLISH, *_ORDINALS], key=len, reverse=True))
_NUMBER = re.compile(
    rf"\d[\d,]*(?:st|nd|rd|th)?|(?<![a-z])(?:{_WORDS})(?:[- ](?:{_WORDS}|hundred|thousand))*(?![a-z])|[零一二三四五六七八九十百千万两]+",
    re.IGNORECASE,
)
_WHICH = re.compile(r"第(?P<number>[\d零一二三四五六七八九十百]+)(?P<what>[章回卷幕部节])")
ONE = 1


def numbers_in(text: str, numbered: re.Pattern[str]) -> tuple[frozenset[int], frozenset[str], str]:
    """The numbers that are values, what numbered things are named, and the text without both.

    "One" is no value: in Chinese it is mostly an article.
    """
    which: set[str] = set()

    def chinese(found: re.Match[str]) -> str:
        which.add(f"{found['what']} {value_of(found['number'])}")
        return " "

    def english(found: re.Match[str]) -> str:
        which.add(f"{found[1].casefold()} {value_of(found[2])}")
        return " "

    text = _WHICH.sub(chinese, text)
    text = re.sub(rf"({numbered.pattern}) ({_NUMBER.pattern})", english, text, flags=re.IGNORECASE)
    found = {value_of(number) for number in _NUMBER.findall(text)}
    return frozenset(found - {ONE, 0}), frozenset(which), _NUMBER.sub(" ", text)


def value_of(number: str) -> int:
    """The number that digits or words say; of what is none, 0."""
    digits = re.sub(r"\D", "", number)
    if digits:
        return int(digits[:15])
    if number[0] in _CHINESE or number[0] in _UNITS:
        return _chinese(number)
    total = current = 0
    for word in re.split(r"[- ]", number.casefold()):
        if word == "hundred":
            current = max(1, current) * 100
        elif word == "thousand":
            total, current = total + max(1, current) * 1_000, 0
        else:
            current += _ENGLISH.get(word, _ORDINALS.get(word, 0))
    return total + current


def _chinese(number: str) -> int:
    if not any(c in _UNITS for c in number):
        return int("".join(str(_CHINESE[c]) for c in number))
    total = section = digit = 0
    for c in number:
        if c in _CHINESE:
            digit = _CHINESE[c]
        elif c == "万":
            total, section, digit = (section + digit) * 10_000, 0, 0
        else:
            section, digit = section + max(1, digit) * _UNITS[c], 0
    return total + section + digit
