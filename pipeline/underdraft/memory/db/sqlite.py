"""SQLite under SQLAlchemy: which driver, what each connection sets, what its errors mean."""

from __future__ import annotations

import importlib
import os
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import Dialect, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.util import LRUCache

from underdraft.boundary.forks import opening

PAGE_BYTES = 1_024
"""Bytes of a page of a new file: a run touches some sixty, most of them for one row (``benchmarks/growth.py``)."""

CACHE_KB = 1_024, 16_000
"""Least and most kilobytes of a file that a connection holds, else a quarter of it: of a writer with 1,000 memories 1 MB."""

RETRY_SECONDS = 0.005
"""Pause between two tries to switch a fresh file to WAL; SQLite does not wait by itself there."""

STEPS = 20_000_000
"""Limit of instructions of SQLite's machine for reading any file that may be a stranger's, some tenths of a second."""

STEPS_A_BYTE = 100
"""Limit of further instructions for each byte of the file."""

STEPS_AT_ONCE = 10_000
"""Instructions between two looks at the limit."""

COMPILED_MAXIMUM = 1_000
"""Statements that a process holds compiled, for all of its stores."""

_compiled: LRUCache[Any, Any] = LRUCache(COMPILED_MAXIMUM)
_dialects: dict[str, Dialect] = {}
"""The dialect of all stores by driver, whose statements are compiled once: for each store anew they took 0.4 MB."""

REASONS = {
    "SQLITE_BUSY": ("locked", "the store is locked by another process"),
    "SQLITE_LOCKED": ("locked", "the store is locked by another connection"),
    "SQLITE_READONLY": ("read_only", "the store is read-only"),
    "SQLITE_PERM": ("read_only", "the store may not be opened for writing"),
    "SQLITE_FULL": ("disk_full", "the disk is full"),
    "SQLITE_CORRUPT": ("corrupt", "the store's file is damaged"),
    "SQLITE_NOTADB": ("corrupt", "the store's file is not a database"),
    "SQLITE_ERROR": ("corrupt", "the store's tables are not as Underdraft made them"),
    "SQLITE_MISMATCH": ("corrupt", "the store's tables are not as Underdraft made them"),
    "SQLITE_CANTOPEN": ("cannot_open", "the store's file cannot be opened"),
    "SQLITE_IOERR": (
        "io_error",
        "the store's file could not be read or written (disk full, or a size limit)",
    ),
    "SQLITE_INTERRUPT": ("corrupt", "reading the file takes longer than its size allows"),
    "SQLITE_TOOBIG": ("too_big", "a text is too large for the store"),
    "SQLITE_CONSTRAINT": ("constraint", "the store refused a row that breaks a rule of the schema"),
}
"""Reason and sentence for each primary result code of SQLite."""


def driver() -> ModuleType:
    """The one SQLite module of this process.

    ``pysqlite3`` where it can be imported (it can load extensions), else the standard library's.
    """
    try:
        return importlib.import_module("pysqlite3")
    except ImportError:
        return importlib.import_module("sqlite3")


def make_engine(path: Path, *, busy_timeout_ms: int, opened: dict[int, Any] | None = None) -> Engine:
    """An engine for the file at ``path``; connections may pass between threads, one user at a time.

    ``opened`` holds the driver's connections while they are open.

    A transaction begins deferred; under the execution option ``immediate=True`` it takes the write lock
    first, for which it waits ``wait_ms``, under ``bare=True`` there is none (for ``VACUUM`` and checkpoints).
    """
    live = {} if opened is None else opened
    module = driver()

    def connect() -> Any:
        with opening:
            connection = module.connect(
                os.fspath(path.absolute()), check_same_thread=False, timeout=busy_timeout_ms / 1000
            )
            live[id(connection)] = connection
        try:
            _tell(connection, path, busy_timeout_ms)
        except BaseException:
            live.pop(id(connection)).close()
            raise
        return connection

    engine = create_engine(
        URL.create("sqlite", database=os.fspath(path)),
        module=module,
        creator=connect,
        execution_options={"compiled_cache": _compiled},
        pool_size=4,
        max_overflow=60,
        pool_use_lifo=True,  # the one used last has its pages and statements at hand
    )

    engine.dialect = _dialects.get(module.__name__, engine.dialect)

    @event.listens_for(engine, "connect")
    def keep_dialect(_connection: Any, _record: object) -> None:
        _dialects.setdefault(module.__name__, engine.dialect)  # it has seen a connection now

    @event.listens_for(engine, "close")
    def forget(connection: Any, _record: object) -> None:
        live.pop(id(connection), None)

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        options = connection.get_execution_options()
        if options.get("bare"):
            return
        link: Any = connection.connection.driver_connection
        wait_ms = options.get("wait_ms", busy_timeout_ms)
        if connection.info.get("wait_ms", busy_timeout_ms) != wait_ms:
            link.execute(f"PRAGMA busy_timeout = {wait_ms}").close()
            connection.info["wait_ms"] = wait_ms
        link.execute("BEGIN IMMEDIATE" if options.get("immediate") else "BEGIN").close()

    return engine


def _tell(connection: Any, path: Path, busy_timeout_ms: int) -> None:
    """Set what holds for a connection."""
    connection.isolation_level = None  # the driver's own transaction handling begins too late
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.execute("PRAGMA synchronous = FULL")
    size = path.stat().st_size if path.exists() else 0
    least, most = CACHE_KB
    cursor.execute(f"PRAGMA cache_size = -{min(max(size // 4_096, least), most)}")
    enter_wal(cursor, busy_timeout_ms)
    cursor.close()


def break_off(connection: Any, path: Path) -> None:
    """Interrupt a statement that takes more steps than reading the whole file."""
    left = (STEPS + STEPS_A_BYTE * path.stat().st_size) // STEPS_AT_ONCE

    def count() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(count, STEPS_AT_ONCE)


def enter_wal(cursor: Any, busy_timeout_ms: int) -> None:
    """Switch the file to write-ahead logging, unless that is so or the file is read-only."""
    deadline = time.monotonic() + busy_timeout_ms / 1000
    while True:
        try:
            if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                cursor.execute("PRAGMA journal_mode = WAL").fetchone()
        except driver().OperationalError as error:
            name = getattr(error, "sqlite_errorname", "")
            if name.startswith("SQLITE_READONLY"):
                return
            if not name.startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                raise
            time.sleep(RETRY_SECONDS)
        else:
            return


def reason_of(error: BaseException | None) -> tuple[str, str]:
    """Reason and sentence for a driver's error."""
    name = getattr(error, "sqlite_errorname", "")
    if "decode to UTF-8" in str(error):  # the driver's own: it has no code
        name = "SQLITE_CORRUPT"
    primary = "_".join(name.split("_")[:2])
    return REASONS.get(primary, ("unknown", "the database reported an error"))
