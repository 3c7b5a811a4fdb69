"""Words that the writer replaced at every place; names are left out: capitals show them, or who acts or speaks.

Of Chinese a replaced passage counts as it is, and a single replaced character with the word in which the dictionary
has it (突然 -> 忽然). Only what is a habit comes back from run to run, so counting tells it from the accidents.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import regex

from underdraft.knowledge.checks.language import story_language
from underdraft.learning.edits.alignment import Alignment, Change
from underdraft.text.language import HAN, word_alternatives, word_list
from underdraft.types.observation import Observation, word_pair

REPLACED_DISTANCE_MAXIMUM = 0.60
"""Edit distance above which the texts have too little in common to say which word became which."""

PAIRS_MAXIMUM = 24
"""Maximum pairs from one edit."""

_HAN = regex.compile(rf"[{HAN}]{{1,4}}\Z")
_WORD = regex.compile(rf"(?![{HAN}])\p{{L}}[\p{{L}}\p{{M}}'’-]*")
_HAN_CHAR = regex.compile(f"[{HAN}]")
_INSIDE = regex.compile(r"[\p{L}\p{N},;] +\Z")
"""The text before a word in the middle of a sentence."""

# Pronouns and particles: exchanging them is grammar or person.
_FUNCTION = frozenset("".join(word_list("reading.replaced_words.function_letters")))
_FUNCTION_WORD = regex.compile(word_alternatives("reading.replaced_words.function_words"))


def replaced_words(alignment: Alignment) -> Iterator[Observation]:
    """One observation for each word that became one other word at every place."""
    seen: set[tuple[str, str]] = set()
    names = acting_names(alignment.old) | acting_names(alignment.new)
    for change, old, new, at in pairs(alignment):
        if (old, new) in seen or len(seen) >= PAIRS_MAXIMUM:
            continue
        if count(alignment.new, old) or count(alignment.old, old) > count(alignment.new, new):
            continue
        if is_name(alignment.old, old) or is_name(alignment.new, new):
            continue
        shift = change.new_start - change.old_start
        spans = (change.old_start, change.old, alignment.old), (change.new_start, change.new, alignment.new)
        if any(in_name(names, text, start, len(words)) for start, words, text in spans):
            continue
        seen.add((old, new))
        key, lean = word_pair(old, new)
        yield Observation(
            axis="word",
            key=key,
            lean=lean,
            before=around(alignment.old, at, len(old)),
            after=around(alignment.new, at + shift, len(new)),
        )


def pairs(alignment: Alignment) -> Iterator[tuple[Change, str, str, int]]:
    """Change, old word, new word and the old word's offset, for everything that may be a replaced word."""
    for change in alignment.changes:
        if not change.old or not change.new:
            continue
        if _HAN.match(change.old) and _HAN.match(change.new):
            yield from chinese(alignment, change)
        else:
            yield from spaced(change)


def chinese(alignment: Alignment, change: Change) -> Iterator[tuple[Change, str, str, int]]:
    """The passage itself, or the words in which a single character stands."""
    if any(c in _FUNCTION for c in change.old + change.new):
        return
    if len(change.old) > 1 and len(change.new) > 1:
        yield change, change.old, change.new, change.old_start
        return
    start, old = word_at(alignment.old, change.old_start)
    _, new = word_at(alignment.new, change.new_start)
    place = change.old_start - start
    if len(old) > 1 and f"{old[:place]}{change.new}{old[place + len(change.old) :]}" == new:
        yield change, old, new, start


def word_at(text: str, place: int) -> tuple[int, str]:
    """The Chinese word that stands at a place of its line, and where it begins."""
    import rjieba

    begin = text.rfind("\n", 0, place) + 1
    for word in rjieba.cut(text[begin:].partition("\n")[0]):
        if place < begin + len(word):
            return begin, word
        begin += len(word)
    return place, ""


def spaced(change: Change) -> Iterator[tuple[Change, str, str, int]]:
    """One word for one word."""
    old, new = change.old.casefold(), change.new.casefold()
    if old != new and all(_WORD.fullmatch(w) and not _FUNCTION_WORD.fullmatch(w) for w in (old, new)):
        yield change, old, new, change.old_start


def count(text: str, word: str) -> int:
    """Return how often a word is in a text; words of spaced scripts only whole and in any case."""
    return text.count(word) if _HAN_CHAR.search(word) else sum(1 for _ in whole(text, word))


def whole(text: str, word: str) -> Iterator[regex.Match[str]]:
    """The places of a word of a spaced script, in any case."""
    return regex.finditer(
        rf"(?<![\p{{L}}'’-]){regex.escape(word)}(?![\p{{L}}'’-])", text, flags=regex.IGNORECASE
    )


def is_name(text: str, word: str) -> bool:
    """Whether a word has a capital wherever it stands, and not only because a sentence begins there."""
    places = list(whole(text, word))
    capital = bool(places) and all(place[0][0].isupper() for place in places)
    return capital and any(_INSIDE.search(text[: place.start()]) for place in places)


def acting_names(text: str) -> frozenset[str]:
    """Return the names of those who speak or act in a text, in any script."""
    language = story_language(text)
    return frozenset(name for name in language.named(text) if not language.is_no_name(name))


def in_name(names: Collection[str], text: str, start: int, length: int) -> bool:
    """Whether a passage of a text lies within one of the names."""
    reach = max(map(len, names), default=0)
    near = text[max(0, start - reach) : start + length + reach]
    at = min(start, reach)
    return any(
        found.start() <= at and at + length <= found.end()
        for name in names
        for found in regex.finditer(regex.escape(name), near, overlapped=True)
    )


def around(text: str, start: int, length: int) -> str:
    """The word with a little of the text around it."""
    return text[max(0, start - 8) : start + length + 8].strip()
