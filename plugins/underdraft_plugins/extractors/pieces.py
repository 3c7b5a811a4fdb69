"""Texts cut into the pieces of words that :mod:`pair_encoder` knows."""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Sequence

import attrs

MARK = "▁"
"""Stands for a space."""

LONGEST = 16
"""Maximum length of a piece, in code points."""

BEGIN, END, UNKNOWN = "<s>", "</s>", "<unk>"


@attrs.frozen
class WordPiece:
    """A piece by its number, and where in the text it stands, in code points."""

    number: int
    start: int
    stop: int


class Pieces:
    """A vocabulary that cuts a text into its likeliest pieces (Kudo, arXiv 1804.10959); ``worth`` is the log-probability of each."""

    def __init__(self, pieces: Sequence[str], worth: Sequence[float]) -> None:
        self.begin, self.end, self._unknown = (pieces.index(name) for name in (BEGIN, END, UNKNOWN))
        self._known = {piece: n for n, piece in enumerate(pieces)}
        self._worth = array("d", worth)
        self._rare = min(worth) - 10

    def cut(self, text: str) -> list[WordPiece]:
        """Cut a text, its marks and widths made alike (NFKC)."""
        plain, places = _made_alike(text)
        best = [(0.0, 0, 0)]
        for stop in range(1, len(plain) + 1):
            ends = [(best[stop - 1][0] + self._rare, stop - 1, self._unknown)]
            ends += [
                (best[start][0] + self._worth[known], start, known)
                for start in range(max(0, stop - LONGEST), stop)
                if (known := self._known.get(plain[start:stop])) is not None
            ]
            best.append(max(ends))
        found, stop = [], len(plain)
        while stop:
            _, start, number = best[stop]
            first = start + (plain[start] == MARK and start + 1 < stop)
            found.append(WordPiece(number, places[first], places[stop - 1] + 1))
            stop = start
        return found[::-1]


def _made_alike(text: str) -> tuple[str, list[int]]:
    """The text as it is cut, with a mark before it and for white space, and of which code point each is."""
    found, places = [MARK], [0]
    for place, one in enumerate(text):
        for code_point in unicodedata.normalize("NFKC", one):
            plain = MARK if code_point.isspace() else code_point
            if plain != MARK or found[-1] != MARK:
                found.append(plain)
                places.append(place)
    if len(found) > 1 and found[-1] == MARK:
        found.pop()
    return "".join(found), places
