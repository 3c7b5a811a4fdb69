"""A language's words for the checks: frames, verbs and names, from ``story.toml`` of the language's folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from underdraft.text.language import HAN, language_in
from underdraft.text.strings import words
from underdraft.types.values import frozen

_HAN = re.compile(f"[{HAN}]")
_LETTER = re.compile(r"[a-z]", re.IGNORECASE)
_ESCAPE = re.compile(r"\\.")
_CLAUSE = re.compile(r"[，,；;：:—–\x00]")

WHO = "\x01"
"""Stands in a sentence for the one it is read about."""


def alternatives(found: Iterable[str]) -> str:
    """Any of the words as one group: those of Latin letters whole, Chinese ones, longest first, as they stand."""
    chosen = sorted(found, key=lambda word: (-len(word), word))
    latin = [w for w in chosen if not _HAN.search(w) and _LETTER.search(_ESCAPE.sub("", w))]
    parts = [w for w in chosen if w not in latin]
    if latin:
        parts.append(rf"\b(?:{'|'.join(latin)})\b")
    return f"(?:{'|'.join(parts)})"


SHORTEST = 3
"""Length that what a sentence says has at least, less one."""


@frozen
class StoryLanguage:
    """One language: the check asks both the same questions."""

    code: str

    def words(self, section: str) -> Mapping[str, Any]:
        """A section of the language's ``story.toml``."""
        found: Mapping[str, Any] = words(self.code, "story")[section]
        return found

    def find(self, name: str, text: str) -> re.Match[str] | None:
        """The first of the words of ``[checks]`` under a name."""
        return _searched(self.code, name).search(text)

    @cache  # noqa: B019 - equal ones share it, and languages are few
    def forms(self, section: str, kind: str) -> tuple[re.Pattern[str], ...]:
        """How ``[statements]`` say something of whom :data:`WHO` marks, and ``[names]`` are written."""
        table = words(self.code, "story")
        name = f"(?P<name>{table['names']['name']})"
        blanks = {"{who}": WHO, "{opens}": table["checks"]["opens"], "{name}": name}
        found = []
        for form in table[section][kind]:
            for blank, pattern in blanks.items():
                form = form.replace(blank, pattern)  # noqa: PLW2901
            found.append(re.compile(form))
        return tuple(found)

    def named(self, narration: str) -> Iterator[str]:
        """Yield the name of each who speaks or acts in a text, each time."""
        forms = self.forms("names", "acts")
        return (found["name"] for form in forms for found in form.finditer(narration))

    def surname(self, address: str) -> str:
        """The surname in a form of address, else nothing."""
        found = (form.fullmatch(address) for form in self.forms("names", "address"))
        return next((name for match in found if match for name in match.groups() if name), "")

    def is_no_name(self, word: str) -> bool:
        """Whether a word cannot be a name, whatever it does."""
        return any(form.search(word) for form in self.forms("names", "refused"))

    def statements(self, text: str, kind: str) -> Iterator[re.Match[str]]:
        """Yield what a sentence plainly says of a kind about whom :data:`WHO` marks."""
        found = (found for form in self.forms("statements", kind) for found in form.finditer(text))
        return (one for one in found if self.is_plain(text, *one.span()))

    @property
    @cache  # noqa: B019
    def people(self) -> re.Pattern[str]:
        """Pronouns and people without a name; the group's name is the kind: ``he``, ``she``, ``person``, ``stranger``."""
        checks = words(self.code, "story")["checks"]
        strangers = [*checks["strangers"], *checks["kin"]]
        kinds = {name: checks[name] for name in ("he", "she", "person")} | {"stranger": strangers}
        pattern = "|".join(f"(?P<{name}>{alternatives(found)})" for name, found in kinds.items())
        return re.compile(pattern)

    def parts(self, sentence: str) -> list[str]:
        """Split a sentence into the things that it says."""
        return [part for part in re.split(self.words("checks")["joins"], sentence) if len(part) > SHORTEST]

    def is_plain(self, text: str, start: int, end: int) -> bool:
        """Whether nothing in a sentence supposes or reports a part of it, and nothing before that in its clause denies it."""
        denied = self.find("denied", _CLAUSE.split(text[:start])[-1])
        return not denied and not self.find("unsaid", text[:start] + "\x00" + text[end:])


@cache
def _searched(code: str, name: str) -> re.Pattern[str]:
    return re.compile(alternatives(words(code, "story")["checks"][name]), re.IGNORECASE)


def story_language(text: str) -> StoryLanguage:
    """The language that a text is written in."""
    return StoryLanguage(language_in(text).code)
