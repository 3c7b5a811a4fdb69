"""Speed of the store: p50 and p95 of create, preview and recall at 100, 2,000 and 20,000 memories.

The floor of each is measured in the same run: a bare INSERT through the driver in a file with the same
pragmas for ``create``, a bare SELECT of the same rows for ``preview``. Vectors are random (512 numbers a
memory, saved as the indexer saves them), the query's vector is cached: what is measured is the store.
Run: ``python benchmarks/memory.py [sizes]``.
"""

from __future__ import annotations

import hashlib
import json
import random
import statistics
import sys
import tempfile
import time
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from underdraft.memory.db.database import Database
from underdraft.memory.db.sqlite import driver
from underdraft.memory.index import vectors
from underdraft.memory.index.embedding import Vectors
from underdraft.memory.items.service import MemoryService

if TYPE_CHECKING:
    from collections.abc import Callable

SIZES = (100, 2_000, 20_000)
DIMENSIONS = 512
WORDS = [
    "灯笼",
    "渡口",
    "船夫",
    "雾",
    "煤烟",
    "短句",
    "比喻",
    "视角",
    "对白",
    "掌柜",
    "祖母",
    "栗子",
    "铜镜",
    "怀表",
]


class RandomEmbedder:
    """Gives the same random vector for the same text: it costs nothing, so the store shows."""

    name = "random"
    dimensions = DIMENSIONS

    def embed(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        return [
            np.random.default_rng(int(hashlib.sha256(t.encode()).hexdigest()[:8], 16))
            .normal(size=DIMENSIONS)
            .tolist()
            for t in texts
        ]


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def timed(
    work: Callable[[], object],
    rounds: int,
    clock: Callable[[], float] = time.perf_counter,
    before: Callable[[], object] = int,
) -> str:
    """p50 and p95 of the calls; what comes before each is not timed."""
    times = []
    work()
    for _ in range(rounds):
        before()
        begin = clock()
        work()
        times.append(1000 * (clock() - begin))
    times.sort()
    return f"{statistics.median(times):8.2f} {times[int(0.95 * (len(times) - 1))]:8.2f}"


def main() -> None:
    sizes = tuple(int(a) for a in sys.argv[1:]) or SIZES
    print(f"{'p50 and p95 in ms':34}" + "".join(f"{size:>18,}" for size in sizes))
    rows: dict[str, list[str]] = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            for name, figures in measure(Path(folder), size).items():
                rows.setdefault(name, []).append(figures)
    for name, cells in rows.items():
        print(f"{name:34}" + "".join(f"{cell:>18}" for cell in cells))


def measure(folder: Path, size: int) -> dict[str, str]:
    dice = random.Random(size)
    database = Database(folder / "u.db", clock=now, new_id=lambda: str(uuid.uuid4()))
    embedder = RandomEmbedder()
    service = MemoryService(database, find_embedder=lambda: embedder, linger_seconds=3600)

    def content() -> str:
        return "，".join(dice.choices(WORDS, k=6)) + f"，第{dice.randrange(10**9)}条"

    def create() -> object:
        return service.items.create(
            type=dice.choice(["preference", "fact"]), scope="global", content=content()
        )

    lines = [json.dumps({"content": content(), "type": "fact"}) for _ in range(size)]
    begin = time.perf_counter()
    service.import_lines(lines)
    imported = time.perf_counter() - begin
    begin = time.perf_counter()
    fill(database, embedder)
    filled = time.perf_counter() - begin
    counter = iter(range(10**9))
    service.embedder.embed_query("灯笼铺的掌柜", wait_ms=10_000)
    change = changes_of(service)

    def deterministic() -> object:
        return service.preview_injection(None)

    def semantic() -> object:
        return service.preview_injection(None, None, "灯笼铺的掌柜")

    figures = {
        "import, whole, per memory": f"{1000 * imported / size:8.2f}         ",
        "vectors saved, per memory": f"{1000 * filled / size:8.2f}         ",
        "preview, after a write": timed(deterministic, 60, before=change),
        "  processor time alone": timed(deterministic, 60, time.thread_time, before=change),
        "  again, nothing written since": timed(deterministic, 100),
        "preview, semantic, after a write": timed(semantic, 40, before=change),
        "  semantic again, nothing written": timed(semantic, 40),
        "  floor: bare SELECT of the rows": timed(floor_select(folder), 40),
        "recall, semantic, 5": timed(lambda: service.recall(None, "灯笼铺的掌柜"), 40),
        "recall, by words, 5": timed(lambda: by_words(service, f"灯笼铺的掌柜 {next(counter)}"), 40),
        "settings, read": timed(service.settings.get, 100),
        "create": timed(create, 200),
        "  floor: bare INSERT, same pragmas": timed(floor_insert(folder), 200),
    }
    service.close()
    database.close()
    return figures


def changes_of(service: MemoryService) -> Callable[[], object]:
    """Each call changes one memory."""
    items = service.items.list(limit=100).items
    turn = iter(range(10**9))

    def change() -> object:
        number = next(turn)
        item = items[number % len(items)]
        return service.items.update(item.id, {"content": f"{item.content[:40]} {number}"})

    return change


def fill(database: Database, embedder: RandomEmbedder) -> None:
    while True:
        with database.read() as connection:
            batch = vectors.pending(connection, embedder.name, 500)
        if not batch:
            return
        rows = np.random.default_rng(len(batch)).normal(size=(len(batch), DIMENSIONS)).astype("<f4")
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        made = Vectors(model="random", dimension=DIMENSIONS, blobs=tuple(row.tobytes() for row in rows))
        with database.write() as connection:
            vectors.save(connection, [content_hash for content_hash, _ in batch], made)


def by_words(service: MemoryService, query: str) -> object:
    from sqlalchemy import select

    from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
    from underdraft.memory.index import fulltext
    from underdraft.memory.items.rows import visible

    with service.database.read() as connection:
        allowed = select(MEMORY_ITEM.c.id).where(visible(None))
        return fulltext.search(connection, "memory_item", query, allowed=allowed, limit=5)


def floor_select(folder: Path) -> Callable[[], object]:
    link = driver().connect(folder / "u.db")
    query = "SELECT id, type, scope, content, origin, project_id, document_id, updated_at FROM memory_item"
    return lambda: link.execute(query).fetchall()


def floor_insert(folder: Path) -> Callable[[], object]:
    link = driver().connect(folder / "floor.db", isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
        link.execute(f"PRAGMA {pragma}")
    link.execute("CREATE TABLE item (id TEXT PRIMARY KEY, content TEXT)")
    return lambda: link.execute("INSERT INTO item VALUES (?, ?)", (str(uuid.uuid4()), "灯笼" * 30))


if __name__ == "__main__":
    main()
