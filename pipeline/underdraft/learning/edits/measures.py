"""The measures: each compares two texts along one axis and says what it sees, or nothing.

A measure speaks only where the model's text gave an occasion. Between "clearly shifted" and "clearly
left alone" lies a range in which it says nothing. The bounds are this project's own choice; they are
wide enough that word-by-word noise does not cross them (``benchmarks/learning.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import regex

from underdraft.learning.edits.alignment import Alignment
from underdraft.learning.edits.measured_text import Prose
from underdraft.text.language import word_tables
from underdraft.types.observation import Lean, Observation, word_pair

SHORTER = 0.75
"""Mean sentence length after by before, at or under which sentences became shorter; longer at the inverse."""

SENTENCES_MINIMUM = 3
"""Sentences of narration that both texts need for a mean."""

UNMOVED = 0.08
"""Relative change within which a measure counts as left alone."""

EXCLAMATIONS_GONE = 0.25
"""Share of the exclamation marks, at or under which they were removed."""

EXCLAMATIONS_ADDED = 2
"""Fewest exclamation marks that must be new, and as many as there were, to count as added."""

DIALOGUE_SHIFT = 0.15
"""Change of the share of quoted units that is a shift."""

DIALOGUE_UNITS_MINIMUM = 40
"""Units that both texts need for a share."""

PRONOUNS_MINIMUM = 3
"""Pronouns of narration that both texts need."""

PERSON_SHIFT = 0.6
"""Change of the share of first-person pronouns that is a shift."""

MODIFIERS_MINIMUM = 3
"""Modifiers that give an occasion."""

MODIFIERS_CUT = 0.6
"""Modifiers per unit after by before, at or under which they were cut; added at the inverse."""

_EXCLAMATION = regex.compile(r"[!！]")
_WORDS: Mapping[str, Mapping[str, Any]] = {
    code: {name: regex.compile(found, regex.IGNORECASE) for name, found in table.items()}
    for code, table in word_tables("reading", "measures")
}
"""Pronouns of both persons, and modifiers, by language."""


def sentence_length(old: Prose, new: Prose, alignment: Alignment) -> Iterator[Observation]:
    """Units a sentence of narration."""
    if min(len(old.sentences), len(new.sentences)) < SENTENCES_MINIMUM:
        return
    lean = shifted(new.sentence_units / old.sentence_units, SHORTER)
    if lean:
        longest = max(old.sentences, key=lambda s: s.units)
        yield seen("sentence_length", lean, alignment, longest.start, longest.end)


def exclamation(old: Prose, new: Prose, alignment: Alignment) -> Iterator[Observation]:
    """Exclamation marks."""
    marks = [m.start() for m in _EXCLAMATION.finditer(old.text)]
    before, after = len(marks), len(_EXCLAMATION.findall(new.text))
    if before and after <= EXCLAMATIONS_GONE * before:
        lean: Lean = "first"
    elif after >= 2 * before and after - before >= EXCLAMATIONS_ADDED:
        lean = "second"
    elif before and after >= before:
        lean = "kept"
    else:
        return
    at = marks[0] if marks else 0
    start = max(0, at - 20) if marks else 0
    yield seen("exclamation", lean, alignment, start, at + 1 if marks else 20)


def dialogue(old: Prose, new: Prose, alignment: Alignment) -> Iterator[Observation]:
    """Share of the units that stand in quotation marks."""
    if min(old.length, new.length) < DIALOGUE_UNITS_MINIMUM:
        return
    before, after = old.spoken_units / old.length, new.spoken_units / new.length
    spoken = abs(new.spoken_units - old.spoken_units) > UNMOVED * max(old.spoken_units, 1)
    lean = moved(before, after, DIALOGUE_SHIFT)
    if lean is None or not (before if lean == "kept" else spoken):
        return
    start, end = next((span for spans in old.speech.values() for span in spans), (0, 40))
    yield seen("dialogue", lean, alignment, start, end)


def person(old: Prose, new: Prose, alignment: Alignment) -> Iterator[Observation]:
    """Share of the first person among the personal pronouns of the narration."""
    words = _WORDS.get(old.language, {})
    if not {"first_person", "third_person"} <= words.keys():
        return
    shares: list[float] = []
    for prose in (old, new):
        first = len(words["first_person"].findall(prose.narration))
        third = len(words["third_person"].findall(prose.narration))
        if first + third < PRONOUNS_MINIMUM:
            return
        shares.append(first / (first + third))
    before, after = shares
    lean = moved(before, after, PERSON_SHIFT)
    if lean is None:
        return
    pronoun = words["third_person" if before < after else "first_person"].search(old.narration)
    at = pronoun.start() if pronoun else 0
    yield seen("person", lean, alignment, at, at + 20)


def modifiers(old: Prose, new: Prose, alignment: Alignment) -> Iterator[Observation]:
    """Modifiers per unit of narration: 的, 地 and words of degree; adverbs in -ly and words of degree."""
    found = _WORDS.get(old.language, {}).get("modifier")
    if found is None:
        return
    places = [m.start() for m in found.finditer(old.narration)]
    before, after = len(places), len(found.findall(new.narration))
    if max(before, after) < MODIFIERS_MINIMUM or not old.length or not new.length:
        return
    ratio = (after / new.length) / (before / old.length) if before else float("inf")
    lean = shifted(ratio, MODIFIERS_CUT)
    if lean == "first" and after > before - 2:
        return
    if lean == "second" and after < before + MODIFIERS_MINIMUM:
        return
    if lean:
        at = next(
            (p for p in places if alignment.possible and not alignment.unchanged(p)), (places or [0])[0]
        )
        yield seen("modifiers", lean, alignment, max(0, at - 6), at + 14)


def quotation(old: Prose, new: Prose, alignment: Alignment) -> Iterator[Observation]:
    """The style of quotation marks: one side's style weighed against each of the others."""
    used, now = one_style(old), one_style(new)
    if used is None or now is None:
        return
    start, end = old.speech[used][0]
    if used != now:
        key, lean = word_pair(used, now)
        yield seen("quotation", lean, alignment, start, end, key=key)
        return
    for other in sorted(old.speech):
        if other != used:
            key, _ = word_pair(used, other)
            yield seen("quotation", "kept", alignment, start, end, key=key)


def one_style(prose: Prose) -> str | None:
    """The quotation style that a text keeps to, if it does."""
    styles = [style for style, spans in prose.speech.items() if spans]
    return styles[0] if len(styles) == 1 else None


def shifted(ratio: float, bound: float) -> Lean | None:
    """Return which way a ratio of two measures points: down, up, nowhere, or ``None`` for "cannot tell"."""
    if ratio <= bound:
        return "first"
    if ratio >= 1 / bound:
        return "second"
    return "kept" if abs(ratio - 1) <= UNMOVED else None


def moved(before: float, after: float, bound: float) -> Lean | None:
    """Return which way a share went: up, down, nowhere, or ``None`` for "cannot tell"."""
    if abs(after - before) >= bound:
        return "first" if after > before else "second"
    return "kept" if abs(after - before) <= UNMOVED else None


def seen(
    axis: str,
    lean: Lean,
    alignment: Alignment,
    start: int,
    end: int,
    *,
    key: str | None = None,
) -> Observation:
    """The observation with its two spans; what was left alone needs none."""
    spans = ("", "") if lean == "kept" else alignment.counterpart(start, end)
    return Observation(
        axis=axis,
        key=key or axis,
        lean=lean,
        before=spans[0],
        after=spans[1],
    )


MEASURES = (sentence_length, exclamation, dialogue, person, modifiers, quotation)
"""All measures, in the order in which they are asked."""
