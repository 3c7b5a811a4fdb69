"""Which parts of a message are the speaker's own words, and which are material: pasted, quoted or recited.

A fence, a block quote, a table, what stands between two rules, and a line of injected memories are
material by their marks. A passage without marks is one because nothing in it talks to anybody: a line of
several sentences without a word of the trade ("this paragraph", 这段, "could you"), beside other lines
that have some, after a colon that introduces it, or alone and long. Where both readings are possible a
part is taken for material: what is not learned can be said again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from underdraft.text.language import HAN, word_alternatives, word_pattern

LONG_QUOTE = 0.75
"""Weight from which a quotation inside a sentence is cut out: shorter ones are names and examples."""

INTRODUCED_QUOTE = 0.4
"""The same after a colon."""

PASSAGE = 1.6
"""Weight from which a line without a word to anybody is a passage, beside lines that have some."""

LONG_PASSAGE = 2.5
"""The same for a line that may be talking to somebody ("you", 你)."""

LONE_PASSAGE = 3.2
"""The same for a line that is the whole message."""

_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
_RULE = re.compile(r"^\s*([-*_=])\s*(?:\1\s*){2,}$")
_SOURCE = word_alternatives("reading.material.source")
_FOREIGN_LINE = re.compile(
    r"^\s*(?:>|\|)|\bref:|^\s*#{1,6}\s|^\s*\[\d\]"
    rf"|[（(](?:{_SOURCE})[:：]|^\s*[-*]\s.*(?:{_SOURCE})[:：]",
    re.IGNORECASE,
)
"""A block quote, a table, a line of the injected memories, a reference, a heading of a prompt."""

_STOPS = re.compile(r"[。！？!?…]+|[.]+(?=[\s\"”’']|$)")
_COLON = re.compile(r"[:：]\s*(?=[“「『\"'‘\w])")
_OPENING = "“「『\"‘'"
_SINGLE = r"(?<![^\W_])['‘](?=\w)(?:[^'’\n]|(?<=\w)['’](?=\w))*['’](?![^\W_])"
_QUOTE = re.compile(
    "|".join(
        [
            *(rf"{a}[^{b}\n]*(?:{b}|$)" for a, b in (("“", "”"), ("「", "」"), ("『", "』"), ('"', '"'))),
            _SINGLE,
        ]
    ),
    re.MULTILINE,
)
"""A quotation; a double mark that is never closed quotes the rest of the line."""

_SPEECH = re.compile(
    "|".join(
        rf"{a}(?:[^{b}\n]{{13,}}|[^{b}\n]*[。！？!?；;…，,][^{b}\n]*)(?:{b}|$)|{a}[^{b}\n]*$"
        for a, b in (("“", "”"), ("‘", "’"), ("「", "」"), ("『", "』"), ('"', '"'))
    ),
    re.MULTILINE,
)

_TALK = word_pattern("reading.material.talks", "[？?]{2}")
"""Words of somebody who talks about a text to an assistant."""

_MAY_TALK = word_pattern(
    "reading.material.may_talk", word_alternatives("reading.material.talks"), r"[？?]{2}|[？?]\s*$"
)
"""Words that may be such, or stand in a story."""

_SHOWS = word_pattern("reading.material.shows")
"""In front of a colon: what follows may be a text that is shown."""

_SHEET = word_pattern("reading.material.sheet")
"""Calls what is pasted the writer's own notes."""

_SHOWS_A_LETTER = re.compile(
    rf"(?:{word_alternatives('reading.material.letter')})[^:：]{{0,20}}[:：]\s*$", re.IGNORECASE
)
_LETTERS = word_alternatives("reading.material.list_letters")
_LABEL = re.compile(
    rf"^\s*(?:(?:\(?(?:[a-d]|{_LETTERS})\)|(?:[A-D]|{_LETTERS})[:：.、])\s*\S.{{8}}|[\w·]{{1,6}}[:：].*[。！？!?…][”\"]?\s*$)"
)
"""Versions to choose from, or lines of a script; a list of characters has no stops."""


@attrs.frozen
class _Block:
    """A line, or a part of one that a colon introduces, with what its reading needs."""

    start: int
    text: str
    talks: bool
    may_talk: bool
    weight: float
    quoted: float
    opens: bool
    sentences: int

    @property
    def introduces(self) -> bool:
        return self.text.rstrip().endswith((":", "："))


def own_parts(text: str) -> list[tuple[int, int]]:
    """Half-open ranges of the text that are the speaker's own, in order; none crosses a line."""
    blocks = [_block_of(text, start, stop) for start, stop in _lines(text)]
    return [
        part
        for block, material in zip(blocks, _materials(blocks), strict=True)
        if not material
        for part in _without_quotations(text, block.start, block.start + len(block.text))
    ]


def own_words(text: str) -> str:
    """The speaker's own words, a line for each part."""
    return "\n".join(text[start:stop].strip() for start, stop in own_parts(text))


