"""A statement read for comparing: what it is about, and the values that it gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

import attrs

from underdraft.memory.index.server_words import without_accents
from underdraft.memory.tidy.numerals import numbers_in
from underdraft.memory.tidy.words import lexicon
from underdraft.text.clean import folded

REACH = 14
"""Code points before a value in which a denial turns it round."""

READ_CODE_POINTS = 400
"""Code points of a statement that are read: what is longer is a text and not a statement."""

_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\W_]+")
_STOP = re.compile(r"[，,。.；;！!？?：:（）()“”\"]")
_NAME = re.compile(
    r"(?<=[a-z,;] )[A-Z][a-z]+|^[A-Z][a-z]+(?='s|\b (?:is|was|has|had|lives?|cannot|can|never|will|wears?|does|and|h[ae]tes?|loves?|keeps|went|owns|speaks|works?)\b)"
)
_NO_NAME = frozenset(["i", "the", "my", "this", "that", "it", "he", "she", "there", "dialogue", "everything"])
_ONE_OF = re.compile(r"(?:the|my|our|his|her|their)\b|\w+'s\b", re.IGNORECASE)
"""Begins what there is one of."""

_ENDING = re.compile(r"(?:ings?|edly|ed|es|s|ly|ily)$")
_STEM_LEAST = 3


@attrs.frozen(kw_only=True)
class ReadStatement:
    """A statement as it is compared.

    Attributes:
        text: As it was written.
        tokens: CJK characters, and words of other scripts without their endings.
        values: By axis the values that are given, each with its words; one that is denied begins with ``!``.
        frames: By relation, the tokens of what it is of, and those of its value.
        numbers: Those that are values: neither of a chapter nor "one".
        which: What numbered thing it is about, as ``chapter 3``.
        names: People and places, as far as capitals tell.
        changed: Whether it says that something is not as it was.
        denied: Whether it says that something is not, or is to be avoided.
        topic: Tokens of what it is about, without values; pairs of neighbouring CJK characters.
    """

    text: str
    tokens: tuple[str, ...]
    values: Mapping[str, Mapping[str, str]]
    frames: Mapping[str, tuple[frozenset[str], frozenset[str]]]
    numbers: frozenset[int]
    which: frozenset[str]
    names: frozenset[str]
    changed: bool
    denied: bool
    topic: frozenset[str]


@lru_cache(maxsize=8192)
def read(text: str) -> ReadStatement:
    """Read a statement; a pure function of its text."""
    words = lexicon()
    text = text[:READ_CODE_POINTS]
    plain = words.harmless.sub(" ", text)
    numbers, which, without = numbers_in(plain, words.numbered)
    values: dict[str, dict[str, str]] = {}
    left = without
    for axis, patterns in words.axes.items():
        for value, pattern in patterns.items():
            for found in pattern.finditer(plain):
                denied = denies(plain[max(0, found.start() - REACH) : found.start()])
                values.setdefault(axis, {})[f"!{value}" if denied else value] = found.group()
            left = pattern.sub(" ", left)
    names = frozenset(name.casefold() for name in _NAME.findall(left)) - _NO_NAME
    left = words.idle.sub(" ", words.change.sub(" ", words.denial.sub(" ", left)))
    return ReadStatement(
        text=text,
        tokens=tuple(tokens_of(text)),
        values=values,
        frames=dict(frames_in(plain)),
        numbers=frozenset() if "person" in values else numbers,
        which=which,
        names=names,
        changed=words.change.search(plain) is not None,
        denied=words.denial.search(plain) is not None,
        topic=frozenset(topic_of(left)),
    )


def denies(text: str) -> bool:
    """Whether a denial is in the last clause of the text."""
    return lexicon().denial.search(_STOP.split(text)[-1]) is not None


def frames_in(text: str) -> Iterator[tuple[str, tuple[frozenset[str], frozenset[str]]]]:
    """What has one value only: of what, and which."""
    for relation, pattern in lexicon().frames.items():
        for found in pattern.finditer(text):
            of = _STOP.split(text[: found.start()])[-1]
            value = _STOP.split(text[found.end() :])[0]
            mine, theirs = topic_of(of), topic_of(value)
            if relation == "identity" and of.isascii() and not _ONE_OF.match(of):
                continue
            if theirs and (mine or relation == "setting"):
                yield relation, (frozenset(mine), frozenset(theirs))
                break


def tokens_of(text: str) -> list[str]:
    """CJK characters, and words of other scripts without their endings, in order."""
    return [stem(token) for token in _TOKEN.findall(folded(text))]


def stem(word: str) -> str:
    """An English word without its ending, as far as letters tell; other words as they are."""
    if not word.isascii() or word.isdigit():
        return without_accents(word)
    short = _ENDING.sub("", word)
    return short if len(short) >= _STEM_LEAST else word


def topic_of(text: str) -> set[str]:
    """What the text is about: words that are not idle, and pairs of neighbouring CJK characters."""
    rest = lexicon().idle.sub(" ", text)
    found: set[str] = set()
    for part in rest.split():
        tokens = tokens_of(part)
        pairs = {a + b for a, b in pairwise(tokens) if len(a) == len(b) == 1}
        found |= pairs or set(tokens)
        found |= {token for token in tokens if len(token) > 1}
    return found
