"""A language's words for the checks: frames, verbs and plain statements, from ``story.toml`` of the language's folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

import attrs

from underdraft.text.language import HAN, language_in, reading_languages, word_tables
from underdraft.text.strings import words

_HAN = re.compile(f"[{HAN}]")
_LETTER = re.compile(r"[a-z]", re.IGNORECASE)
_ESCAPE = re.compile(r"\\.")

NUMBER = rf"(?:[0-9]{{1,3}}|{'|'.join(language.numeral for language in reading_languages())})"
"""A whole number below 1,000 in digits or words."""


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


def lines_in(section: str, text: str) -> frozenset[str]:
    """The names of a section's lines that a text has a word of."""
    return frozenset(name for name, found in patterns(section).items() if found.search(text))


@attrs.frozen(kw_only=True)
class StoryLanguage:
    """One language: the check asks both the same questions."""

    frames: re.Pattern[str]
    earlier: re.Pattern[str]
    unsaid: re.Pattern[str]
    opens: str
    acts: str
    acts_before: str
    statements: Mapping[str, tuple[str, ...]]

    def statement(self, kind: str, names: Iterable[str], **blanks: str) -> tuple[re.Pattern[str], ...]:
        """Return how a sentence plainly says something of this kind of somebody with one of the names."""
        written = (
            "(?:" + "|".join(re.escape(name) for name in sorted(names, key=lambda n: (-len(n), n))) + ")"
        )
        filled = {"name": written, "opens": self.opens, "age": f"(?P<value>{NUMBER})", **blanks}
        return tuple(_filled(form, tuple(sorted(filled.items()))) for form in self.statements[kind])


@lru_cache(maxsize=4_096)
def _filled(form: str, blanks: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    for name, pattern in blanks:
        form = form.replace(f"{{{name}}}", pattern)
    return re.compile(form)


@cache
def _language(code: str) -> StoryLanguage:
    found = words(code, "story")["checks"]
    kinds = ("age", "colour", "own_colour", "side", "handed")
    return StoryLanguage(
        frames=re.compile(alternatives(found["frames"]), re.IGNORECASE),
        earlier=re.compile(alternatives(found["earlier"]), re.IGNORECASE),
        unsaid=re.compile(alternatives(found["unsaid"]), re.IGNORECASE),
        opens=found["opens"],
        acts=found["acts"],
        acts_before=found["acts_before"],
        statements={kind: tuple(found[kind]) for kind in kinds},
    )


def story_language(text: str) -> StoryLanguage:
    """The language that a text is written in."""
    return _language(language_in(text).code)
