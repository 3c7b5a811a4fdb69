"""Text that fits the screen: wrapped sentences and help, and tables of aligned columns.

Where a table is too wide, its last column is wrapped; where that is too little, its rows become small paragraphs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

GAP = "  "
LEAST_LAST = 24
"""Fewest columns of a last cell that is wrapped beside the others; narrower, it goes below them."""
INDENT = "    "
_WIDE = "\u1100-\u115f\u2e80-\uffef\U0001f000-\U0003fffd"
_CLOSING = "，。、；：？！）】」』》〉”’…"
_PIECE = rf"\s*[^\s{_WIDE}]+|\s*[{_WIDE}][{_CLOSING}]?"


def cell_len(text: str) -> int:
    """Return how wide a text is on a terminal: a Chinese character takes two columns, an accent of its own none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def lay_out(
    headers: Sequence[str] | None, rows: Sequence[Sequence[str]], right: Sequence[int], width: int | None
) -> Iterator[str]:
    """The lines of a table; columns of ``right`` (from 0) stand at the right, without a width lines have any length."""
    lines = [*([headers] if headers else []), *rows]
    if not lines:
        return
    widths = [max(cell_len(line[i]) for line in lines) for i in range(len(lines[0]))]
    before = sum(widths[:-1]) + len(GAP) * (len(widths) - 1)
    left = None if width is None else width - before
    if left is not None and left < min(widths[-1], LEAST_LAST):
        for line in lines:
            yield from _paragraph(line, width or 0)
        return
    for line in lines:
        cells = [_padded(cell, widths[i], right=i in right) for i, cell in enumerate(line[:-1])]
        last = line[-1]
        shown = [_padded(last, widths[-1], right=True)] if len(line) - 1 in right else wrapped(last, left)
        yield GAP.join([*cells, shown[0]]).rstrip()
        yield from (" " * before + more for more in shown[1:])


def _padded(cell: str, width: int, *, right: bool) -> str:
    space = " " * (width - cell_len(cell))
    return space + cell if right else cell + space


def _paragraph(line: Sequence[str], width: int) -> Iterator[str]:
    """A row on lines of its own: the short cells one after the other, the last one indented below."""
    yield from wrapped(GAP.join(cell for cell in line[:-1] if cell), width)
    if line[-1]:
        yield from (INDENT + part for part in wrapped(line[-1], width - len(INDENT)))


def wrapped(text: str, width: int | None) -> list[str]:
    """The text in lines of at most ``width`` columns: between words where it can be, else anywhere."""
    if width is None or cell_len(text) <= width:
        return [text]
    lines = [""]
    for piece in re.findall(_PIECE, text):
        if cell_len(lines[-1] + piece) <= width:
            lines[-1] += piece
            continue
        word = piece.lstrip() if lines[-1] else piece
        lines += [""] if lines[-1] else []
        for character in word:
            fits = cell_len(lines[-1] + character) <= width
            lines[-1 if fits else len(lines) :] = [lines[-1] + character if fits else character]
    return lines


def wrap_text(
    text: str,
    width: int = 78,
    initial_indent: str = "",
    subsequent_indent: str = "",
    preserve_paragraphs: bool = False,
) -> str:
    r"""Wrap as click's own function of this name, but count wide characters; below ``\b`` keep lines."""
    done, indent = [], initial_indent
    for block in text.expandtabs().split("\n\n") if preserve_paragraphs else [text]:
        lines = block[2:].split("\n") if block.startswith("\b\n") else [" ".join(block.split("\n"))]
        for line in lines:
            start, *more = wrapped(line, max(width - cell_len(indent), 10))
            done += [indent + start, *(subsequent_indent + part for part in more)]
            indent = subsequent_indent
        done.append("")
    return "\n".join(done[:-1])
