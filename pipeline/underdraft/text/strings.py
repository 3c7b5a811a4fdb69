"""The engine's own words by language: one file a language in ``locales/``, one lookup for all of them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal


def language_of(locale: str) -> Literal["zh", "en"]:
    """The language of a locale: Chinese for ``zh`` and its variants, English for every other."""
    return "zh" if locale.startswith("zh") else "en"


@cache
def strings(section: str, locale: str) -> Mapping[str, str]:
    """The strings of a section, e.g. ``"statements.word"``, in the locale's language, in the file's order."""
    table: Any = _read(language_of(locale))
    for name in section.split("."):
        table = table[name]
    return MappingProxyType(table)


@cache
def _read(language: str) -> dict[str, Any]:
    file = files("underdraft.text") / "locales" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
