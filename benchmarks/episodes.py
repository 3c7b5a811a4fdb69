"""How long recording and recalling past runs takes at full budgets, while another process writes.

Run ``python benchmarks/episodes.py`` (some 3 minutes), ``--quick`` for a smaller store and fewer rounds,
``--scales 1,2,5,10`` for the curve beyond the budget. Every figure is measured here. The contract wants a
p95 under 150 ms for recording and 220 ms for a query; the targets in the table are the project's own.
``cpu`` is the processor time of the calling thread, which a busy machine does not change.

The store holds 8 projects with 1,000 active and 5,000 compressed episodes each (times the scale for the
first project), every row with a vector of the real embedder's size: texts of a pool are embedded for
real, and each row's vector is one of them with a little noise, so that no two are equal.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import statistics
import sys
import tempfile
import time
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from underdraft.memory.episodes.service import EpisodeService

SCENES = ("dialogue", "action", "description", "psychology", "other")
SKILLS = ("continue", "polish", "rewrite")
PLACES = ["码头", "灯塔", "盐仓", "客栈", "渡船", "黑礁湾", "海图室", "医馆", "钟楼", "后巷"]
PEOPLE = ["沈砚", "何三桅", "顾怀瑾", "陆衡", "季崇山", "七婆", "黑尔小姐", "小徒弟"]
DEEDS = ["争执", "追逐", "沉默", "试探", "告别", "回忆", "搏斗", "等待", "撒谎", "认错"]
TONES = ["克制一些", "节奏更快", "少用形容词", "对白短促", "多写天气", "留白", "加一点幽默", "压低情绪"]


def sentence(rng: random.Random) -> str:
    """A request as a writer might make it."""
    return (
        f"{rng.choice(PEOPLE)}和{rng.choice(PEOPLE)}在{rng.choice(PLACES)}{rng.choice(DEEDS)}，"
        f"要{rng.choice(TONES)}，{rng.choice(TONES)}，第{rng.randint(1, 400)}段"
    )


def stamp(age_days: float) -> str:
    """A time so many days ago."""
    then = datetime.now(UTC) - timedelta(days=age_days)
    return then.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def now() -> str:
    """The time."""
    return stamp(0)


def new_id() -> str:
    """A fresh id."""
    return str(uuid.uuid4())


def open_service(path: Path, *, embedder: str, scale: int = 1, busy_ms: int = 5_000) -> EpisodeService:
    """The service over the store, with the real embedder or none."""
    from underdraft.memory.db.database import Database
    from underdraft.memory.episodes.limits import EpisodeLimits
    from underdraft.memory.episodes.service import EpisodeService
    from underdraft.memory.index.embedding import EmbedderSlot
    from underdraft_plugins.embedders.local import underdraft_embedder

    slot = EmbedderSlot(lambda: None if embedder == "none" else underdraft_embedder(name=embedder))
    database = Database(path, clock=now, new_id=new_id, busy_timeout_ms=busy_ms)
    limits = EpisodeLimits(active=1_000 * scale, compressed=5_000 * scale)
    return EpisodeService(database, slot=slot, limits=limits)


def fill(path: Path, sizes: dict[str, tuple[int, int]], pool: list[str], vectors: Any, model: str) -> None:
    """Write full projects, each row with texts, index entry and vector."""
    import numpy as np

    from underdraft.memory.db.schema.episodes import EPISODE
    from underdraft.memory.db.schema.recall import EMBEDDING
    from underdraft.memory.episodes.episode import content_of
    from underdraft.memory.episodes.rows import FIELDS
    from underdraft.text.clean import sha256
    from underdraft.types.episodes import Episode

    service = open_service(path, embedder="none")
    rng = random.Random(7)
    noise = np.random.default_rng(7)
    number = 0
    for project, (active, compressed) in sizes.items():
        rows, marks = [], []
        for place in range(active + compressed):
            number += 1
            small = place < compressed
            chosen = rng.randrange(len(pool))
            age = 180 * (1 - place / (active + compressed))
            episode = Episode(
                id=f"{project}-{place}",
                project_id=project,
                scene_type=rng.choice(SCENES),
                skill_used=rng.choice(SKILLS),
                selected_index=0,
                edit_distance=rng.random(),
                importance=round(rng.random(), 3),
                compressed=small,
                created_at=stamp(age * 0.9),
                updated_at=stamp(age * 0.9),
                input_context=None if small else f"{pool[chosen]} {number}" + "，夜里的风很大" * 40,
                final_text=None if small else pool[chosen] * 30,
                summary={"asked": pool[chosen]} if small else None,
            )
            content = f"{pool[chosen]} {number}" if small else content_of(episode)
            row = {name: getattr(episode, name) for name in FIELDS}
            row |= {"content": content, "content_hash": sha256(content), "used_seq": place + 1}
            row["summary"] = json.dumps(episode.summary, ensure_ascii=False) if episode.summary else None
            rows.append(row)
            vector = vectors[chosen] + noise.normal(0, 0.02, vectors.shape[1]).astype("<f4")
            vector = (vector / np.linalg.norm(vector)).astype("<f2")
            marks.append(
                {
                    "model": model,
                    "dimension": len(vector),
                    "content_hash": row["content_hash"],
                    "vector": vector.tobytes(),
                }
            )
        with service.database.write() as connection:
            for start in range(0, len(rows), 2_000):
                part = slice(start, start + 2_000)
                connection.execute(EPISODE.insert(), rows[part])
                connection.execute(EMBEDDING.insert().prefix_with("OR IGNORE"), marks[part])
    service.database.place.checkpoint()
    service.close()
    service.database.close()


def embed_pool(texts: list[str]) -> tuple[Any, str]:
    """Real vectors of the pool, and the model's name."""
    import numpy as np

    from underdraft_plugins.embedders.local import underdraft_embedder

    embedder = underdraft_embedder(name="local")
    assert embedder is not None
    rows = [row for start in range(0, len(texts), 64) for row in embedder.embed(texts[start : start + 64])]
    table = np.asarray(rows, dtype="<f4")
    return table / np.linalg.norm(table, axis=1, keepdims=True), embedder.name


