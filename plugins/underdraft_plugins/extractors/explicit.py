"""Orders to forget, by rule, and the cues that :mod:`change` looks at before it corrects something known.

Questions, suppositions, other people's wishes and wishes for the text at hand are no orders.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from underdraft import HAN, word_list, word_pattern
from underdraft_plugins.extractors.outright import FRAMES

STOPWORDS = frozenset(word_list("statements.correction.stopwords"))

_FORGET = tuple(re.compile(form, re.IGNORECASE) for form in word_list("statements.correction.forget"))
"""Patterns of orders to forget something, which is ``old``."""

_CHANGED = word_pattern("statements.correction.changed")
"""Cues that something is no longer as it was."""

_BREAKS = re.compile(rf"[{''.join(word_list('statements.correction.breaks'))}\W]+")
_WORD = re.compile(r"[a-z\u00c0-\u024f]+|\d+", re.IGNORECASE)
_NO_HAN = re.compile(f"[^{HAN}]")

LEAST = 0.6
"""Share of what is to be forgotten that must stand in the known statement."""


def orders_to_forget(sentences: Sequence[str], known: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Yield which sentences are one, which known statement each means, and whether it says nothing else.

    Of several statements that fit best it is the newest.
    """
    for n, sentence in enumerate(sentences):
        asked = [match for pattern in _FORGET for match in pattern.finditer(sentence)]
        if not known or any(cue.search(sentence) for cue in FRAMES):
            continue
        for order in asked:
            old = units(order["old"])
            shares = [len(old & units(other)) / max(1, len(old)) for other in known]
            best, place = max((share, m) for m, share in enumerate(shares))
            if best >= LEAST and len(old & units(known[place])) > 1:
                yield n, place, asks_to_forget(sentence)
                break


def asks_to_forget(sentence: str) -> bool:
    """Whether it is an order to forget something, and says nothing else."""
    orders = (order for pattern in _FORGET for order in pattern.finditer(sentence))
    return any(len(units(sentence[order.end() :])) <= 1 for order in orders)


def is_changed(text: str) -> bool:
    """Whether a cue says that something is no longer as it was."""
    return _CHANGED.search(text) is not None


def units(text: str) -> set[str]:
    """Return a text's words, each by its first five letters, and of Chinese its pairs of characters."""
    found = {word[:5].rstrip("s") for word in _WORD.findall(text.casefold()) if word not in STOPWORDS} - {""}
    for run in _BREAKS.split(text):
        only = _NO_HAN.sub("", run)
        found |= {only[n : n + 2] for n in range(len(only) - 1)}
    return found
