"""A vocabulary of which a process unpacks only what its texts need."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from zlib import crc32

import numpy as np

GROUPS = 8192
"""So many parts that each has some thirty pieces of a vocabulary of 250,000."""

MOST = 2048
"""Groups that are unpacked at a time: 9 MB."""


class PackedVocabulary:
    """Numbers of pieces of words; a lookup unpacks the pieces that begin alike, which stay until there are too many.

    As a dictionary the local embedder's 250,000 take 35 MB and 0.1 s. Packed they lie in one array, which
    :func:`underdraft.user_cached` maps. Lookups of several threads must take turns.
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        groups: list[dict[str, int]] = [{} for _ in range(GROUPS)]
        for piece, number in numbers.items():
            groups[_group_of(piece)][piece] = number
        packed = [pickle.dumps(group) for group in groups]
        self._packed = np.frombuffer(b"".join(packed), np.uint8)
        self._ends = np.cumsum([0, *map(len, packed)])
        self._known: dict[str, int] = {}
        self._left = bytearray(b"\1") * GROUPS

    def get(self, piece: str) -> int | None:
        """Return the piece's number; ``None`` where the vocabulary has no such piece."""
        found = self._known.get(piece)
        if found is None and self._left[group := _group_of(piece)]:
            if self._left.count(0) >= MOST:
                self._known, self._left = {}, bytearray(b"\1") * GROUPS
            begin, end = self._ends[group : group + 2]
            self._known |= pickle.loads(self._packed[begin:end].data)  # noqa: S301 - out of the user's cache
            self._left[group] = 0
            found = self._known.get(piece)
        return found


def _group_of(piece: str) -> int:
    return crc32(piece[:3].encode("utf-8", "replace")) % GROUPS
