"""Whether a sentence takes the place of a known statement, contradicts a fact, or lasts: a small transformer that reads it beside other texts.

The first six layers of multilingual-e5-small (Wang et al., arXiv 2402.05672; its licence stands in ``pair_encoder.LICENSE.txt``), trained
further by ``benchmarks/train_pair_encoder.py``. Plain numpy; 20 MB on disk, mapped into memory; 10 MB of its own, 15 ms a pair on one thread.
"""

from __future__ import annotations

import math
import os
import struct
import threading
import zipfile
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from underdraft_plugins.extractors.pieces import Pieces

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

WEIGHTS = Path(__file__).with_name("pair_encoder.npz")
"""Matrices in 8 bits with a scale a row, vectors of pieces in 4 bits with a scale for each 32 numbers."""

SAID, KNOWN, BEFORE = 56, 72, 16
"""Maximum number of pieces of the sentence, of the known statement and of the sentence before."""

LAYERS, HEADS = 6, 12
WIDE = "words.scale"
"""What is left in the file until a piece is asked for, as are the vectors that it belongs to."""

AT_ONCE = 16
"""How many rows are read together: each takes 0.2 MB meanwhile."""

REMEMBERED = 256
"""Texts whose pieces are kept: the same statements are known in the next message."""

Beside = tuple[str, str, str]
"""A sentence, the statement that it is compared with, and what stands before the sentence."""


@cache
def pair_encoder() -> PairEncoder:
    """The encoder, loaded once a process (0.03 s)."""
    return PairEncoder(WEIGHTS)


class PairEncoder:
    """A transformer encoder (Devlin et al., arXiv 1810.04805) that compares a sentence with a statement."""

    def __init__(self, file: Path) -> None:
        import numpy as np
        from threadpoolctl import ThreadpoolController

        kept = _mapped(file)
        pieces = kept.pop("pieces").tobytes().decode().split("\n")
        self._pieces = Pieces(pieces, kept.pop("worth").tolist())
        self._cut = lru_cache(maxsize=REMEMBERED)(self._pieces.cut)
        self._held: dict[str, Array] = {
            name: array.astype(np.float32) if array.dtype == np.float16 and name != WIDE else array
            for name, array in kept.items()
        }
        self._threads = ThreadpoolController()
        self._calling = threading.Lock()  # several at a time take as long together, and each of them longer
        if hasattr(os, "register_at_fork"):  # its holder is not in the child
            os.register_at_fork(after_in_child=lambda: setattr(self, "_calling", threading.Lock()))

    def replaces(self, rows: Sequence[Beside]) -> list[float]:
        """How likely each sentence takes the place of the known statement beside it, or of a part of it, 0 to 1."""
        return _chances(self._scores(rows, "pair"))

    def contradicts(self, rows: Sequence[Beside]) -> list[float]:
        """How likely each sentence of the narration contradicts the fact beside it, 0 to 1."""
        return _chances(self._scores(rows, "contradicts"))

    def acts_when_dead(self, rows: Sequence[Beside]) -> list[float]:
        """How likely each sentence tells that somebody acts, of whom the text beside it says that they are dead, 0 to 1."""
        return _chances(self._scores(rows, "acts"))

    def between(self, rows: Sequence[Beside]) -> Array:
        """Say what each sentence is, beside it the ones before and after it, as logarithms of odds.

        A column each: whether the writer wants it known next month, it is an instruction for good, about the writer, a preference.
        """
        return self._scores(rows, "lasts", "standing", "writer", "preference")

    def vectors(self, rows: Sequence[Beside]) -> Array:
        """What the heads read, a row a row."""
        import numpy as np

        numbers, found = [self._numbers(row) for row in rows], [np.zeros((0, len(self._held["both"])))]
        for first in range(0, len(rows), AT_ONCE):
            with self._calling, self._threads.limit(limits=1, user_api="blas"):
                found.append(self._normal(self._joined(numbers[first : first + AT_ONCE]), "both"))
        return np.concatenate(found)

    def _scores(self, rows: Sequence[Beside], *tasks: str) -> Array:
        """A row a row, a column a task."""
        import numpy as np

        weights = np.stack([self._held[task] for task in tasks], axis=1)
        found: Array = self.vectors(rows) @ weights + np.concatenate(
            [self._held[f"{task}.bias"] for task in tasks]
        )
        return found

    def _numbers(self, row: Beside) -> list[int]:
        """The pieces of a row."""
        cut = (self._cut(text)[:most] for text, most in zip(row, (SAID, KNOWN, BEFORE), strict=True))
        own, first, second = ([piece.number for piece in part] for part in cut)
        end = [self._pieces.end]
        return [self._pieces.begin, *own, *end, *end, *first, *end, *end, *second, *end]

    def _joined(self, rows: Sequence[Sequence[int]]) -> Array:
        """Each row's vector: the last layer's for the first piece, and the mean of all pieces."""
        import numpy as np

        ends = np.cumsum([0, *map(len, rows)]).tolist()
        places = np.concatenate([self._held["places"][: len(row)] for row in rows])
        x = self._normal(self._vectors([number for row in rows for number in row]) + places, "first")
        for n in range(LAYERS):
            parts = [self._linear(x, f"{n}.{name}") for name in "qkv"]
            seen = np.concatenate([_attention(*(part[a:b] for part in parts)) for a, b in pairwise(ends)])
            x = self._normal(x + self._linear(seen, f"{n}.ao"), f"{n}.aln")
            wide = _activated(self._linear(x, f"{n}.fi"))
            x = self._normal(x + self._linear(wide, f"{n}.fo"), f"{n}.oln")
        return np.stack([np.concatenate([x[a], x[a:b].mean(axis=0)]) for a, b in pairwise(ends)])

    def _vectors(self, numbers: Sequence[int]) -> Array:
        """The pieces' vectors, out of 4 bits a number."""
        import numpy as np

        halves = self._held["words"][numbers].reshape(len(numbers), -1, 16)
        found = np.concatenate([halves & 15, halves >> 4], axis=2).astype(np.float32) - 8
        scaled: Array = found * self._held[WIDE][numbers].astype(np.float32)[:, :, None]
        return scaled.reshape(len(numbers), -1)

    def _linear(self, x: Array, name: str) -> Array:
        held = self._held
        found: Array = x @ held[name].T.astype(x.dtype) * held[f"{name}.scale"][:, 0] + held[f"{name}.bias"]
        return found

    def _normal(self, x: Array, name: str) -> Array:
        """Layer normalisation (Ba et al., arXiv 1607.06450)."""
        centred = x - x.mean(axis=-1, keepdims=True)
        spread = (centred**2).mean(axis=-1, keepdims=True)
        found: Array = centred / (spread + 1e-12) ** 0.5 * self._held[name] + self._held[f"{name}.bias"]
        return found


