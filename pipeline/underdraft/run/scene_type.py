"""Which kind of scene a text is: a small deterministic classifier, no model, a fraction of a millisecond."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from underdraft.text.language import word_tables
from underdraft.types.request import RunRequest
from underdraft.types.run_inputs import SceneType

SCENE_TYPES: Final = ("dialogue", "action", "description", "psychology", "other")
"""Answers of :func:`classify`; an application may name scenes of its own."""

SURE: Final = 0.5
"""Confidence from which on an inferred scene is used as a filter."""

WINDOW: Final = 600
"""Code points that are looked at: about one page of Chinese, beyond it scenes mix."""

FULL_EVIDENCE: Final = 4.0
"""Cues per 100 characters at which a kind of scene needs no more; set on the sample novel's pages."""

DIALOGUE_FULL: Final = 0.4
"""Share of quoted characters at which a text is all dialogue."""

_QUOTED = re.compile(r"“[^“”\n]*”?|「[^「」\n]*」?|『[^『』\n]*』?|\"[^\"\n]*\"|(?<!\w)'[^'\n]{2,}?'(?!\w)")
_LETTERS = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[A-Za-z]+")

_LATIN_ONLY = re.compile(r"\\b\(\?:[a-z]")
_ANY_LATIN = re.compile("[a-z]", re.IGNORECASE)


@cache
def cues(*, latin: bool) -> Mapping[str, re.Pattern[str]]:
    """The patterns of cue words by kind; without those of Latin letters a text that has none is read 25 times as fast."""
    tables = [words for _, words in word_tables("reading", "scene_type")]
    found = {
        kind: [
            words[kind] for words in tables if kind in words and (latin or not _LATIN_ONLY.match(words[kind]))
        ]
        for kind in ("action", "psychology", "description")
    }
    return {kind: re.compile("|".join(words) or "(?!)", re.IGNORECASE) for kind, words in found.items()}


def scene_of(request: RunRequest) -> SceneType:
    """The scene that the request names, else the one of the text around its selection."""
    if request.scene_type is not None:
        return SceneType(type=request.scene_type, confidence=1.0, given=True)
    document = request.document or ""
    start, end = len(document), len(document)
    if request.selection is not None:
        start, end = request.selection.start, request.selection.end
    chosen = document[start:end][:WINDOW]
    around = WINDOW - len(chosen)
    before = document[max(0, start - around * 2 // 3) : start]
    return classify(before + chosen + document[end : end + around - len(before)])


@lru_cache(maxsize=256)
def classify(text: str) -> SceneType:
    """The kind of scene of a text, Chinese or English; its first 600 code points count.

    Each kind gets a rate from 0 to 1: dialogue by the share of quoted characters, the others by
    their cue words outside quotation marks. The highest wins, ties in the order of
    :data:`SCENE_TYPES`; its confidence is its rate, less half of the runner-up's.
    """
    text = text[:WINDOW]
    size = _size(text)
    if size == 0:
        return SceneType(type="other", confidence=0.0)
    outside = _QUOTED.sub(" ", text)
    quoted = sum(map(_size, _QUOTED.findall(text)))
    rates = {"dialogue": min(1.0, quoted / size / DIALOGUE_FULL)}
    per_hundred = 100 / max(40, size - quoted)  # a handful of words proves little
    for kind, words in cues(latin=_ANY_LATIN.search(outside) is not None).items():
        weight = 1.0 if kind != "description" else 0.5  # every scene has a wall and a window
        rates[kind] = min(1.0, weight * len(words.findall(outside)) * per_hundred / FULL_EVIDENCE)
    ranked = sorted(rates.items(), key=lambda rate: (-rate[1], SCENE_TYPES.index(rate[0])))
    confidence = round(ranked[0][1] - ranked[1][1] / 2, 2)
    if ranked[0][1] < 0.25:  # noqa: PLR2004 - one cue in a hundred characters says nothing
        return SceneType(type="other", confidence=round(1 - ranked[0][1], 2))
    return SceneType(type=ranked[0][0], confidence=confidence)


def _size(text: str) -> int:
    """How many Latin words and other letters a text has."""
    letters = sum(map(len, _LETTERS.findall(text)))
    return letters - sum(len(word) - 1 for word in _LATIN.findall(text))
