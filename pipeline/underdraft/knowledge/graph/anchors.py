"""Evidence by its words: found again after edits above it, also where the sentence itself was touched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from underdraft.knowledge.graph.model import Candidate, Evidence
from underdraft.types.files import ProjectFiles, read_or_none

AROUND = 40
"""So many code points on each side tell a quote from its like."""

LONGEST = 300
"""Code points of a quote; of a longer sentence the beginning is quoted."""

QUOTES = 3
"""Maximum quotes of one proposal."""

ALIKE = 70.0
"""How alike an edited sentence must be, 0 to 100 (rapidfuzz's ratio), to be taken for the quoted one."""

STANDS = 100.0
"""How well the words around a place must fit, 0 to 200, before no edited sentence is looked for beside it."""


QuotePlace = tuple[int, int, float]
"""Where a quote begins and ends now, and how alike its words are, 0 to 100."""


def anchor(path: str, text: str, start: int, end: int) -> Evidence:
    """Evidence for a piece of a file's text, by its words and by what stands around them on its line."""
    end = min(end, start + LONGEST)
    begin = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    before = text[max(begin, start - AROUND) : start]
    after = text[end : min(stop if stop >= 0 else len(text), end + AROUND)]
    words = (_spaced(part) for part in (text[start:end], before, after))
    return Evidence(path, 0, 0, *words)


def proposed(kind: str, fact: Mapping[str, Any], refs: Sequence[Evidence]) -> Candidate:
    """A fact with its evidence by its words."""
    words = [attrs.asdict(ref, filter=lambda _, value: bool(value)) for ref in refs[:QUOTES]]
    return kind, {**fact, "ref": words}


def find_quote(text: str, evidence: Evidence) -> QuotePlace | None:
    """Return where the quote stands: of several places, and of sentences that are like it, that with the words around it."""
    quote = _spaced(evidence.quote)
    if not quote:
        return None
    pattern = r"\s+".join(map(re.escape, quote.split(" ")))
    places: list[QuotePlace] = [(*m.span(), 100.0) for m in re.finditer(pattern, text)]
    best = max(places, key=lambda p: (_fits(text, p, evidence), -p[0]), default=None)
    if best and _fits(text, best, evidence) >= STANDS:
        return best
    places += _edited(text, quote)
    return max(places, key=lambda p: (p[2] + _fits(text, p, evidence), -p[0]), default=None)


def located(evidence: Evidence, files: ProjectFiles) -> Evidence | None:
    """Evidence with the lines on which its quote is now; ``None`` where it is lost. Lines are left as they are."""
    if not evidence.quote:
        return evidence
    file = read_or_none(files, evidence.path)
    found = find_quote(file.text, evidence) if file else None
    if file is None or found is None:
        return None
    first, last = (file.text.count("\n", 0, at) + 1 for at in (found[0], max(found[0], found[1] - 1)))
    return attrs.evolve(evidence, first_line=first, last_line=last)


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _edited(text: str, quote: str) -> Iterator[QuotePlace]:
    """In each line the piece that is like the quote, where one is."""
    from rapidfuzz import fuzz

    offset = 0
    for line in text.split("\n"):
        # A line much shorter than the quote is like a part of it, and that says nothing.
        if 2 * len(line.strip()) > len(quote):
            found = fuzz.partial_ratio_alignment(quote, line, score_cutoff=ALIKE)
            if found:
                yield offset + found.dest_start, offset + found.dest_end, found.score
        offset += len(line) + 1


def _fits(text: str, place: QuotePlace, evidence: Evidence) -> float:
    """Return how much of what stood around the quote stands around the place, 0 to 200."""
    from rapidfuzz import fuzz

    before = text[max(0, place[0] - AROUND) : place[0]].rpartition("\n")[2]
    after = text[place[1] : place[1] + AROUND].partition("\n")[0]
    return fuzz.ratio(_spaced(before), evidence.before) + fuzz.ratio(_spaced(after), evidence.after)
