"""Rewritten sentences of a text, each beside its new form."""

from __future__ import annotations

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
    from rapidfuzz.distance import Levenshtein

    old, new = sentences(before), sentences(after)
    found: list[Rewritten] = []
    together = False
    for step in Levenshtein.opcodes([s.strip() for s in old], [s.strip() for s in new]):
        if step.tag != "equal":
            was = "".join(old[step.src_start : step.src_end])
            became = "".join(new[step.dest_start : step.dest_end])
            if together:
                was, became = found[-1].before + was, found.pop().after + became
            found.append(Rewritten(was, became))
        together = step.tag != "equal"
    return found
