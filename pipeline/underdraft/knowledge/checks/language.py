"""What a check knows of a language: frames, verbs and plain statements, all from ``words.toml`` beside this file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import attrs

from underdraft.knowledge.scene.chapters import chinese_number

HAN = re.compile(r"[一-鿿]")
_LETTER = re.compile(r"[a-z]", re.IGNORECASE)
_ESCAPE = re.compile(r"\\.")


@cache
def table(section: str) -> Mapping[str, Any]:
    """A section of the words."""
    text = resources.files("underdraft.knowledge.checks").joinpath("words.toml").read_text("utf-8")
    found: Mapping[str, Any] = tomllib.loads(text)[section]
    return found


_ONES: list[str] = table("numbers")["ones"]
_TENS: list[str] = table("numbers")["tens"]
NUMBER = rf"(?:[0-9]{{1,3}}|[零〇一二三四五六七八九十百两]{{1,5}}|(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES[1:10])}))?|{'|'.join(reversed(_ONES))})"
"""A whole number below 1,000 in digits, Chinese numerals or English words (these below 100)."""


def alternatives(words: Iterable[str]) -> str:
    """Any of the words as one group: English ones whole, Chinese ones, longest first, as they stand."""
    chosen = sorted(words, key=lambda word: (-len(word), word))
    english = [w for w in chosen if not HAN.search(w) and _LETTER.search(_ESCAPE.sub("", w))]
    parts = [w for w in chosen if w not in english]
    if english:
        parts.append(rf"\b(?:{'|'.join(english)})\b")
    return f"(?:{'|'.join(parts)})"


@cache
def patterns(section: str) -> Mapping[str, re.Pattern[str]]:
    """A pattern for each line of a section."""
    lines = table(section).items()
    return {name: re.compile(alternatives(words), re.IGNORECASE) for name, words in lines if name != "near"}


def lines_in(section: str, text: str) -> frozenset[str]:
    """The names of a section's lines that a text has a word of."""
    return frozenset(name for name, found in patterns(section).items() if found.search(text))


@attrs.frozen(kw_only=True)
class Language:
    """One language: the check asks both the same questions."""

    frames: re.Pattern[str]
    earlier: re.Pattern[str]
    unsaid: re.Pattern[str]
    opens: str
    acts: str
    acts_before: str
    statements: Mapping[str, tuple[str, ...]]

    def statement(self, kind: str, names: Iterable[str], **blanks: str) -> tuple[re.Pattern[str], ...]:
        """How a sentence plainly says something of this kind of somebody with one of the names."""
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
def _language(name: str) -> Language:
    words = table(name)
    kinds = ("age", "colour", "own_colour", "side", "handed")
    return Language(
        frames=re.compile(alternatives(words["frames"]), re.IGNORECASE),
        earlier=re.compile(alternatives(words["earlier"]), re.IGNORECASE),
        unsaid=re.compile(alternatives(words["unsaid"]), re.IGNORECASE),
        opens=words["opens"],
        acts=words["acts"],
        acts_before=words["acts_before"],
        statements={kind: tuple(words[kind]) for kind in kinds},
    )


def language_of(text: str) -> Language:
    """The language that a text is written in."""
    return _language("zh" if HAN.search(text) else "en")


def number(text: str) -> int | None:
    """A number as it is written, see :data:`NUMBER`; ``None`` for anything else."""
    word = text.strip().lower()
    if word in _ONES:
        return _ONES.index(word)
    ten, _, one = word.partition("-")
    if ten in _TENS and (not one or one in _ONES[1:10]):
        return 10 * (_TENS.index(ten) + 2) + (_ONES.index(one) if one else 0)
    return chinese_number(word)
