"""Vectors held in memory against sqlite-vec's own index and against a scan in the database, side by side.

Prints milliseconds a query at 1,000, 5,000, 10,000 and 100,000 vectors, how long taking them in takes, and how
often the coarse pass with exact rescoring gives the same five as the exact order. The vectors are made in
clusters, as texts of one book are. Before that it prints how often half precision, in which vectors are stored, gives
the same five as single precision: real sentences, the local embedder. Run: ``python benchmarks/vectors.py``
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from _figures import header, percentiles, repeat

from underdraft.memory.db.vector_type import halved, unit_rows
from underdraft.memory.index import nearest
from underdraft.memory.index.embedding import packed
from underdraft.memory.index.nearest import VectorTable
from underdraft_plugins.embedders.local import local_embedder

DIMENSIONS = 512
SIZES = (1_000, 5_000, 10_000, 100_000)
"""5,000 are the compressed episodes of a full project."""
QUERIES = 200
READ_AT_ONCE = 500
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


def in_database(rows: Any, folder: Path) -> tuple[Any, Any]:
    """Two ways to ask sqlite-vec: its index, and a scan of a column of vectors."""
    import pysqlite3
    import sqlite_vec

    base = pysqlite3.connect(str(folder / f"{len(rows)}.db"))
    base.enable_load_extension(True)
    sqlite_vec.load(base)
    base.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, v BLOB)")
    base.execute(
        f"CREATE VIRTUAL TABLE near USING vec0(v float[{DIMENSIONS}] distance_metric=cosine, chunk_size=64)"
    )
    for number, row in enumerate(rows):
        blob = row.tobytes()
        base.execute("INSERT INTO plain VALUES (?, ?)", (number, blob))
        base.execute("INSERT INTO near (rowid, v) VALUES (?, ?)", (number, blob))
    base.commit()

    def index(query: bytes) -> list[int]:
        found = base.execute("SELECT rowid FROM near WHERE v MATCH ? AND k = ?", (query, TOP))
        return [row[0] for row in found]

    def scan(query: bytes) -> list[int]:
        found = base.execute("SELECT id FROM plain ORDER BY vec_distance_cosine(v, ?) LIMIT ?", (query, TOP))
        return [row[0] for row in found]

    return index, scan


def main() -> None:
    """Print the table."""
    header("Nearest five of so many vectors: milliseconds a query")
    compare_precisions()
    print(
        f"{'vectors':>9}{'memory p50':>12}{'p95':>8}{'vec0 p50':>10}{'scan p50':>10}{'reading':>9}{'same five':>11}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            rows, asked = vectors(size, 1), vectors(QUERIES, 2)
            table = VectorTable(DIMENSIONS)
            names, blobs = [str(number) for number in range(size)], [halved(row.tobytes()) for row in rows]
            begin = time.perf_counter()
            for at in range(0, size, READ_AT_ONCE):
                table.put(names[at : at + READ_AT_ONCE], unit_rows(blobs[at : at + READ_AT_ONCE]))
            places = table.places(names)
            reading = (time.perf_counter() - begin) * 1000
            turn = iter(range(10**9))

            def memory(
                table: VectorTable = table, places: Any = places, asked: Any = asked, turn: Any = turn
            ) -> set[int]:
                query = asked[next(turn) % QUERIES].tobytes()
                found, scores = table.nearest(query, places, TOP)
                return set(found[np.argsort(-scores, kind="stable")[:TOP]].tolist())

            rows = unit_rows(blobs)
            exact = [set(np.argsort(-(rows @ query), kind="stable")[:TOP].tolist()) for query in asked]
            same = sum(memory() == wanted for wanted in exact)
            median, high, _ = percentiles(repeat(memory, QUERIES))
            index, scan = in_database(rows, Path(folder))
            few = 10 if size > SIZES[0] else 50
            one = asked[0].tobytes()
            by_index = percentiles(repeat(lambda f=index, q=one: f(q), few, warm=1))[0]
            by_scan = percentiles(repeat(lambda f=scan, q=one: f(q), few, warm=1))[0]
            print(
                f"{size:9,}{median:12.2f}{high:8.2f}{by_index:10.2f}{by_scan:10.2f}{reading:9.0f}"
                f"{same:7} of {QUERIES}"
            )
    if SIZES[-1] > nearest.EXACT_MAXIMUM:
        print(
            f"\nexact up to {nearest.EXACT_MAXIMUM:,}; beyond, {nearest.RESCORED:,} candidates by their signs, rescored"
        )


if __name__ == "__main__":
    main()
