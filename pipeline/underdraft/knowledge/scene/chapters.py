"""Which chapter and scene a text belongs to: chapters by number in a heading or file name, scenes by their breaks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from underdraft.text.language import read_number, reading_languages
from underdraft.types.files import TextFile
from underdraft.types.request import Selection
from underdraft.types.values import frozen

HEADING = re.compile(r"^(#{1,6})[ \t]+(\S.*)$", re.MULTILINE)
"""A heading: its marks, then its words with whatever closes the line."""

_HEADING = re.compile(
    "|".join([*(language.chapter for language in reading_languages()), r"(\d{1,4})(?:[.、:：\s]|$)"]),
    re.IGNORECASE,
)
_FILE_NAME = re.compile(r"(?:ch(?:ap(?:ter)?)?[-_ ]?)?(\d{1,4})(?=[-_. ]|$)", re.IGNORECASE)
FIRST_HEADING_WITHIN = 20_000
"""Code points at the beginning of a text in which its title is looked for."""

MAX_SIDE = 8_000
"""Maximum code points on each side of the selection; a longer scene is read as far as this, to a paragraph."""

SCENE_BREAK = re.compile(
    r"^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|#{1,6}[ \t]+.*|[＊※·◇◆○●][＊※·◇◆○● \t]*)$",
    re.MULTILINE,
)
"""A line that ends a scene: a thematic break as in Markdown, a heading, or a row of ornaments."""


@frozen
class ChapterFile:
    """A file with a chapter: path, chapter number, first heading (``""`` for none) and the text's SHA-256."""

    path: str
    number: int | None
    heading: str
    digest: str


def title_of(words: str) -> str:
    """The words of a heading without closing marks and white space."""
    return words.rstrip().rstrip("#").rstrip()


@lru_cache(maxsize=4_096)
def chapter_number(heading: str) -> int | None:
    """The number in a heading such as ``第三章 出殡``, ``Chapter 3``, ``3. The Funeral``."""
    found = _HEADING.match(heading.strip())
    return read_number(next(g for g in found.groups() if g)) if found else None


def chapter_file(file: TextFile, named: Mapping[str, int]) -> ChapterFile:
    """Find the title and number of a chapter's file; ``named`` are numbers that the writer gave to paths."""
    found = HEADING.search(file.text)
    heading = title_of(found[2]) if found else ""
    number = named.get(file.path)
    if number is None:
        number = chapter_number(heading)
    if number is None and (name := _FILE_NAME.match(file.path.rpartition("/")[2])):
        number = int(name[1])
    return ChapterFile(file.path, number, heading, file.digest)


def heading_above(document: str, offset: int) -> str | None:
    """The nearest heading above ``offset`` that carries a chapter number, else the first of the text.

    It is looked for backwards, so that the work does not grow with the text further above.
    """
    place = document.rfind("#", 0, offset + 1)
    while place >= 0:
        begin = document.rfind("\n", 0, place) + 1
        found = HEADING.match(document, begin)
        if found and chapter_number(found[2]) is not None:
            return title_of(found[2])
        place = document.rfind("#", 0, begin)
    first = HEADING.search(document, 0, FIRST_HEADING_WITHIN)
    return title_of(first[2]) if first else None


def scene_of_line(text: str, line: int) -> int:
    """The scene, from 1, that a line of a chapter belongs to; headings do not end scenes here."""
    above = "\n".join(text.split("\n")[: line - 1])
    return 1 + sum(not found[0].lstrip().startswith("#") for found in SCENE_BREAK.finditer(above))


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
