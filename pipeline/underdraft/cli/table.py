"""Tables that fit the screen: aligned columns, the last one wrapped; where that is too little, small paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

GAP = "  "
LEAST_LAST = 24
"""Fewest columns of a last cell that is wrapped beside the others; narrower, it goes below them."""
INDENT = "    "


def cell_len(text: str) -> int:
    """How wide a text is on a terminal: a Chinese character takes two columns."""
    from rich import cells  # late: --help needs no table

    return cells.cell_len(text)


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
    from rich import cells

    if width is None or cell_len(text) <= width:
        return [text]
    lines = [""]
    for piece in re.findall(r"\s*[^\s\u2e80-\uffef]+|\s*[\u2e80-\uffef]", text):
        if cell_len(lines[-1] + piece) <= width:
            lines[-1] += piece
            continue
        word = piece.lstrip()
        parts = [word] if cell_len(word) <= width else cells.chop_cells(word, width)
        lines += parts if lines != [""] else []
        lines = lines if lines != [""] else parts
    return lines
