"""Whether a sentence contradicts what somebody is like: other values' phrases, sides, colours, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from underdraft.knowledge.checks.validity import EventSpan
from underdraft.knowledge.graph.model import Attribute, Event
from underdraft.knowledge.scene.chapters import chinese_number

_COLOURS = "红橙黄绿青蓝紫黑白灰褐棕金银"
_NUMERAL = "零〇一二两三四五六七八九十百千0-9"
_SIDES = str.maketrans("左右", "右左")
_ENGLISH_SIDES = {"left": "right", "right": "left"}
_SIDED = re.compile(r"[左右][一-鿿]{1,2}|\b(?:left|right) \w+")
_AMOUNT = re.compile(rf"([{_NUMERAL}]+)([岁级里步只颗条本座口年个])")
_SPLIT = re.compile(r"[\s，,、。的]+")
_YEARS = "岁"


def contradicted(
    name: str, values: Sequence[tuple[EventSpan, Attribute, Event | None]], at: tuple[int, int], sentence: str
) -> tuple[Attribute, Event | None] | None:
    """The value that holds at a place of the text, with its event, if the sentence says another one.

    ``values`` are in order, with the spans that tell them; ``at`` is chapter and line of the sentence, which is
    narration about ``name`` and nobody else.
    """
    if any(span.begin <= at <= span.end for span, _, event in values if event is not None):
        return None  # the change is being told: the old and the new may both be named
    past = [(attribute, event) for span, attribute, event in values if span.end < at]
    if not past:
        return None
    known, event = past[-1]
    others = [a for _, a, _ in values if a.value != known.value]
    phrases = {*known.denies, *(phrase for other in others for phrase in other.says)} - set(known.says)
    if any(phrase in sentence for phrase in phrases):
        return known, event
    rules = (_other_side, _other_colour, _other_amount)
    return (known, event) if any(rule(name, known, sentence) for rule in rules) else None


def _other_side(_: str, known: Attribute, sentence: str) -> bool:
    """The mirrored part of the body together with what is special about it: ``左腿`` and ``瘸``."""
    for part, mirrored, special in _mirrored(known):
        if mirrored in sentence and part not in sentence and any(word in sentence for word in special):
            return True
    return False


@lru_cache(maxsize=4_096)
def _mirrored(known: Attribute) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Each part of the body with a side, its mirror image, and the words that say what is special about it."""
    text = f"{known.name} {known.value}"
    found = []
    for match in _SIDED.finditer(text):
        whole = match[0]
        parts = [whole] if whole.isascii() else [whole[: 1 + n] for n in (1, 2) if len(whole) > n]
        for part in parts:
            rest = f"{text[: match.start()]} {text[match.start() + len(part) :]}"
            words = [word for word in _SPLIT.split(rest) if word and word not in whole[: len(part)]]
            found.append((part, _mirror(part), (*known.says, *words)))
    return tuple(found)


def _mirror(part: str) -> str:
    if not part.isascii():
        return part.translate(_SIDES)
    side, noun = part.split(" ", 1)
    return f"{_ENGLISH_SIDES[side]} {noun}"


def _other_colour(_: str, known: Attribute, sentence: str) -> bool:
    """Another colour right before the thing: ``绿眼睛`` where they are ``浅褐色``."""
    mine = [c for c in known.value if c in _COLOURS]
    if not mine:
        return False
    return any(match[1] not in mine for match in _coloured(known.name).finditer(sentence))


@lru_cache(maxsize=4_096)
def _coloured(noun: str) -> re.Pattern[str]:
    return re.compile(rf"([{_COLOURS}])色?的?{re.escape(noun)}")


def _other_amount(name: str, known: Attribute, sentence: str) -> bool:
    """Another number of the same unit: ``NAME三十五岁``, or right before the thing it counts."""
    own = _AMOUNT.search(known.value)
    if own is None:
        return False
    pattern = _years(name) if own[2] == _YEARS else _counted(own[2], known.name)
    return any(chinese_number(match[1]) != chinese_number(own[1]) for match in pattern.finditer(sentence))


@lru_cache(maxsize=4_096)
def _years(name: str) -> re.Pattern[str]:
    return re.compile(
        rf"{re.escape(name)}(?:[^，。、：；那时]{{0,4}}?)(?<![{_NUMERAL}])([{_NUMERAL}]+){_YEARS}"
    )


@lru_cache(maxsize=4_096)
def _counted(unit: str, noun: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![第{_NUMERAL}])([{_NUMERAL}]+){unit}的?{re.escape(noun)}")
