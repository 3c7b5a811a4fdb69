"""A language's words for the checks: frames, verbs and plain statements, from ``story.toml`` of the language's folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property

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

_MARKS = {"who": WHO, "else": ELSE, "target": TARGET, "person": PERSON}
_READ = {"colour": "colours", "occupation": "occupations", "kin": "kin", "side": "sides", "part": "parts"}
"""Blanks of statements that hold a word of a section."""


@cache
def lines_of(section: str) -> Mapping[str, tuple[str, ...]]:
    """The lines of a section, each with the words of all languages."""
    lines: dict[str, tuple[str, ...]] = {}
    for _, table in word_tables("story", section):
        for name, found in table.items():
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


@attrs.frozen(kw_only=True, eq=False)
class StoryLanguage:
    """One language: the check asks both the same questions."""

    lasting: re.Pattern[str]
    frames: re.Pattern[str]
    earlier: re.Pattern[str]
    unsaid: re.Pattern[str]
    denied: re.Pattern[str]
    stained: re.Pattern[str]
    people: re.Pattern[str]
    possessive: re.Pattern[str]
    opens: str
    acts: str
    acts_before: str
    blanks: Mapping[str, str]
    statements: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, tuple[str, ...]]
    values: Mapping[str, str]

    def fact(self, kind: str, value: str) -> re.Match[str] | None:
        """The value of a fact, if it is of a kind that a form of ``[facts]`` reads."""
        return next((m for form in self.facts[kind] if (m := self._filled(form).fullmatch(value))), None)

    @cached_property
    def forms(self) -> Mapping[str, tuple[re.Pattern[str], ...]]:
        """How a sentence plainly says something of each kind of the one whose place :data:`WHO` marks."""
        return {kind: tuple(map(self._filled, forms)) for kind, forms in self.statements.items()}

    @cached_property
    def _pairs(self) -> tuple[tuple[str, str], ...]:
        read = {name: f"(?P<{name}>{any_of(section)})" for name, section in _READ.items()}
        blanks = (*self.blanks.items(), ("opens", self.opens), ("number", f"(?P<number>{NUMBER})"))
        return (
            *blanks,
            ("shade", any_of("colours")),
            ("relative", any_of("kin")),
            *read.items(),
            *_MARKS.items(),
        )

    def _filled(self, form: str) -> re.Pattern[str]:
        for name, pattern in self._pairs:
            form = form.replace(f"{{{name}}}", pattern)
        return re.compile(form)

    def is_plain(self, text: str, start: int, end: int) -> bool:
        """Whether nothing in a sentence supposes or reports a part of it, and nothing before that in its clause denies it."""
        denied = self.denied.search(_CLAUSE.split(text[:start])[-1])
        return not denied and not self.unsaid.search(text[:start] + "\x00" + text[end:])


@cache
def _language(code: str) -> StoryLanguage:
    found = words(code, "story")
    checks = found["checks"]
    searched = {
        name: re.compile(alternatives(checks[name]), re.IGNORECASE)
        for name in ("lasting", "frames", "earlier", "unsaid", "denied", "stained")
    }
    strangers = alternatives([*checks["strangers"], any_of("kin")]).replace(
        "{occupation}", any_of("occupations")
    )
    people = "|".join(f"(?P<{name}>{alternatives(checks[name])})" for name in ("he", "she", "person"))
    return StoryLanguage(
        people=re.compile(f"{people}|(?P<stranger>{strangers})"),
        possessive=re.compile(checks["possessive"], re.IGNORECASE),
        opens=checks["opens"],
        acts=checks["acts"],
        acts_before=checks["acts_before"],
        blanks=found["blanks"],
        statements=found["statements"],
        facts=found["facts"],
        values=found["values"],
        **searched,
    )


def story_language(text: str) -> StoryLanguage:
    """The language that a text is written in."""
    return _language(language_in(text).code)
