"""Values and nouns in a text, and whether grammar ties one to the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.lexicon import HAN, pattern, patterns, table
from underdraft.knowledge.checks.slots import Slot
from underdraft.knowledge.checks.story_sentences import StorySentence

Span = tuple[int, int]
"""Where something stands in a sentence: begin and end, code points."""

BEFORE_NOUN, BEFORE_NOUN_OF, BEHIND_NOUN = 3, 8, 5
"""So many Chinese characters may stand between a value and its noun: at once, with 的, and the noun first."""

Matcher = Callable[[Slot, StorySentence, str, Cast], Iterator[Span]]


@lru_cache(maxsize=4_096)
def colours_in(text: str) -> tuple[tuple[int, int, str], ...]:
    """The colours of a text: begin, end, and which."""
    return spans_of("colours", _no_colour().sub(lambda m: "\x01" * len(m[0]), text))


@lru_cache(maxsize=1)
def _no_colour() -> re.Pattern[str]:
    return pattern(table("not_colours")["words"])


def spans_of(section: str, text: str) -> tuple[tuple[int, int, str], ...]:
    """The words of a section in a text: begin, end, and the name of the line."""
    found = [
        (m.start(), m.end(), kind) for kind, words in patterns(section).items() for m in words.finditer(text)
    ]
    return tuple(sorted(found))


@lru_cache(maxsize=4_096)
def kin_in(text: str) -> tuple[tuple[int, int, str], ...]:
    """The terms of kinship in a text, none that is a part of a longer one."""
    spans = spans_of("kin", text)
    return tuple(s for s in spans if not any(o[0] <= s[0] and s[1] <= o[1] and o[:2] != s[:2] for o in spans))


@lru_cache(maxsize=4_096)
def noun_pattern(noun: str) -> re.Pattern[str]:
    """A noun as a text may write it; a part of the body by all its words."""
    known = patterns("aspects").get(noun)
    if known:
        return known
    if HAN.search(noun):
        return re.compile(re.escape(noun))
    return re.compile(rf"\b{re.escape(noun)}(?:s|es|ren)?\b", re.IGNORECASE)


def nouns_in(nouns: Sequence[str], text: str) -> list[Span]:
    """Where a text has one of the nouns."""
    return [m.span() for noun in nouns if noun for m in noun_pattern(noun).finditer(text)]


def heads_of(name: str) -> tuple[str, ...]:
    """The noun of a thing's name: ``watch`` of "the gold watch", ``轿`` of 冯会长的轿子."""
    if HAN.search(name):
        last = name.rsplit("的", maxsplit=1)[-1][-2:]
        return (last, last[0]) if last.endswith(("子", "儿")) else (last,)
    return (name.rsplit(maxsplit=1)[-1].lower(),)


_GAP = re.compile(
    r"(?:[ -](?:(?!and\b|with\b|in\b|on\b|of\b|at\b|to\b|was\b|were\b)[a-z-]+[ -]){0,2}(?:and [a-z-]+ )?|[ -]?)",
    re.IGNORECASE,
)


_IS = re.compile(
    r"(?:, which)?[^,;:.]{0,12}?\b(?:was|were|is|are|as|of|a|an|look\w*|shone|gone|turned|painted|dyed)\b[^;:.]{0,24}",
    re.IGNORECASE,
)


_AFTER_COMMA = re.compile(r", (?:(?:still|now|gone|once|very|all|quite|as) )?")


def bound(text: str, value: Span, noun: Span) -> bool:
    """Whether grammar ties a value to a noun: right before it, or said of it."""
    first = value[0] < noun[0]
    begin, end = (value[1], noun[0]) if first else (noun[1], value[0])
    if begin > end:
        return True
    if HAN.search(text):
        return _bound_in_chinese(text[begin:end], value_first=first)
    return _bound_in_english(text[begin:end], value_first=first)


def _bound_in_chinese(between: str, *, value_first: bool) -> bool:
    if re.search(r"[，,。；;：:\x00]", between):
        return False
    if value_first:
        return len(between) <= BEFORE_NOUN or (between.endswith("的") and len(between) <= BEFORE_NOUN_OF)
    return len(between) <= BEHIND_NOUN and "的" not in between[1:-1]


def _bound_in_english(between: str, *, value_first: bool) -> bool:
    if value_first:
        return _GAP.fullmatch(between) is not None
    if re.search(r"\bhad\b", between):
        return False  # what it was once
    behind = (_AFTER_COMMA, _IS)
    return between.strip() in {"", "as", "-"} or any(found.fullmatch(between) for found in behind)


def around(text: str, at: int, clauses: int) -> Span:
    """The clause around an offset and so many on both sides."""
    commas = [0, *(m.end() for m in re.finditer(r"[，,：:—–;；\x00]+", text)), len(text)]
    here = max(n for n, c in enumerate(commas) if c <= at or n == 0)
    return commas[max(0, here - clauses)], commas[min(len(commas) - 1, here + 1 + clauses)]
