"""The words of a text that can tell what it is about."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import islice
from operator import add
from typing import Any

import regex

from underdraft.text.clean import folded
from underdraft.text.language import CJK, word_list

_CJK_RUN = regex.compile(f"[{CJK}]+")  # `re` takes five times as long to compile it
_RUN = re.compile(rf"[{CJK}]+|[^\W_{CJK}]+")


def stems_of(text: str) -> set[str]:
    """Pairs of neighbouring CJK characters, lone ones, and stems of words of other scripts, without common words."""
    return set(stems_in(text))


def stems_in(text: str, most: int | None = None, *, whole: bool = False) -> list[str]:
    """The first of them, in order; of words of other scripts the ``whole`` words where that is wanted."""
    found: dict[str, None] = {}
    common = _common()
    for run in dict.fromkeys(_RUN.findall(folded(text))):
        if _CJK_RUN.match(run):
            found |= dict.fromkeys(map(add, run, run[1:]) if len(run) > 1 else (run,))
        elif (word := without_accents(run)) and word not in common:
            found[word if whole else _stem(word)] = None
        if most is not None and len(found) >= most:
            break
    return list(islice(found, most))


def without_accents(text: str) -> str:
    """The letters alone."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


@cache
def _common() -> frozenset[str]:
    """Words that say nothing of what a text is about; a small store cannot tell by their number."""
    return frozenset(word_list("reading.recall.common"))


@cache
def _english() -> Any:
    from Stemmer import Stemmer  # late: many commands compare no words

    return Stemmer("english")


def _stem(word: str) -> str:
    return str(_english().stemWord(word)) if word.isascii() else word
