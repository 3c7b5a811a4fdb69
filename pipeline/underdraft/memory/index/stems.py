"""The words of a text that can tell what it is about."""

from __future__ import annotations

from functools import cache
from itertools import islice
from operator import add
from typing import Any

from underdraft.memory.index.fulltext import CJK_RUN, split
from underdraft.memory.index.server_words import without_accents

COMMON = frozenset(
    [
        "the",
        "a",
        "an",
        "and",
        "or",
        "of",
        "to",
        "in",
        "on",
        "at",
        "is",
        "was",
        "were",
        "be",
        "been",
        "it",
        "its",
        "he",
        "she",
        "his",
        "her",
        "him",
        "they",
        "them",
        "i",
        "you",
        "we",
        "that",
        "this",
        "their",
        "with",
        "for",
        "from",
        "by",
        "as",
        "but",
        "not",
        "no",
        "had",
        "has",
        "have",
        "do",
        "does",
        "did",
        "so",
        "if",
        "then",
        "than",
        "when",
        "who",
        "what",
        "which",
        "there",
        "out",
        "up",
        "down",
        "into",
        "over",
        "would",
        "could",
        "should",
        "will",
        "shall",
        "may",
        "might",
        "must",
        "about",
        "very",
        "more",
        "one",
        "two",
        "any",
        "all",
        "me",
        "my",
        "your",
        "our",
        "us",
    ]
)
"""English words that say nothing of what a text is about; a small store cannot tell by their number."""


def stems_of(text: str) -> set[str]:
    """Pairs of CJK characters and stems of words of other scripts, without common words."""
    return {_stem(word) for word in words_of(text) if word and word not in COMMON}


def stems_in(text: str, most: int) -> list[str]:
    """The first of them, in order."""
    found = dict.fromkeys(_stem(word) for word in words_of(text) if word and word not in COMMON)
    return list(islice(found, most))


def words_of(text: str) -> list[str]:
    """Pairs of neighbouring CJK characters, lone ones, and words of other scripts without accents, in order."""
    found: list[str] = []
    for run in split(text):
        if not CJK_RUN.match(run):
            found.append(without_accents(run))
        else:
            found += map(add, run, run[1:]) if len(run) > 1 else [run]
    return found


@cache
def _english() -> Any:
    from Stemmer import Stemmer  # late: many commands compare no words

    return Stemmer("english")


def _stem(word: str) -> str:
    return str(_english().stemWord(word)) if word.isascii() else word
