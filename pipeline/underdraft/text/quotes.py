"""Which parts of a message are somebody else's words: quotations, block quotes, code fences, lists of memories."""

from __future__ import annotations

import re
from collections.abc import Iterator

SHORT_QUOTE = 12
"""Code points up to which a quotation without a stop may be a mere name: 主角叫“林远”."""

_PAIRS = (("“", "”"), ("‘", "’"), ("「", "」"), ("『", "』"), ('"', '"'))
_STOP = re.compile(r"[。！？!?；;…，,]")
_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
_FOREIGN_LINE = re.compile(
    r"^\s*(?:>|\|)|（来源：|\bref:|^\s*#{1,6}\s|^\s*\[\d\]|^\s*[-*]\s.*(?:来源|source)[:：]", re.IGNORECASE
)
"""A block quote, a table, a line of the injected memories, a reference, a heading of a prompt."""


def own_lines(text: str) -> Iterator[str]:
    """The lines that are the speaker's own, in order."""
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence):
                fence = ""
            continue
        if mark:
            fence = mark[1]
        elif line.strip() and not _FOREIGN_LINE.search(line):
            yield line.strip()


def quoted_spans(line: str) -> list[tuple[int, int]]:
    """Half-open ranges of what is quoted and more than a name; a mark never closed quotes all the rest."""
    spans: list[tuple[int, int]] = []
    for opening, closing in _PAIRS:
        place = line.find(opening)
        while place >= 0:
            end = line.find(closing, place + 1)
            stop = len(line) if end < 0 else end + 1
            inside = line[place + 1 : stop - 1 if end >= 0 else stop]
            if end < 0 or len(inside) > SHORT_QUOTE or _STOP.search(inside):
                spans.append((place, stop))
            place = line.find(opening, stop)
    return sorted(spans)
