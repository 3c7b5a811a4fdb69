"""Two texts as one, with what went and what came, word by word; a Chinese character is a word."""

from __future__ import annotations

from typing import Literal

from underdraft.learning.edits.alignment import Alignment, Change
from underdraft.types.values import frozen


@frozen
class DiffPiece:
    """A stretch of text that is in both, or only in the one before or after."""

    kind: Literal["same", "gone", "new"]
    text: str


def diff_pieces(before: str, after: str) -> list[DiffPiece]:
    """List the removed and the new pieces, in the order of reading; texts too long to be aligned are replaced as a whole."""
    aligned = Alignment(before, after)
    changes = _joined(aligned.changes, before) if aligned.possible else [Change(before, after, 0, 0)]
    pieces: list[DiffPiece] = []
    place = 0
    for change in changes:
        pieces.append(DiffPiece("same", before[place : change.old_start]))
        pieces += [DiffPiece("gone", change.old), DiffPiece("new", change.new)]
        place = change.old_end
    pieces.append(DiffPiece("same", before[place:]))
    return [piece for piece in pieces if piece.text]


def _joined(changes: list[Change], before: str) -> list[Change]:
    """The changes, joined where what is the same between two is shorter than either: nobody reads such crumbs."""
    joined: list[Change] = []
    for change in changes:
        last = joined[-1] if joined else change
        between = before[last.old_end : change.old_start]
        if joined and len(between) < min(_size(last), _size(change)):
            old, new = f"{last.old}{between}{change.old}", f"{last.new}{between}{change.new}"
            joined[-1] = Change(old, new, last.old_start, last.new_start)
        else:
            joined.append(change)
    return joined


def _size(change: Change) -> int:
    return max(len(change.old), len(change.new))
