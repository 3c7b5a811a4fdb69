"""A language's words for the checks: frames, verbs and plain statements, from ``story.toml`` of the language's folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import attrs

from underdraft.text.language import HAN, language_in, reading_languages, word_tables
from underdraft.text.strings import words

_HAN = re.compile(f"[{HAN}]")
_LETTER = re.compile(r"[a-z]", re.IGNORECASE)
_ESCAPE = re.compile(r"\\.")
_CLAUSE = re.compile(r"[，,；;：:—–\x00]")

NUMBER = rf"(?:[0-9]{{1,3}}|{'|'.join(language.numeral for language in reading_languages())})"
"""A whole number below 1,000 in digits or words."""

WHO, ELSE, TARGET, PERSON = "\x01\x02\x03\x04"
"""Stand in a sentence for the one it is read about, others, the one whom a fact relates them to, and a nameless person."""

ALONE = "alone"
"""The key of a section's words each of which is a line of its own, by its own name."""

_MARKS = {"who": WHO, "else": ELSE, "target": TARGET, "person": PERSON}
_READ = {"colour": "colours", "kin": "kin", "side": "sides", "part": "parts"}
"""Blanks of statements that hold a word of a section."""


@cache
def lines_of(section: str) -> Mapping[str, tuple[str, ...]]:
    """The lines of a section, each with the words of all languages."""
    lines: dict[str, tuple[str, ...]] = {}
    for _, table in word_tables("story", section):
        own = {word: [word] for word in table.get(ALONE, ())}
        for name, found in {**table, **own}.items():
            if name != ALONE:
                lines[name] = (*lines.get(name, ()), *found)
    return lines


def alternatives(found: Iterable[str]) -> str:
    """Any of the words as one group: those of Latin letters whole, Chinese ones, longest first, as they stand."""
    chosen = sorted(found, key=lambda word: (-len(word), word))
    latin = [w for w in chosen if not _HAN.search(w) and _LETTER.search(_ESCAPE.sub("", w))]
    parts = [w for w in chosen if w not in latin]
    if latin:
        parts.append(rf"\b(?:{'|'.join(latin)})\b")
    return f"(?:{'|'.join(parts)})"


@cache
def patterns(section: str) -> Mapping[str, re.Pattern[str]]:
    """A pattern for each line of a section."""
    return {name: re.compile(alternatives(found), re.IGNORECASE) for name, found in lines_of(section).items()}


@cache
def any_of(section: str) -> str:
    """Any word of a section, as a pattern."""
    return alternatives(word for found in lines_of(section).values() for word in found)


def lines_in(section: str, text: str) -> frozenset[str]:
    """The names of a section's lines that a text has a word of."""
    return frozenset(name for name, found in patterns(section).items() if found.search(text))


@attrs.frozen
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
        """How ``[statements]`` say something of whom :data:`WHO` marks, ``[facts]`` give a value, ``[names]`` are written."""
        table = words(self.code, "story")
        read = {name: f"(?P<{name}>{any_of(section)})" for name, section in _READ.items()}
        own = {
            "opens": table["checks"]["opens"],
            "number": f"(?P<number>{NUMBER})",
            "name": f"(?P<name>{table['names']['name']})",
        }
        unread = {"shade": any_of("colours"), "relative": any_of("kin")}
        blanks = (*table["blanks"].items(), *own.items(), *unread.items(), *read.items(), *_MARKS.items())
        found = []
        for form in table[section][kind]:
            for name, pattern in blanks:
                form = form.replace(f"{{{name}}}", pattern)  # noqa: PLW2901
            found.append(re.compile(form, re.IGNORECASE if section == "facts" else 0))
        return tuple(found)

    def fact(self, kind: str, value: str) -> re.Match[str] | None:
        """The parts of a fact's value."""
        return next((m for form in self.forms("facts", kind) if (m := form.fullmatch(value))), None)

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
        strangers = [*checks["strangers"], any_of("kin")]
        kinds = {name: checks[name] for name in ("he", "she", "person")} | {"stranger": strangers}
        pattern = "|".join(f"(?P<{name}>{alternatives(found)})" for name, found in kinds.items())
        return re.compile(pattern)

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
