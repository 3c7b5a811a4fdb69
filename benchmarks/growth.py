"""How much a run adds to the store, and what of it is the writer's own text; threads and open files on the way.

``same`` is one request again and again; ``different`` moves through the ten chapters with another selection,
instruction and reply each time. A run's own text is what stands nowhere else: the text around the selection, the
selection, the instruction, the reply. Run ``python benchmarks/growth.py``; a number is how many runs of each (100).
"""

from __future__ import annotations

import shutil
import sqlite3  # noqa: TID251 - reads a copy
import sys
import tempfile
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from _figures import header

import underdraft
from underdraft.testing import FakeModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from underdraft.memory.db.database import Database

NOVEL = Path(__file__).parents[1] / "examples" / "novel"
OPEN_FILES = Path("/proc/self/fd")
RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 100
CHAPTERS = [path.read_text(encoding="utf-8") for path in sorted(NOVEL.glob("chapters/[01]*.md"))]
SELECTED = 120
OWN = ("before", "selection", "after", "task")

SIZES = "SELECT m.tbl_name, sum(s.pgsize) FROM dbstat s JOIN sqlite_master m ON m.name = s.name GROUP BY m.tbl_name"

Request = dict[str, object]


def same(_: int) -> Request:
    """One request."""
    return {"document": CHAPTERS[0], "selection": (300, 300 + SELECTED), "instruction": "把这一段改得更紧。"}


def different(turn: int) -> Request:
    """A place, an instruction of its own."""
    chapter = CHAPTERS[turn * len(CHAPTERS) // (RUNS + 1)]
    start = 97 * turn % (len(chapter) - SELECTED)
    words = f"把第{turn}处改得更紧，留下{turn * 31 % 97}个字里最要紧的那一个。"
    return {"document": chapter, "selection": (start, start + SELECTED), "instruction": words}


def reply(turn: int) -> str:
    """About as long as the selection."""
    return f"第{turn}稿：" + "".join(chr(0x4E00 + (turn * 977 + n * n * 31) % 5000) for n in range(SELECTED))


def sizes(database: Database) -> dict[str, int]:
    """Bytes of every table, with its indexes.

    Asked of a copy: the standard library's SQLite can say it, and must not open a file that another has open.
    """
    database.place.checkpoint()
    copy = shutil.copy(database.place.path, database.place.path.with_suffix(".copy"))
    with closing(sqlite3.connect(copy)) as link:
        return dict(link.execute(SIZES).fetchall())


def measure(name: str, request: Callable[[int], Request], folder: Path) -> None:
    """Print one case."""
    model = FakeModel(*(reply(turn if name == "different" else 0) for turn in range(RUNS + 1)), name="gpt-4o")
    store = folder / f"{name}.db"
    own = 0
    taken: list[float] = []
    with underdraft.Workspace.open(NOVEL, store=store, plugins=[model], model=model.name) as ws:

        def settled() -> dict[str, int]:
            ws.store.episodes.flush()
            ws.store.memory.indexer.wait(60)
            ws.store.conversation.worker.drain(whole=True)
            return sizes(ws.store.database)

        for turn in range(RUNS + 1):
            run = ws.run_sync("polish", **request(turn))  # type: ignore[arg-type]
            if turn == 0:
                before, threads, opened = (
                    settled(),
                    threading.active_count(),
                    len(list(OPEN_FILES.iterdir())),
                )
                continue
            taken.append(run.preview.tokens)
            texts = [c.body for s in run.preview.prompt.sections for c in s.chunks if c.kind in OWN]
            own += sum(len(text.encode()) for text in (*texts, run.text))
        after = settled()
        print(
            f"{name}: {sum(after.values()) / 1024 - sum(before.values()) / 1024:.0f} KB in {RUNS} runs, "
            f"{(sum(after.values()) - sum(before.values())) / RUNS / 1024:.1f} KB a run; "
            f"a run's own text is {own / RUNS / 1024:.1f} KB; "
            f"threads {threads} -> {threading.active_count()}, "
            f"open files {opened} -> {len(list(OPEN_FILES.iterdir()))}"
        )
    for table in sorted(after, key=lambda t: before.get(t, 0) - after[t]):
        if (grown := after[table] - before.get(table, 0)) > RUNS * 40:
            print(f"    {table:14} {grown / RUNS / 1024:5.2f} KB")


def main() -> None:
    """Both cases."""
    header(f"Growth of the store over {RUNS} runs of polish on the sample novel")
    with tempfile.TemporaryDirectory() as folder:
        for request in (same, different):
            measure(request.__name__, request, Path(folder))


if __name__ == "__main__":
    main()
