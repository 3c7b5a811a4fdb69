"""Patterns of a language's names, from ``story.toml`` of the language's folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated

import attrs

from underdraft.text.language import language_in
from underdraft.text.strings import words as words_of


@attrs.frozen(kw_only=True)
class NameWords:
    """One language's names."""

    subject: Annotated[re.Pattern[str], "A name (`name`) that begins a clause and speaks or acts."]
    speaks: Annotated[re.Pattern[str], "A name behind its verb of speech."]
    address: re.Pattern[str]
    full: str
    parts: tuple[re.Pattern[str], ...]
    refused: re.Pattern[str]

    def named(self, narration: str) -> Iterator[str]:
        """Yield the name of each speaker or actor in a text, each time."""
        for pattern in (self.subject, self.speaks):
            yield from (found["name"] for found in pattern.finditer(narration))

    def surname(self, address: str) -> str:
        """The surname in a form of address, else nothing."""
        found = self.address.fullmatch(address)
        return next((name for name in found.groups() if name), "") if found else ""


@cache
def _words(language: str) -> NameWords:
    words = words_of(language, "story")["names"]
    name = f"(?P<name>{words['name']})"
    return NameWords(
        subject=re.compile(f"(?:{words['opens']}){name}(?={words['does']})"),
        speaks=re.compile(f"{words['said']}{name}" if words["said"] else "(?!)"),
        address=re.compile(words["address"]),
        full=words["full"],
        parts=tuple(re.compile(part) for part in words["parts"]),
        refused=re.compile(words["refused"]),
    )


def name_words(text: str) -> NameWords:
    """The names of the language that a text is written in."""
    return _words(language_in(text).code)
