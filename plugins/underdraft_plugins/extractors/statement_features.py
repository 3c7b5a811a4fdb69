"""Features of a sentence for the classifier: its vector, its words, and cues.

A cue is a group of words that says who speaks, of what, and how: a request, a question, a supposition,
somebody else's taste, only for now, for ever, about the book. The groups were chosen on the development
part of ``benchmarks/data`` alone; what each of them weighs is learned.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from underdraft import HAN, Embedder, word_pattern

if TYPE_CHECKING:
    import numpy as np

GRAMS = 4_096
"""Length of the hashed words: two words in one place are rare enough at a few thousand sentences."""

NEIGHBOUR = 0.4
"""Weight of a cue in the sentence before, in the one after and in the whole message."""

_CUES = tuple(
    word_pattern(f"statements.cues.{name}", *also)
    for name, *also in (
        ("asks", r"[?？]\s*[”\"')）]*$"), ("supposes",), ("unsure",), ("for_now",), ("others",), ("you",), ("me",),
        ("my_work",), ("always",), ("from_now",), ("likes",), ("orders",), ("asks_help",), ("forbids",), ("you_did",),
        ("this_text",), ("joking",), ("thanks",), ("told_of_me",), ("past",), ("states",), ("third_person",), ("plan",),
        ("corrects",), ("reasons",), ("remembers",), ("number", r"\d"),
    )
) + tuple(
    re.compile(mark, re.IGNORECASE)
    for mark in (r"(?-i:(?<=[a-z,;] )[A-Z][a-z]+)", r"[“”\"「」『』]", r"[!！]", r"^.{0,12}$", r"^.{80,}", r"《")
)  # fmt: skip
"""The weights were learned in this order."""

_CJK = re.compile(f"[{HAN}]+")
_WORD = re.compile(r"[a-z']+|[?!？！]")


@attrs.frozen(kw_only=True)
class OwnSentence:
    """A sentence of a message with what stands around it.

    Attributes:
        start: Code point of the message at which it begins.
        before: The speaker's sentence before; empty for the first.
        after: The one after; empty for the last.
        place: How many of the speaker's sentences stand before it.
        count: How many there are.
    """

    text: str
    start: int
    before: str
    after: str
    message: str
    place: int
    count: int


def features(sentences: Sequence[OwnSentence], encoder: Embedder) -> np.ndarray[Any, Any]:
    """One row of length 1 a sentence: cues, hashed words, its vector and its neighbours'."""
    import numpy as np

    texts = dict.fromkeys(t or " " for s in sentences for t in (s.text, s.before, s.after))
    vectors = dict(zip(texts, np.asarray(encoder.embed(list(texts)), dtype=np.float32), strict=True))
    parts = [
        np.array([_cue_row(sentence) for sentence in sentences], dtype=np.float32) * 0.22,
        np.stack([grams(sentence.text) for sentence in sentences]) * 0.84,
        np.stack([vectors[s.text] for s in sentences]),
        np.stack([vectors[s.before or " "] for s in sentences]) * 0.39,
        np.stack([vectors[s.after or " "] for s in sentences]) * 0.39,
    ]
    rows = np.hstack(parts)
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(length > 0, length, 1)


@cache
def weights_of(file: Path) -> dict[str, np.ndarray[Any, Any]]:
    """What was learned, by name."""
    import numpy as np

    with np.load(file) as held:
        return {name: held[name].astype(np.float32) for name in held.files}


def cues(text: str) -> list[float]:
    """Return which cues are in the text, each 0 or 1."""
    return [float(cue.search(text) is not None) for cue in _CUES]


def _cue_row(sentence: OwnSentence) -> list[float]:
    own = cues(sentence.text)
    around = [
        NEIGHBOUR * cue for text in (sentence.before, sentence.after, sentence.message) for cue in cues(text)
    ]
    first, last = sentence.place == 0, sentence.place == sentence.count - 1
    place = [first, last, sentence.count == 1, min(sentence.count, 8) / 8, min(len(sentence.text), 120) / 120]
    return [*own, *around, *map(float, place)]


def grams(text: str) -> np.ndarray[Any, Any]:
    """Characters of Chinese by ones, twos and threes, other words by ones and twos, hashed, of length 1."""
    import numpy as np

    text = text.casefold()
    words = _WORD.findall(text)
    found = {
        run[n : n + size]
        for run in _CJK.findall(text)
        for size in (1, 2, 3)
        for n in range(len(run) - size + 1)
    }
    found |= {" ".join(words[n : n + size]) for size in (1, 2) for n in range(len(words) - size + 1)}
    if words:
        found |= {"^" + words[0], "^" + " ".join(words[:2])}
    row = np.zeros(GRAMS, dtype=np.float32)
    for gram in sorted(found):
        place = zlib.crc32(gram.encode())
        row[place % GRAMS] += 1 if place >> 20 & 1 else -1
    length = float(np.linalg.norm(row))
    return row / length if length else row
