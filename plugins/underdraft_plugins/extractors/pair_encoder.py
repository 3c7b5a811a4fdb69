"""Whether a sentence takes the place of a known statement: a small transformer that reads both side by side.

The first six layers of multilingual-e5-small (Wang et al., arXiv 2402.05672; its licence stands in ``pair_encoder.LICENSE.txt``), trained
further by ``benchmarks/train_pair_encoder.py``. Plain numpy; 20 MB on disk, 60 MB in memory, 25 ms a pair on one thread.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Sequence
from functools import cache, lru_cache
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
REMEMBERED = 256
"""Texts whose pieces are kept: the same statements are known in the next message."""


@cache
def pair_encoder() -> PairEncoder:
    """The encoder, loaded once a process (0.1 s)."""
    return PairEncoder(WEIGHTS)


class PairEncoder:
    """A transformer encoder (Devlin et al., arXiv 1810.04805) that says how likely one sentence takes the place of another."""

    def __init__(self, file: Path) -> None:
        import numpy as np
        from threadpoolctl import ThreadpoolController

        with np.load(file) as held:
            kept = {name: held[name] for name in held.files}
        pieces = kept.pop("pieces").tobytes().decode().split("\n")
        self._pieces = Pieces(pieces, kept.pop("worth").tolist())
        self._cut = lru_cache(maxsize=REMEMBERED)(self._pieces.cut)
        self._words, self._word_scales = kept.pop("words"), kept.pop("words.scale")
        scales = {name: kept.pop(name) for name in list(kept) if name.endswith(".scale")}
        self._held = {name: array.astype(np.float32) for name, array in kept.items()}
        for name, scale in scales.items():
            self._held[name.removesuffix(".scale")] *= scale.astype(np.float32)
        self._threads = ThreadpoolController()
        self._calling = threading.Lock()  # several at a time take as long together, and each of them longer
        if hasattr(os, "register_at_fork"):  # its holder is not in the child
            os.register_at_fork(after_in_child=lambda: setattr(self, "_calling", threading.Lock()))

    def replaces(self, said: str, known: str, before: str = "") -> float:
        """How likely a sentence takes the place of a known statement, or of a part of it, 0 to 1; ``before`` is the sentence before."""
        parts = self._cut(said)[:SAID], self._cut(known)[:KNOWN], self._cut(before)[:BEFORE]
        own, theirs, earlier = ([piece.number for piece in part] for part in parts)
        end = [self._pieces.end]
        row = [self._pieces.begin, *own, *end, *end, *theirs, *end, *end, *earlier, *end]
        with self._calling, self._threads.limit(limits=1, user_api="blas"):
            joined = _joined(self._states(row))
            score = float(self._normal(joined, "both") @ self._held["pair"] + self._held["pair.bias"][0])
        return 1 / (1 + math.exp(-score))

    def _states(self, row: Sequence[int]) -> Array:
        """What the last layer holds of each piece."""
        import numpy as np

        x = self._normal(self._vectors(row) + self._held["places"][: len(row)], "first")
        size = x.shape[1] // HEADS
        for n in range(LAYERS):
            asked, asking, given = (
                self._linear(x, f"{n}.{name}").reshape(len(row), HEADS, size).swapaxes(0, 1) for name in "qkv"
            )
            alike = asked @ asking.swapaxes(1, 2) / math.sqrt(size)
            share = np.exp(alike - alike.max(axis=2, keepdims=True))
            seen = (share / share.sum(axis=2, keepdims=True)) @ given
            out = self._linear(seen.swapaxes(0, 1).reshape(x.shape), f"{n}.ao")
            x = self._normal(x + out, f"{n}.aln")
            wide = self._linear(x, f"{n}.fi")
            wide *= 0.5 + 0.5 * np.tanh(math.sqrt(2 / math.pi) * (wide + 0.044715 * wide**3))
            x = self._normal(x + self._linear(wide, f"{n}.fo"), f"{n}.oln")
        return x

    def _vectors(self, row: Sequence[int]) -> Array:
        """The pieces' vectors, out of 4 bits a number."""
        import numpy as np

        halves = self._words[row].reshape(len(row), -1, 16)
        numbers = np.concatenate([halves & 15, halves >> 4], axis=2).astype(np.float32) - 8
        found: Array = (numbers * self._word_scales[row].astype(np.float32)[:, :, None]).reshape(len(row), -1)
        return found

    def _linear(self, x: Array, name: str) -> Array:
        found: Array = x @ self._held[name].T + self._held[f"{name}.bias"]
        return found

    def _normal(self, x: Array, name: str) -> Array:
        """Layer normalisation (Ba et al., arXiv 1607.06450)."""
        centred = x - x.mean(axis=-1, keepdims=True)
        spread = (centred**2).mean(axis=-1, keepdims=True)
        found: Array = centred / (spread + 1e-12) ** 0.5 * self._held[name] + self._held[f"{name}.bias"]
        return found


def _joined(x: Array) -> Array:
    import numpy as np

    return np.concatenate([x[0], x.mean(axis=0)])
