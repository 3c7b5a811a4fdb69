"""Where sentences, lines and characters end, judged from a bounded window.

Sentences of Latin text are found by sentencex (abbreviations, decimals, initials). No library that was
tried keeps Chinese closing quotes and ``……`` with their sentence throughout, so ``。！？……``, and Latin
marks after a CJK character, follow a rule of this module.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import regex

from underdraft.text.language.scripts import CJK, HAN

Cut = Literal["none", "paragraph", "sentence", "hard_cut"]

MARK = "…"
"""Stands for what a hard cut left out, on the side away from the selection."""

REACH = 256
"""Code points read beyond a cut to judge it: longer clusters or runs of end marks do not occur in prose."""

_BLOCK = 2048
"""Sentences are looked for block by block, at fixed offsets, so that breaks do not move with the limit."""

_FLAG_REACH = 4096
"""Code points read back in a run of flags, which pair off from the run's start; even."""

_FLAG_LETTERS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
_NEWLINES = "\n\r\u2028\u2029"
_CJK = CJK + "\u3000-\u303f\uff00-\uffef"
_CLOSERS = r"”’」』）】〕〗〙〛］｝｠｣»›)\]}"
_QUOTES = "\"'" + _CLOSERS.replace("\\", "")
_NO_BREAK_BEFORE = r"，、；：,;:—–…～~"

_CLUSTER = regex.compile(r"\X")
_CJK_END = regex.compile(
    rf"""(?:[。！？｡︒]|…{{2}}|(?<=[{_CJK}”’])(?:[!?…]|\.{{3,}}|\.(?![.A-Za-z0-9])))
    (?:[。！？｡︒!?…]|\.{{3,}})*+
    [{_CLOSERS}]*+(?P<quote>["'])?+(?P<more>[{_CLOSERS}]*+)
    (?P<end>)\s*+(?P<next>)(?![{_NO_BREAK_BEFORE}{_CLOSERS}])""",
    regex.VERBOSE,
)
_LATIN_MARK = regex.compile(rf"""[^\s{_CJK}][.!?…]["'{_CLOSERS}]*+(?:\s|[{_CJK}])""")
_LATIN_END = regex.compile(rf"""[^\s{_CJK}.!?…][.!?…]++["'{_CLOSERS}]*+""")
_PLAIN_PAIR = regex.compile(rf"[\n{HAN}\x20-\x7e\u3000-\u3029\uff01-\uff5e]{{2}}")
"""Two characters that never make one cluster (Unicode 16, annex 29: neither extends nor joins)."""
_SURROGATE = regex.compile(r"[\ud800-\udfff]")


def inside_cluster(document: str, offset: int) -> bool:
    """Whether ``offset`` falls inside a grapheme cluster, so that a cut there would break a character.

    The ends of the document are never inside one. Only the text shortly before the offset is read: in a run
    of more than 2,000 flag emoji the answer may be off by half a flag.
    """
    if not 0 < offset < len(document) or _PLAIN_PAIR.match(document, offset - 1):
        return False
    return not any(True for _ in clusters(document, offset, offset + 1))


def _first_newline(text: str) -> int:
    found = [place for place in map(text.find, _NEWLINES) if place >= 0]
    return min(found, default=len(text))


def _last_newline(text: str) -> int:
    return max(map(text.rfind, _NEWLINES))


def text_end(document: str, low: int, at: int) -> int:
    """The end of the text before ``at``, without blank lines; ``low`` when there is no text."""
    text = document[low:at].rstrip()
    blank = document[low + len(text) : at]
    return low + len(text) if not text or _last_newline(blank) >= 0 else at


def text_start(document: str, at: int, high: int) -> int:
    """The start of the first line with text from ``at``, its indent included; ``high`` when there is none."""
    blank = high - at - len(document[at:high].lstrip())
    return high if at + blank == high else at + _last_newline(document[at : at + blank]) + 1


