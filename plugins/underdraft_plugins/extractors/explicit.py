"""Explicit corrections by rule: orders to forget, and all of them where there is no local embedder to ask (:mod:`change`).

A correction names what no longer holds ("not X but Y", "不是X，是Y"). Questions, suppositions, other people's wishes and wishes
for the text at hand correct nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from underdraft import HAN, word_list, word_pattern, word_tables
from underdraft_plugins.extractors.outright import CALL, FRAMES

STOPWORDS = frozenset(word_list("statements.correction.stopwords"))

_OLD = tuple(re.compile(form, re.IGNORECASE) for form in word_list("statements.correction.named"))
"""Patterns that name the value that no longer holds, as ``old``."""

_FORGET = word_pattern("statements.correction.forget")
"""Orders to forget something."""

_WISHED = word_pattern("statements.correction.wished")
"""Wishes of other people."""

_CHANGED = word_pattern("statements.correction.changed")
"""Cues that something is no longer as it was."""

_AFTER = word_pattern("statements.correction.after")
_BEFORE = word_pattern("statements.correction.before")
_OF_WORK, _OF_WRITER, _BY_WRITER = (
    word_pattern(f"statements.correction.{name}") for name in ("of_work", "of_writer", "by_writer")
)
"""Beginnings of statements about the book and about the writer, and a word that the writer says of herself."""

_RELATIVES = tuple(
    re.compile(words["relative"], re.IGNORECASE)
    for _, words in word_tables("statements", "correction")
    if "relative" in words
)
"""Whom a sentence is about, where that is not the one whom it names."""

_BREAKS = re.compile(rf"[{''.join(word_list('statements.correction.breaks'))}\W]+")
_WORD = re.compile(r"[a-z\u00c0-\u024f]+|\d+", re.IGNORECASE)
_A_HAN = re.compile(f"[{HAN}]")
_NO_HAN = re.compile(f"[^{HAN}]")
_NUMBERS = word_pattern("statements.correction.numbers", r"\d+")

LEAST = 0.6
"""Share of what is named as no longer true that must stand in the known statement."""


def corrections(
    sentences: Sequence[str], known: Sequence[str], *, only_orders: bool = False
) -> Iterator[tuple[Sequence[int], int]]:
    """Yield the explicit corrections of a message, or orders to forget alone: which sentences, and which known statement."""
    begin = 0
    for n, sentence in enumerate(sentences):
        if n < begin or is_aside(sentence) or (only_orders and not _FORGET.search(sentence)):
            continue
        following = "".join(sentences[n + 1 : n + 2])
        more = _AFTER.match(following) or (following and _BEFORE.search(sentence))
        stop = n + 2 if more and not is_aside(following) else n + 1
        text = " ".join(sentences[n:stop])
        old = [match["old"].strip() for pattern in _OLD for match in pattern.finditer(text)]
        place = _meant(text, sentences[n - 1] if n else "", old, known)
        if place is not None:
            yield range(n, stop), place
            begin = stop


def is_aside(sentence: str) -> bool:
    """Whether the sentence asks, supposes, speaks of others' wishes or of the text at hand."""
    return any(cue.search(sentence) for cue in FRAMES)


def _meant(text: str, before: str, old: Sequence[str], known: Sequence[str]) -> int | None:
    """The known statement that the text corrects; of several the one that it shares most with, then the newest."""
    said = units(text)
    best: tuple[float, int] | None = None
    for m, other in enumerate(known):
        theirs = units(other)
        if not theirs or is_of_another(text, other):
            continue
        shared = theirs & (said | units(before))
        named = any(_names(text, one, other, theirs, shared) for one in old)
        if named or (CALL.search(text) and CALL.search(other)):
            best = max(best or (0.0, -1), (len(shared) / len(theirs), m))
    return None if best is None or best[1] < 0 else best[1]


def _names(text: str, old: str, other: str, theirs: set[str], shared: set[str]) -> bool:
    """Whether what no longer holds stands in the known statement, beside something else that both speak of.

    The book and the writer need not be named again.
    """
    mine = units(old)
    if not mine:
        return bool(_A_HAN.search(old)) and old in other and bool(shared)
    if len(mine & theirs) < LEAST * len(mine):
        return False
    if _OF_WORK.match(other) or (_OF_WRITER.match(other) and _BY_WRITER.search(text)):
        return True
    words = units(_NUMBERS.sub(" ", old)) & theirs
    return bool(shared - mine) or (len(mine & theirs) > 1 and bool(words))


def is_changed(text: str) -> bool:
    """Whether a cue says that something is no longer as it was."""
    return _CHANGED.search(text) is not None


def is_of_another(text: str, other: str) -> bool:
    """Whether the text tells what somebody else wishes, or speaks of a relative whom the known statement does not name."""
    if _WISHED.search(text) and not _WISHED.search(other):
        return True
    relatives = {match["who"] for form in _RELATIVES for match in form.finditer(text)}
    return any(relative.casefold() not in other.casefold() for relative in relatives)


def units(text: str) -> set[str]:
    """Return a text's words, each by its first five letters, and of Chinese its pairs of characters."""
    found = {word[:5].rstrip("s") for word in _WORD.findall(text.casefold()) if word not in STOPWORDS} - {""}
    for run in _BREAKS.split(text):
        only = _NO_HAN.sub("", run)
        found |= {only[n : n + 2] for n in range(len(only) - 1)}
    return found
