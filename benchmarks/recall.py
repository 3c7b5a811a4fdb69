"""Recall quality: recall@5 as layer 4 has it, by meaning, by words and by the fixed order, on labelled pairs.

``recall_pairs.jsonl`` holds queries as a writer would put them, each with the one memory that answers
it. All memories of both languages stand in one store, so each is a distractor for all others. Run:
``python benchmarks/recall.py [NAME]``, with an embedder of ``_embedders.py``.
"""

from __future__ import annotations

import hashlib
import json
import statistics
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from _embedders import EMBEDDERS

from underdraft.memory.db.database import Database
from underdraft.memory.notes.service import MemoryService
from underdraft_plugins.embedders.local import local_embedder

PAIRS = Path(__file__).with_name("recall_pairs.jsonl")
TOP = 5
UNCAPPED = 10**9


def main(name: str = "local") -> None:
    pairs = [json.loads(line) for line in PAIRS.read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        database = Database(
            Path(folder) / "u.db",
            clock=lambda: "2026-01-01T00:00:00.000Z",
            new_id=map(scattered, count()).__next__,
        )
        service = MemoryService(
            database,
            find_embedder=EMBEDDERS[name],
            find_encoder=local_embedder,
            linger_seconds=0.0,
        )
        for pair in pairs:
            pair["id"] = service.items.create(type="fact", scope="global", content=pair["memory"]).id
        assert service.indexer.wait(120)
        report(service, pairs)
        service.close()
        database.close()


def scattered(number: int) -> str:
    """Ids whose order has nothing to do with the labels, and is the same each time."""
    return hashlib.sha256(str(number).encode()).hexdigest()


def report(service: MemoryService, pairs: list[dict[str, str]]) -> None:
    ways = {"recall": by_both, "semantic": by_meaning, "lexical": by_words, "deterministic": in_fixed_order}
    print(f"{len(pairs)} memories; recall@{TOP} (recall@1), median ms a query")
    print(f"{'':10}" + "".join(f"{name:>24}" for name in ways))
    for language in ("zh", "en"):
        own = [pair for pair in pairs if pair["language"] == language]
        cells = []
        for find in ways.values():
            ranks, times = [], []
            for pair in own:
                begin = time.perf_counter()
                found = find(service, pair["query"])
                times.append(1000 * (time.perf_counter() - begin))
                ranks.append(found.index(pair["id"]) if pair["id"] in found else len(pairs))
            top = sum(rank < TOP for rank in ranks) / len(own)
            first = sum(rank == 0 for rank in ranks) / len(own)
            cells.append(f"{top:.2f} ({first:.2f}) {statistics.median(times):6.1f} ms")
        print(f"{language} ({len(own):3}) " + "".join(f"{cell:>24}" for cell in cells))


def by_both(service: MemoryService, query: str) -> list[str]:
    return [item.id for item in service.recall(None, query).items]


def by_meaning(service: MemoryService, query: str) -> list[str]:
    return [item.id for item in service.preview_injection(None, None, query, cap_tokens=UNCAPPED).items]


def by_words(service: MemoryService, query: str) -> list[str]:
    return [item.id for item in service.by_words(None, query, TOP)]


def in_fixed_order(service: MemoryService, _query: str) -> list[str]:
    return [item.id for item in service.preview_injection(None, cap_tokens=UNCAPPED).items]


if __name__ == "__main__":
    main(*sys.argv[1:])
