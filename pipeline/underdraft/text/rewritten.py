"""What differs between two texts: rewritten sentences, each beside its new form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import regex

_SENTENCE = regex.compile(
    r".+?(?:(?:[。！？!?…]+|\.+(?=[\s\"”’')]|\Z))[”’」』\"')）]*\s*|\n\s*|\Z)", regex.DOTALL
)


class Rewritten(NamedTuple):
    """Sentences that were replaced, removed (``after`` is empty) or added (``before`` is)."""

    before: str
    after: str


def sentences(text: str) -> list[str]:
    """The sentences of a text, each with the white space behind it; joined they are the text."""
    return _SENTENCE.findall(text)


def rewritten(before: str, after: str) -> list[Rewritten]:
    """The sentences of two texts that differ, in order; those that stand side by side are one passage."""
    old, new = sentences(before), sentences(after)
    ranges = differing([s.strip() for s in old], [s.strip() for s in new])
    return [Rewritten("".join(old[a:b]), "".join(new[c:d])) for a, b, c, d in ranges]


def differing(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """The ranges in which two lists differ (Levenshtein), beginning and end in each; side by side they are one."""
    from rapidfuzz.distance import Levenshtein

    found: list[tuple[int, int, int, int]] = []
    for step in Levenshtein.opcodes(old, new):
        if step.tag != "equal":
            together = bool(found) and found[-1][1] == step.src_start and found[-1][3] == step.dest_start
            start = found.pop()[::2] if together else (step.src_start, step.dest_start)
            found.append((start[0], step.src_end, start[1], step.dest_end))
    return found