def other_process(path: str, stop: Any, pause_seconds: float) -> None:
    """Write to the same store until told to stop."""
    service = open_service(Path(path), embedder="none")
    rng = random.Random(99)
    while not stop.is_set():
        service.record(episode_for("p7", rng))[1].result(30)
        time.sleep(pause_seconds)
    service.close()


def episode_for(project: str, rng: random.Random) -> Any:
    """A new episode of a project."""
    from underdraft.types.episodes import Episode

    return Episode(
        id=new_id(),
        project_id=project,
        scene_type=rng.choice(SCENES),
        skill_used=rng.choice(SKILLS),
        selected_index=0,
        candidate_count=2,
        edit_distance=round(rng.random(), 3),
        created_at=now(),
        input_context=sentence(rng) + "，夜里的风很大" * 20,
        final_text="“走吧。”他说。灯灭了。" * 30,
    )


def timed(rounds: int, call: Callable[[int], object]) -> list[float]:
    """Milliseconds of each call; the list is followed by the mean processor time of the caller's thread."""
    found = []
    busy = time.thread_time()
    for number in range(rounds):
        begin = time.perf_counter()
        call(number)
        found.append((time.perf_counter() - begin) * 1000)
    return [*found, (time.thread_time() - busy) * 1000 / rounds]


def row(name: str, times: list[float], target_ms: float | None = None) -> None:
    """Print one line of the table."""
    *times, busy = times
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    verdict = (
        "" if target_ms is None else f"  target {target_ms:g}: {'ok' if cuts[94] < target_ms else 'MISSED'}"
    )
    print(
        f"{name:<58}{cuts[49]:>9.2f}{cuts[94]:>9.2f}{cuts[98]:>9.2f}{max(times):>9.2f}{busy:>9.2f}{verdict}"
    )


