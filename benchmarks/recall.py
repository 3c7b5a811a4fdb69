"""Recall quality: recall@5 by meaning, by words and by the fixed order, on labelled pairs, side by side.

``recall_pairs.jsonl`` holds queries as a writer would put them, each with the one memory that answers
it. All memories of both languages stand in one store, so each is a distractor for all others. Run:
``python benchmarks/recall.py``.
"""

from __future__ import annotations

import hashlib
import json
import statistics
import tempfile
import time
from itertools import count
from pathlib import Path

from sqlalchemy import select

from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import fulltext
from underdraft.memory.items.recall import LEAST_SIMILARITY
from underdraft.memory.items.service import MemoryService
from underdraft.types.memory import InjectionItem
from underdraft_plugins.embedders import local_embedder

PAIRS = Path(__file__).with_name("recall_pairs.jsonl")
TOP = 5


def main() -> None:
    pairs = [json.loads(line) for line in PAIRS.read_text("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        database = Database(
            Path(folder) / "u.db",
            clock=lambda: "2026-01-01T00:00:00.000Z",
            new_id=map(scattered, count()).__next__,
        )
        service = MemoryService(database, find_embedder=local_embedder, linger_seconds=0.0, cap_tokens=10**9)
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
    ways = {"semantic": by_meaning, "lexical": by_words, "deterministic": in_fixed_order}
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
    spread(service, pairs)


def by_meaning(service: MemoryService, query: str) -> list[str]:
    return [item.id for item in service.preview_injection(None, None, query).items]


def by_words(service: MemoryService, query: str) -> list[str]:
    with service.database.read() as connection:
        found = fulltext.search(connection, "memory_item", query, allowed=select(MEMORY_ITEM.c.id), limit=TOP)
    return [item_id for item_id, _ in found]


def in_fixed_order(service: MemoryService, _query: str) -> list[str]:
    return [item.id for item in service.preview_injection(None).items]


def spread(service: MemoryService, pairs: list[dict[str, str]]) -> None:
    """Similarity of right and wrong memories, to place the least similarity by."""
    right: list[float] = []
    wrong: list[float] = []
    for pair in pairs:
        for item in service.preview_injection(None, None, pair["query"]).items:
            (right if item.id == pair["id"] else wrong).append(score(item))
    print(
        f"\nsimilarity   median right {statistics.median(right):.2f}, median wrong {statistics.median(wrong):.2f}"
    )
    for least in (0.1, LEAST_SIMILARITY, 0.2, 0.25, 0.3):
        kept = sum(s >= least for s in right) / len(right)
        noise = sum(s >= least for s in wrong) / len(wrong)
        mark = " <- in use" if least == LEAST_SIMILARITY else ""
        print(f"least {least:.2f}: {kept:.2f} of the right pass, {noise:.2f} of the wrong{mark}")


def score(item: InjectionItem) -> float:
    found = item.reason.get("score")
    return float(found) if isinstance(found, int | float) else 0.0


if __name__ == "__main__":
    main()