def _mapped(file: Path) -> dict[str, Array]:
    """The arrays of an ``.npz`` file that is not compressed, where they lie in it: all processes share its pages."""
    import numpy as np

    found, header = {}, np.lib.format.read_array_header_1_0
    with zipfile.ZipFile(file) as held, file.open("rb") as opened:
        whole = mmap(opened.fileno(), 0, access=ACCESS_READ)
        for entry in held.infolist():
            # The lengths of the local header's name and extra field stand behind 26 bytes of it; the array comes after both.
            opened.seek(entry.header_offset + 26)
            opened.seek(sum(struct.unpack("<HH", opened.read(4))), os.SEEK_CUR)
            np.lib.format.read_magic(opened)
            shape, by_column, dtype = header(opened)
            found[entry.filename.removesuffix(".npy")] = np.ndarray(
                shape, dtype, whole, opened.tell(), order="F" if by_column else "C"
            )
    return found


def _chances(scores: Array) -> list[float]:
    import numpy as np

    found: list[float] = (1 / (1 + np.exp(-scores[:, 0]))).tolist()
    return found


def _activated(x: Array) -> Array:
    """GELU in its form with a hyperbolic tangent (Hendrycks and Gimpel, arXiv 1606.08415), in place, as ``x`` times a logistic function."""
    import numpy as np

    inner = x * x
    inner += 1 / 0.044715
    inner *= x
    inner *= -2 * math.sqrt(2 / math.pi) * 0.044715
    with np.errstate(over="ignore"):  # far below 0 it is 0
        np.exp(inner, out=inner)
    inner += 1
    x /= inner
    return x


def _attention(asked: Array, asking: Array, given: Array) -> Array:
    """What the pieces of one row see of each other."""
    import numpy as np

    pieces, size = asked.shape[0], asked.shape[1] // HEADS
    a, b, c = (part.reshape(pieces, HEADS, size).swapaxes(0, 1) for part in (asked, asking, given))
    alike = a @ b.swapaxes(1, 2) / math.sqrt(size)
    share = np.exp(alike - alike.max(axis=2, keepdims=True))
    found: Array = ((share / share.sum(axis=2, keepdims=True)) @ c).swapaxes(0, 1).reshape(asked.shape)
    return found
