"""The part of a document that decides who is named: the scene around the selection."""

from __future__ import annotations

from underdraft.knowledge.scene.chapters import SCENE_BREAK
from underdraft.types.request import Selection

MAX_SIDE = 8_000
"""Maximum code points on each side of the selection; a longer scene is read as far as this, to a paragraph."""


def scene_text(document: str, selection: Selection | None, *, scope: str) -> str:
    """The text in which names are looked for.

    Args:
        document: The whole document.
        selection: What is selected; ``None`` is a cursor at the end.
        scope: ``scene``: between the scene breaks or headings around the selection;
            ``chapter``: the whole document; ``pinned``: nothing.
    """
    if scope == "pinned":
        return ""
    if scope == "chapter":
        return document
    start, end = (selection.start, selection.end) if selection else (len(document), len(document))
    line = SCENE_BREAK.match(document, document.rfind("\n", 0, start) + 1)
    if line and end <= line.end():
        start = end = line.end()  # a break or a heading belongs to the scene that it begins
    low, high = _paragraph_start(document, start - MAX_SIDE), _paragraph_end(document, end + MAX_SIDE)
    for found in SCENE_BREAK.finditer(document, low, start):
        low = found.end() if found.end() <= start else low
    after = SCENE_BREAK.search(document, end, high)
    return document[low : after.start() if after else high]


def _paragraph_start(document: str, offset: int) -> int:
    """The first beginning of a line at or after ``offset``, so that half a paragraph is left out."""
    if offset <= 0:
        return 0
    newline = document.find("\n", offset - 1)
    return len(document) if newline < 0 else newline + 1


def _paragraph_end(document: str, offset: int) -> int:
    """The last end of a line at or before ``offset``."""
    if offset >= len(document):
        return len(document)
    return max(0, document.rfind("\n", 0, offset + 1))