def measure(path: Path, *, rounds: int, scale: int, label: str, embed: bool) -> None:
    """All lines for one store, warm."""
    rng = random.Random(1)
    plain = open_service(path, embedder="none", scale=scale)
    plain.recall("p0", counted=True)
    row(f"{label} record, accepted", timed(rounds, lambda _: plain.record(episode_for("p0", rng))), 5)
    plain.flush(60)
    row(
        f"{label} record, in the store",
        timed(rounds, lambda _: plain.record(episode_for("p0", rng))[1].result(30)),
        20,
    )
    row(
        f"{label} query, no text",
        timed(rounds, lambda _: plain.recall("p0", scene_type=rng.choice(SCENES), counted=True)),
        5,
    )
    row(
        f"{label} query, by words (no embedder)",
        timed(
            rounds,
            lambda _: plain.recall("p0", scene_type=rng.choice(SCENES), query=sentence(rng), counted=True),
        ),
    )
    plain.close()
    plain.database.close()
    if not embed:
        return
    service = open_service(path, embedder="local", scale=scale)
    slot = service.slot
    assert slot is not None
    slot.embed_query("先把模型装进来", wait_ms=60_000)
    service.recall("p0", query="先把模型装进来", counted=True)
    service.flush(120)
    asked = [sentence(rng) for _ in range(rounds)]
    modes: list[str] = []
    embedding: list[float] = []
    embedder = slot.load()
    own_embed = embedder.embed

    def timed_embed(texts: Sequence[str]) -> Sequence[Sequence[float]]:
        begin = time.perf_counter()
        try:
            return own_embed(texts)
        finally:
            embedding.append((time.perf_counter() - begin) * 1000)

    def ask(number: int, scene: str | None) -> None:
        modes.append(service.recall("p0", scene_type=scene, query=asked[number], counted=True).mode)

    embedder.embed = timed_embed  # type: ignore[method-assign]
    taken = timed(rounds, lambda n: ask(n, SCENES[n % 5]))
    embedder.embed = own_embed  # type: ignore[method-assign]
    row(f"{label} query, real embedder, new texts", taken)
    if len(embedding) == rounds:  # nothing else was embedded meanwhile
        *times, _ = taken
        row(f"{label}     of it the embedder", [*embedding, 0.0])
        rest = [whole - own for whole, own in zip(times, embedding, strict=True)]
        row(f"{label}     of it the rest", [*rest, 0.0], 5)
    print(f"{'':<58}answered by meaning: {modes.count('semantic')} of {len(modes)}")
    recent = asked[-100:]
    for text in recent:
        slot.embed_query(text, wait_ms=30_000)
    row(
        f"{label} query, cached vectors",
        timed(
            rounds,
            lambda n: service.recall(
                "p0", scene_type=SCENES[n % 5], query=recent[n % len(recent)], counted=True
            ),
        ),
        5,
    )
    row(
        f"{label} query, cached vectors, all scenes",
        timed(rounds, lambda n: service.recall("p0", query=recent[n % len(recent)], counted=True)),
    )
    service.close()
    service.database.close()


def cold(path: str, answer: Any) -> None:
    """First record and first query of a fresh process, embedder not loaded; milliseconds."""
    begin = time.perf_counter()
    service = open_service(Path(path), embedder="local")
    first_query = service.recall(
        "p0", scene_type="dialogue", query="他们在码头等人，写得克制一些", counted=True
    )
    asked = time.perf_counter()
    service.record(episode_for("p0", random.Random(3)))[1].result(30)
    done = time.perf_counter()
    answer.put(((asked - begin) * 1000, (done - asked) * 1000, first_query.mode))
    service.close()


def with_writer(path: Path, work: Callable[[], None], *, pause_seconds: float) -> None:
    """Do the work while another process writes."""
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    writer = context.Process(target=other_process, args=(str(path), stop, pause_seconds))
    writer.start()
    time.sleep(2)
    try:
        work()
    finally:
        stop.set()
        writer.join(30)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one tenth of the budgets, fewer rounds")
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--scales", default="1,2,5,10", help="budgets of the first project, in multiples")
    parser.add_argument("--keep", type=Path, help="make the store here and leave it")
    options = parser.parse_args()
    rounds = 60 if options.quick else options.rounds
    part = 10 if options.quick else 1
    rng = random.Random(5)
    pool = sorted({sentence(rng) for _ in range(300 if options.quick else 1_200)})
    begin = time.perf_counter()
    vectors, model = embed_pool(pool)
    print(
        f"{len(pool)} texts embedded with {model} in {time.perf_counter() - begin:.1f} s; Python {sys.version.split()[0]}"
    )
    folder = options.keep or Path(tempfile.mkdtemp(prefix="underdraft-bench-"))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "full.db"
    fill(path, {f"p{n}": (1_000 // part, 5_000 // part) for n in range(8)}, pool, vectors, model)
    print(
        f"store: 8 projects, {path.stat().st_size / 1e6:.0f} MB, built in {time.perf_counter() - begin:.1f} s\n"
    )
    print(f"{'milliseconds':<58}{'p50':>9}{'p95':>9}{'p99':>9}{'max':>9}{'cpu':>9}")
    measure(path, rounds=rounds, scale=1, label="alone:", embed=True)
    with_writer(
        path,
        lambda: measure(path, rounds=rounds, scale=1, label="beside a writer:", embed=True),
        pause_seconds=0.02,
    )
    context = multiprocessing.get_context("spawn")
    for _ in range(3):
        answer = context.Queue()
        process = context.Process(target=cold, args=(str(path), answer))
        process.start()
        query_ms, record_ms, mode = answer.get(timeout=120)
        process.join()
        print(
            f"cold process: first query {query_ms:.0f} ms ({mode}, with opening the store), first record {record_ms:.0f} ms"
        )
    for scale in [int(s) for s in options.scales.split(",") if int(s) > 1]:
        large = folder / f"x{scale}.db"
        fill(large, {"p0": (1_000 * scale // part, 5_000 * scale // part)}, pool, vectors, model)
        measure(large, rounds=max(30, rounds // 4), scale=scale, label=f"{scale}x the budget:", embed=True)
    if options.keep is None:
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()


if __name__ == "__main__":
    main()
