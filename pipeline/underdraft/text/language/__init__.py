"""How texts of each language are read: one module a language here, and its words in ``locales/<language>/*.toml``.

A language is found by its files alone: for German a module ``de`` here with a ``LANGUAGE``, and ``locales/de`` with any of
``reading.toml`` (scenes, material, edits), ``statements.toml`` (what a writer says for good) and ``story.toml`` (names,
and what the story's check looks for). One without a module has words only, and is written in Latin letters.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from typing import Any

from underdraft.text import strings
from underdraft.text.language.protocol import Language
from underdraft.text.language.scripts import CJK as CJK
from underdraft.text.language.scripts import HAN as HAN


@cache
def reading_languages() -> tuple[Language, ...]:
    """All languages, in alphabetical order of their codes."""
    return tuple(_language(code) for code in strings.languages())


def _language(code: str) -> Language:
    name = f"{__name__}.{code}"
    if find_spec(name) is None:
        return Language(code=code)
    found: Language = importlib.import_module(name).LANGUAGE
    return found


def language_in(text: str) -> Language:
    """The language that a text is written in: by letters that it alone has, else by its commonest words.

    English stands for a text that says neither.
    """
    others = []
    for language in reading_languages():
        if not language.letters:
            others.append(language)
        elif language.letters.search(text):
            return language
    if len(others) > 1:
        counted = {language.code: language.count_common(text) for language in others}
        return max(others, key=lambda language: (counted[language.code], language.code == strings.ENGLISH))
    return others[0]


def read_number(word: str) -> int | None:
    """A whole number in digits or in words of any language; ``None`` for anything else."""
    word = word.strip().lower()
    if word.isdecimal() and word.isascii():
        return int(word)
    return next((n for language in reading_languages() if (n := language.number(word)) is not None), None)


def numbers_in(text: str) -> set[int]:
    """The whole numbers of a text, in digits or in words of any language."""
    found = map(read_number, _numerals().findall(text))
    return {number for number in found if number is not None}


@cache
def _numerals() -> re.Pattern[str]:
    """The pattern of a whole number in any language; part of a longer word is none."""
    words = "|".join(rf"(?<![a-z])(?:{language.numeral})(?![a-z])" for language in reading_languages())
    return re.compile(rf"\d+|{words}", re.IGNORECASE)


def word_tables(part: str, table: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The table of a part in each language that has it, with the language's code."""
    for code in strings.languages():
        found = strings.own_words(code, part).get(table)
        if found is not None:
            yield code, found


@cache
def word_alternatives(path: str) -> str:
    """Join the words under ``part.table.key`` of all languages into one pattern, which matches nothing if there are none."""
    part, table, key = path.split(".")
    return "|".join(words[key] for _, words in word_tables(part, table) if key in words) or "(?!)"


@cache
def word_list(path: str) -> tuple[Any, ...]:
    """The entries of all languages' lists under ``part.table.key``."""
    part, table, key = path.split(".")
    return tuple(entry for _, words in word_tables(part, table) for entry in words.get(key, ()))


def word_pattern(path: str, *also: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """The alternatives under ``part.table.key``, with those of no language, as a pattern; words match in any case."""
    return re.compile("|".join([word_alternatives(path), *also]), flags)