def first_line(document: str, floor: int, edge: int) -> int:
    """The first line with text that starts at ``floor`` or later; ``edge`` when there is none."""
    start = floor
    if floor > 0:
        start = floor + _first_newline(document[floor - 1 : edge])
    return text_start(document, start, edge) if start < edge else edge


def last_line(document: str, edge: int, ceiling: int) -> int:
    """The end of the last line with text that ends at ``ceiling`` or before; ``edge`` when there is none."""
    end = ceiling
    if ceiling < len(document):
        end = edge + max(0, _last_newline(document[edge : ceiling + 1]))
    return edge + len(document[edge:end].rstrip())


def first_sentence(document: str, floor: int, inner: int) -> int:
    """The first sentence start from ``floor`` in the line that ends at ``inner``, which is the fallback."""
    low = max(0, floor - _BLOCK - REACH)
    low += _last_newline(document[low:floor]) + 1
    for block in range(floor // _BLOCK, inner // _BLOCK + 1):
        for _, start in _breaks(document, block, low, inner):
            if floor <= start < inner and not inside_cluster(document, start):
                return start
    return inner


def last_sentence(document: str, inner: int, ceiling: int) -> int:
    """The last sentence end up to ``ceiling`` in the line that starts at ``inner``, which is the fallback."""
    high = ceiling + _first_newline(document[ceiling : ceiling + _BLOCK + REACH])
    for block in range(ceiling // _BLOCK, inner // _BLOCK - 1, -1):
        for end, _ in reversed(_breaks(document, block, inner, high)):
            if inner < end <= ceiling and not inside_cluster(document, end):
                return end
    return inner


def _breaks(document: str, block: int, low: int, high: int) -> list[tuple[int, int]]:
    """Pairs (end of a sentence, start of the next) whose end is in a block, judged within low..high."""
    first, last = block * _BLOCK, (block + 1) * _BLOCK
    low, high = max(low, first - REACH), min(high, last + REACH)
    text = document[low:high]
    pairs = list(_cjk_breaks(text))
    for start, end in pairwise([0, *(start for _, start in pairs), len(text)]):
        pairs += [(start + stop, start + following) for stop, following in _latin_breaks(text[start:end])]
    return sorted((low + end, low + start) for end, start in pairs if first <= low + end < last)


def _cjk_breaks(text: str) -> Iterator[tuple[int, int]]:
    for match in _CJK_END.finditer(text):
        end, start = match.start("end"), match.start("next")
        quote = match.group("quote")
        if quote and text.count(quote, 0, match.start("quote")) % 2 == 0:
            end = start = match.start("quote")  # a straight quote that opens the next sentence
        if start < len(text):
            yield end, start


def _latin_breaks(text: str) -> Iterator[tuple[int, int]]:
    if not _LATIN_MARK.search(text):
        return
    from sentencex import get_sentence_boundaries  # type: ignore[import-untyped]

    for boundary in get_sentence_boundaries("en", _SURROGATE.sub("\ufffd", text)):
        start = boundary["end_index"]
        end = len(text[:start].rstrip())
        stem = text[:end].rstrip(_QUOTES).rstrip(".!?…")
        if start < len(text) and stem and _LATIN_END.fullmatch(text, len(stem) - 1, end):
            yield end, start


def clusters(document: str, low: int, high: int) -> Iterator[int]:
    """The offsets in low..high (exclusive) at which a grapheme cluster starts, in order."""
    for block in range(low, high, REACH):
        begin, stop = max(0, block - REACH), min(block + REACH, high)
        if document[begin] in _FLAG_LETTERS:
            run = document[max(0, begin - _FLAG_REACH) : begin]
            begin -= (len(run) - len(run.rstrip(_FLAG_LETTERS))) % 2
        for match in _CLUSTER.finditer(document[begin:stop]):
            if begin + match.start() >= block:
                yield begin + match.start()


def last_cluster(document: str, low: int, high: int) -> int:
    """The last offset in low..high (inclusive) between two clusters; ``low`` when there is none."""
    for block in range(high, low, -REACH):
        found = list(clusters(document, max(low, block - REACH) + 1, block + 1))
        if found:
            return found[-1]
    return low
