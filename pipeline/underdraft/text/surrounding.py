"""The text around a selection, cut where a reader would cut it.

Paragraphs come first, sentences where a paragraph does not fit, a marked cut between two grapheme
clusters where not even one sentence fits. The work is bounded by the limit, not by the document:
only a window around the selection is ever read.
"""

from __future__ import annotations

from typing import Annotated

import attrs

from underdraft.errors import InvalidArgument
from underdraft.text.sentences import (
    MARK,
    REACH,
    Cut,
    clusters,
    first_line,
    first_sentence,
    last_cluster,
    last_line,
    last_sentence,
    text_end,
    text_start,
)


@attrs.frozen
class Side:
    """The text that fits on one side of the selection."""

    text: Annotated[str, "The kept text, in document order; with `MARK` at its far end after a hard cut."]
    start: Annotated[int, "Offset in the document of the first kept code point (the mark is not counted)."]
    end: Annotated[int, "Offset after the last one; only blank lines may lie between it and the selection."]
    cut: Annotated[Cut, 'Where the far end was cut: `"none"` when no text is left out.']


@attrs.frozen
class Surrounding:
    """The kept text before and after the selection."""

    before: Side
    after: Side


def surrounding(document: str, start: int, end: int, limit: int) -> Surrounding:
    """Keep up to ``limit`` code points of text on each side of a selection.

    A line is a paragraph; the rest of the selection's own line counts as the nearest one. Whole
    paragraphs are kept, nearest first. Where they fill less than half of the limit, whole sentences of the
    next paragraph follow; where there are none, as much as fits beside ``MARK``. Blank lines next to the
    selection are kept if room is left for them, never at the cost of text.

    Args:
        document: The whole text.
        start: Offset of the selection's first code point.
        end: Offset after its last one; equal to ``start`` for a cursor.
        limit: Most code points of ``Side.text`` on each side, the mark included; 0 keeps nothing.

    Returns:
        Both sides; a side with nothing kept is empty at the selection's edge.

    Raises:
        InvalidArgument: The selection is not inside the document, or the limit is negative.
    """
    if not 0 <= start <= end <= len(document):
        raise InvalidArgument("selection: expected 0 <= start <= end <= the document's length in code points")
    if limit < 0:
        raise InvalidArgument("surrounding: expected an integer >= 0")
    return Surrounding(before=_before(document, start, limit), after=_after(document, end, limit))


def _before(document: str, at: int, limit: int) -> Side:
    if limit == 0 or at <= limit:
        far = at if limit == 0 else 0
        return Side(document[far:at], far, at, "none")
    low = max(0, at - limit - REACH)
    edge = text_end(document, low, at)
    if edge == low:
        return Side("", at, at, "paragraph")
    floor = max(0, edge - limit)
    cut: Cut = "paragraph"
    far = first_line(document, floor, edge)
    if low == 0 and not document[:far].strip():
        cut = "none"
    elif 2 * (edge - far) < limit:
        inner = text_end(document, floor, far)
        sentence = first_sentence(document, floor, inner)
        if sentence < inner:
            far, cut = sentence, "sentence"
    if far == edge:
        far = next(clusters(document, floor + 1, edge), edge)
        return Side(MARK + document[far:edge] if far < edge else "", far, edge, "hard_cut")
    near = at if at - far <= limit else edge
    return Side(document[far:near], far, near, cut)


def _after(document: str, at: int, limit: int) -> Side:
    if limit == 0 or len(document) - at <= limit:
        far = at if limit == 0 else len(document)
        return Side(document[at:far], at, far, "none")
    high = min(len(document), at + limit + REACH)
    edge = text_start(document, at, high)
    if edge == high:
        return Side("", at, at, "paragraph")
    ceiling = min(len(document), edge + limit)
    cut: Cut = "paragraph"
    far = last_line(document, edge, ceiling)
    if high == len(document) and not document[far:].strip():
        cut = "none"
    elif 2 * (far - edge) < limit:
        inner = text_start(document, far, ceiling)
        sentence = last_sentence(document, inner, ceiling)
        if sentence > inner:
            far, cut = sentence, "sentence"
    if far == edge:
        far = last_cluster(document, edge, ceiling - 1)
        return Side(document[edge:far] + MARK if far > edge else "", edge, far, "hard_cut")
    near = at if far - at <= limit else edge
    return Side(document[near:far], near, far, cut)
