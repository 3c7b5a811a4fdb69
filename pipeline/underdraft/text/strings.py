"""The words that Underdraft says, by language: ``locales/<language>/<part>.toml``, which only this module reads.

A part is one of :data:`PARTS`. A word that a language lacks is English. Commands and messages are found by the English
sentence itself, as in gettext: English has no file of them. ``docs/development.md`` tells how to add a language, and
``python docs/missing_words.py LANGUAGE`` lists what one lacks.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

from underdraft.text.user_cache import user_cached

ENGLISH = "en"
"""The language that stands in for every other."""

PARTS = ("prompt", "template", "page", "commands", "messages")
"""The engine's words in prompts, the fixed words of templates, the page, commands and their help, what is reported."""

_LOCALES = files("underdraft") / "locales"


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a folder, in alphabetical order."""
    names = (entry.name for entry in _LOCALES.iterdir() if entry.is_dir())
    return tuple(sorted(name for name in names if re.fullmatch(r"[a-z]{2,3}", name)))


def known_language(locale: str) -> str | None:
    """The language of a locale such as ``de-AT`` or ``de_DE.UTF-8``, where it has a folder."""
    language = re.split(r"[^a-z]", locale.lower(), maxsplit=1)[0]
    return language if language in languages() else None


def language_of(locale: str) -> str:
    """The language of a locale; English where it has no folder."""
    return known_language(locale) or ENGLISH


def folder_in(place: Traversable, locale: str) -> Traversable:
    """The folder of a locale's language in a place such as the shipped skills; that of English where it has none."""
    folder = place / language_of(locale)
    return folder if folder.is_dir() else place / ENGLISH


@cache
def strings(section: str, locale: str) -> Mapping[str, str]:
    """The strings of a section, e.g. ``"cache.causes"``, in the locale's language, in the file's order."""
    table: Any = words(language_of(locale), "prompt")
    for name in section.split("."):
        table = table[name]
    return MappingProxyType(table)


@cache
def words(language: str, part: str) -> Mapping[str, Any]:
    """All words of a part, in the order of the English ones, which stand in for what the language lacks."""
    own = own_words(language, part)
    return own if language == ENGLISH else _filled(own_words(ENGLISH, part), own)


@cache
def own_words(language: str, part: str) -> Mapping[str, Any]:
    """The words that a language has itself; none without a file."""
    text = _text(language, part)
    return user_cached(text, tomllib.loads) or tomllib.loads(text)


def whole_text(language: str, part: str) -> str:
    """All words of a part as TOML: the language's file as it is, or where it lacks some, one with the English ones."""
    if not any(lacking == part for lacking, _ in missing(language)):
        return _text(language, part)
    lines = []
    for name, value in words(language, part).items():
        one = isinstance(value, str)
        lines += [] if one else ["", f"[{name}]"]
        pairs = {name: value} if one else value
        lines += [f"{_quoted(key)} = {_quoted(text)}" for key, text in pairs.items()]
    return "\n".join(lines) + "\n"


def missing(language: str) -> Iterator[tuple[str, str]]:
    """Part and name of each word that English has and the language lacks."""
    for part in PARTS:
        own = set(_names(own_words(language, part)))
        yield from ((part, name) for name in _names(own_words(ENGLISH, part)) if name not in own)


def _text(language: str, part: str) -> str:
    file = _LOCALES / language / f"{part}.toml"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _quoted(text: str) -> str:
    """A TOML basic string; JSON's escapes are TOML's."""
    return json.dumps(text, ensure_ascii=False)


def _filled(english: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    filled = {
        name: _filled(value, own.get(name, {})) if isinstance(value, Mapping) else own.get(name, value)
        for name, value in english.items()
    }
    return {**filled, **{name: value for name, value in own.items() if name not in english}}


def _names(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _names(value, f"{prefix}{name}.")
        else:
            yield prefix + name
