"""The check's words of both languages as patterns; the words are in ``words.toml`` beside this file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources

HAN = re.compile(r"[一-鿿]")
_LETTER = re.compile(r"[a-z]", re.IGNORECASE)
_ESCAPE = re.compile(r"\\.")


@cache
def table(section: str) -> Mapping[str, tuple[str, ...]]:
    """The alternatives of each line of a section."""
    text = resources.files("underdraft.knowledge.checks").joinpath("words.toml").read_text("utf-8")
    return {name: tuple(words) for name, words in tomllib.loads(text)[section].items()}


@cache
def patterns(section: str) -> Mapping[str, re.Pattern[str]]:
    """A pattern for each line of a section."""
    return {name: pattern(words) for name, words in table(section).items()}


def pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Any of the words: English ones whole, whatever their case; Chinese ones, longest first, as they stand."""
    chosen = sorted(words, key=lambda word: (-len(word), word))
    english = [w for w in chosen if not HAN.search(w) and _LETTER.search(_ESCAPE.sub("", w))]
    parts = [w for w in chosen if w not in english]
    if english:
        parts.append(rf"\b(?:{'|'.join(english)})\b")
    return re.compile("|".join(parts), re.IGNORECASE)


def lines_in(section: str, text: str) -> tuple[str, ...]:
    """The names of a section's lines that a text has a word of."""
    return tuple(name for name, found in patterns(section).items() if found.search(text))


@lru_cache(maxsize=4_096)
def is_word(text: str) -> bool:
    """Whether a Chinese text is one word of the dictionary."""
    import rjieba

    return len(rjieba.cut(text, False)) == 1