def own_sheet(text: str) -> str:
    """The pasted part of a message that calls it the writer's own notes (style sheet, characters); else empty."""
    if not _SHEET.search(own_words(text)):
        return ""
    edges = [0, *(edge for part in own_parts(text) for edge in part), len(text)]
    between = zip(edges[::2], edges[1::2], strict=True)
    return "\n".join(part for start, stop in between if (part := text[start:stop].strip()))


def unquoted(text: str) -> str:
    """The text without quotations that are more than a name: longer than one, or with a stop in them."""
    return _SPEECH.sub(" ", text)


def text_weight(text: str) -> float:
    """Return how much text it is, in sentences of a common length (25 characters of Chinese, 16 words)."""
    return len(re.findall(f"[{HAN}]", text)) / 25 + len(re.findall(r"[A-Za-z']+", text)) / 16


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of the lines without marks of material, cut where a colon introduces a passage."""
    lines = text.split("\n")
    rules = [n for n, line in enumerate(lines) if _RULE.match(line)]
    fence, start = "", 0
    for n, line in enumerate(lines):
        begin, start = start, start + len(line) + 1
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence):
                fence = ""
            continue
        if mark:
            fence = mark[1]
            continue
        between = sum(rule < n for rule in rules) % 2 == 1 and rules[-1] > n
        if not line.strip() or n in rules or between or _FOREIGN_LINE.search(line):
            continue
        cut = _introduced(line)
        if cut:
            yield begin, begin + cut
        yield begin + cut, begin + len(line)


def _introduced(line: str) -> int:
    """Return where in the line a passage begins that a colon introduces; 0 if there is none."""
    for colon in _COLON.finditer(line):
        head, tail = line[: colon.end()], line[colon.end() :]
        sentences = len(_STOPS.findall(tail))
        if sentences < 2 or text_weight(tail) < 2 or not _SHOWS.search(head[-40:]):  # noqa: PLR2004 - several sentences
            continue
        letter = _SHOWS_A_LETTER.search(head) and sentences >= 4  # noqa: PLR2004 - a letter may say "you"
        if letter or tail[0] in _OPENING or not _MAY_TALK.search(_QUOTE.sub(" ", tail)):
            return colon.end()
    return 0


def _block_of(text: str, start: int, stop: int) -> _Block:
    line = text[start:stop]
    bare = _QUOTE.sub(" ", line).strip()
    letters = len(re.sub(r"\W", "", line))
    return _Block(
        start=start,
        text=line,
        talks=_TALK.search(bare) is not None,
        may_talk=_MAY_TALK.search(bare) is not None,
        weight=text_weight(line),
        quoted=1 - len(re.sub(r"\W", "", bare)) / letters if letters else 0.0,
        opens=line.lstrip()[:1] in _OPENING,
        sentences=len(_STOPS.findall(line)),
    )


def _materials(blocks: Sequence[_Block]) -> list[bool]:
    """Return which blocks are material: first each for itself, then what stands among such."""
    labels = sum(_is_label(block, blocks) for block in blocks) > 1
    found = [_is_passage(n, blocks, labels=labels) for n in range(len(blocks))]
    for n, block in enumerate(blocks):
        after = n > 0 and found[n - 1]
        before = n + 1 < len(blocks) and found[n + 1]
        among = after and any(found[n + 1 :])
        joins = (block.opens and (after or before)) or (after and not block.may_talk)
        found[n] = found[n] or (not block.talks and (among or joins))
    return found


def _is_label(block: _Block, blocks: Sequence[_Block]) -> bool:
    return len(blocks) > 2 and not block.talks and _LABEL.match(block.text) is not None  # noqa: PLR2004 - a list


def _is_passage(n: int, blocks: Sequence[_Block], *, labels: bool) -> bool:
    block = blocks[n]
    if block.quoted > 0.8 and block.weight >= 0.6:  # noqa: PLR2004 - a quotation, whole
        return True
    if len(blocks) == 1:
        least = LONE_PASSAGE * (1.5 if block.may_talk else 1)
        return not block.talks and block.weight >= least and block.sentences > 3  # noqa: PLR2004
    if n and blocks[n - 1].introduces and block.weight >= 2 and block.sentences > 2:  # noqa: PLR2004
        return True
    if block.talks:
        return False
    long = block.weight >= (LONG_PASSAGE if block.may_talk else PASSAGE) and block.sentences > 1
    speech = block.opens and block.quoted > 0.25  # noqa: PLR2004 - speech with its verb
    shown = n > 0 and blocks[n - 1].introduces and block.weight >= 0.7  # noqa: PLR2004 - more than an item of a list
    return long or speech or shown or (labels and _is_label(block, blocks))


def _without_quotations(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    place = start
    for quote in _QUOTE.finditer(text, start, stop):
        introduced = text[start : quote.start()].rstrip().endswith((":", "："))
        if text_weight(quote.group()) >= (INTRODUCED_QUOTE if introduced else LONG_QUOTE):
            if text[place : quote.start()].strip():
                yield place, quote.start()
            place = quote.end()
    if text[place:stop].strip():
        yield place, stop
