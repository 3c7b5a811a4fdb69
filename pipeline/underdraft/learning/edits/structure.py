"""Measures of structure: how a text opens and ends, in which order it goes, and how long its paragraphs are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from underdraft.learning.edits.alignment import Alignment
from underdraft.learning.edits.measured_text import Prose, Sentence
from underdraft.learning.edits.measures import SHORTER, seen, shifted
from underdraft.types.observation import Lean, Observation

ENDING_SENTENCES_MINIMUM = 3
"""Minimum sentences of the longer text before its ending is compared."""

ORDER_SENTENCES_MINIMUM = 3
"""Minimum sentences of a text of which a part was moved: of two either may be."""

SAME_SENTENCE = 80.0
"""Minimum likeness of a sentence and its edited form, 0 to 100."""

PARAGRAPH_UNITS_MINIMUM = 40
"""Minimum units of both texts before their paragraphs are compared."""

SAME_LENGTH = 0.25
"""Maximum relative change of the length at which paragraphs were split or joined, not cut or written."""


def opening(old: Prose, new: Prose, alignment: Alignment) -> Iterator[Observation]:
    """Speech or narration at the beginning of a text that has both."""
    if all(prose.quoted and prose.sentences for prose in (old, new)):
        before, after = old.opens_with_speech, new.opens_with_speech
        lean: Lean = "kept" if before == after else "first" if after else "second"
        yield seen("opening", lean, alignment, 0, old.all_sentences[0].end)


def ending(old: Prose, new: Prose, alignment: Alignment) -> Iterator[Observation]:
    """Closing sentences that were cut, or narration added to a text of as many sentences as before."""
    was, now = old.all_sentences, new.all_sentences
    if max(len(was), len(now)) < ENDING_SENTENCES_MINIMUM or not was or not now:
        return
    last, other = find_like(was, now[-1]), find_like(now, was[-1])
    if last == len(was) - 1:
        yield seen("ending", "kept", alignment, 0, 0)
    elif last is not None and other is None:
        yield seen("ending", "first", alignment, was[last].start, was[-1].end)
    elif (
        last is None
        and other is not None
        and other == len(was) - 1
        and now[-1].start in {one.start for one in new.sentences}
    ):
        yield seen("ending", "second", alignment, was[-1].start, was[-1].end)


def order(old: Prose, new: Prose, alignment: Alignment) -> Iterator[Observation]:
    """The smaller part of a text that was moved from its end to its beginning, or back, while all else stayed."""
    from rapidfuzz import fuzz

    was, now = old.all_sentences, new.all_sentences
    size = len(was)
    first = find_like(was, now[0]) if size == len(now) >= ORDER_SENTENCES_MINIMUM else None
    if first is None or any(
        fuzz.ratio(was[(first + n) % size].text, one.text) < SAME_SENTENCE for n, one in enumerate(now)
    ):
        return
    moved = size - first
    if not first:
        yield seen("order", "kept", alignment, 0, 0)
    elif moved < first:
        yield seen("order", "first", alignment, was[first].start, was[-1].end)
    elif first < moved:
        yield seen("order", "second", alignment, was[0].start, was[first - 1].end)


def find_like(sentences: Sequence[Sentence], wanted: Sentence) -> int | None:
    """Return the place of the sentence that became another one, or that it was; the last of equal ones."""
    from rapidfuzz import fuzz

    likeness = [fuzz.ratio(one.text, wanted.text) for one in sentences]
    best = max(range(len(sentences)), key=lambda n: (likeness[n], n))
    return best if likeness[best] >= SAME_SENTENCE else None


def paragraphs(old: Prose, new: Prose, alignment: Alignment) -> Iterator[Observation]:
    """Units a paragraph, where paragraphs were split or joined."""
    if (
        min(old.length, new.length) < PARAGRAPH_UNITS_MINIMUM
        or abs(new.length / old.length - 1) > SAME_LENGTH
    ):
        return
    before, after = old.length / old.paragraphs, new.length / new.paragraphs
    lean = shifted(after / before, SHORTER)
    more = new.paragraphs - old.paragraphs
    if (
        (lean == "first" and more > 0)
        or (lean == "second" and more < 0)
        or (lean == "kept" and not more and old.paragraphs > 1)
    ):
        yield seen("paragraphs", lean, alignment, 0, 40)


STRUCTURE = (opening, ending, order, paragraphs)
"""All measures of structure, in the order in which they are asked."""
