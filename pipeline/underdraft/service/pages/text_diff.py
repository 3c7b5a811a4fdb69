"""Two texts side by side, word by word; a Chinese character is a word."""

from __future__ import annotations

from itertools import groupby
from typing import Literal

import attrs
import regex
from rapidfuzz.distance import Indel

_WORD = regex.compile(r"\p{Han}|\w+|\s+|[^\w\s]")

LONGEST = 20_000
"""Words of a text up to which single words are compared; a longer one is shown as a whole."""


@attrs.frozen
class DiffPiece:
    """A stretch of text that is in both, or only in the one before or after."""

    kind: Literal["same", "gone", "new"]
    text: str


def diff_pieces(before: str, after: str) -> list[DiffPiece]:
    """What went and what came, in the order of reading."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    if max(len(old), len(new)) > LONGEST:
        return [DiffPiece("gone", before), DiffPiece("new", after)]
    pieces: list[DiffPiece] = []
    changes = groupby(Indel.opcodes(old, new), key=lambda code: code.tag == "equal")
    for same, group in changes:
        codes = list(group)
        gone = "".join(word for code in codes for word in old[code.src_start : code.src_end])
        came = "".join(word for code in codes for word in new[code.dest_start : code.dest_end])
        if same:
            pieces.append(DiffPiece("same", gone))
            continue
        pieces += [DiffPiece("gone", gone)] if gone else []
        pieces += [DiffPiece("new", came)] if came else []
    return pieces
