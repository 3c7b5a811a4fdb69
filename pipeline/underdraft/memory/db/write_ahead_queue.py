"""Writes of one process that the store does not have yet, on disk in a small SQLite file beside it.

Each process has a spool of its own and keeps it locked; one that nobody holds was left behind by a process
that has ended. Adding hands an operation to the operating system, so that it survives the end of the
process; :meth:`Spool.sync` makes it survive a power cut, too.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any, Self

from underdraft.boundary.forks import leave_alone, start_anew
from underdraft.errors import StoreError
from underdraft.memory import log
from underdraft.memory.db.db_errors import translated
from underdraft.memory.db.sqlite import driver
from underdraft.memory.db.sqlite_file import make_file
from underdraft.types.values import frozen

GENERATION = "generation"
"""The key of an entry's generation in its text."""

MARK = ".spool-"
SUFFIX = ".db"

SETUP = (
    "PRAGMA locking_mode = EXCLUSIVE",  # the lock ends with the process, however it ends
    "PRAGMA synchronous = OFF",  # the disk is waited for in sync() only
    "PRAGMA secure_delete = ON",
    "PRAGMA journal_mode = WAL",
    "PRAGMA wal_autocheckpoint = 0",  # what sync() has made safe is never written over before clear()
    "CREATE TABLE IF NOT EXISTS operation (number INTEGER PRIMARY KEY, payload TEXT NOT NULL)",
)


@frozen
class SpoolEntry:
    """An operation, as JSON values, and its number in its spool, from 1; 0 for one that is in no spool.

    ``generation`` is the store's when it was added: one that is older than the store's now is not written.
    """

    number: int
    operation: dict[str, Any]
    generation: int = 0


class Spool:
    """The operations of one process, in order; not safe between threads.

    All methods raise ``StoreError`` when the disk refuses.

    Attributes:
        id: Its name in the store, unique for ever.
        last: Number of the last operation that was added.
    """

    def __init__(self, path: Path, connection: Any) -> None:
        self.path = path
        self.id = path.name.rpartition(MARK)[2].removesuffix(SUFFIX)
        self.last = 0
        self._connection = connection
        start_anew(self)

    def after_fork(self) -> None:
        """It is the parent's: a forked process makes one of its own."""
        leave_alone(self._connection)

    @classmethod
    def create(cls, store: Path, spool_id: str) -> Self:
        """A new spool beside the store, readable by its owner only."""
        path = store.with_name(f"{store.name}{MARK}{spool_id}{SUFFIX}")
        make_file(path)
        return cls(path, connect(path))

    @classmethod
    def adopt(cls, path: Path) -> Self | None:
        """A spool that nobody holds, or ``None``; one that is no database any more is removed."""
        try:
            return cls(path, connect(path))
        except StoreError as error:
            if error.reason == "corrupt":
                log.warning("a spool beside the store is damaged; it is removed")
                remove(path)
            return None

    def add(self, operation: dict[str, Any], generation: int = 0) -> int:
        """Hand an operation to the operating system, whole or not at all; returns its number."""
        payload = json.dumps(operation | {GENERATION: generation}, ensure_ascii=False, separators=(",", ":"))
        with translated("written"):
            self._connection.execute("INSERT INTO operation VALUES (?, ?)", (self.last + 1, payload))
        self.last += 1
        return self.last

    def entries(self) -> list[SpoolEntry]:
        """List the entries in order; a damaged one is left out with a log line."""
        found: list[SpoolEntry] = []
        try:
            with translated("read"):
                rows = self._connection.execute("SELECT number, payload FROM operation ORDER BY number")
                for number, payload in rows:
                    operation = json.loads(payload)
                    found.append(SpoolEntry(number, operation, operation.pop(GENERATION, 0)))
        except (StoreError, ValueError) as error:
            if isinstance(error, StoreError) and error.reason != "corrupt":
                raise
            log.warning("a spool is damaged; what cannot be read is left out")
        return found

    def sync(self) -> None:
        """Make what was added survive a power cut."""
        with translated("written"):
            self._connection.execute("PRAGMA synchronous = FULL")
            try:
                self._connection.execute("PRAGMA wal_checkpoint(FULL)").fetchall()
            finally:
                self._connection.execute("PRAGMA synchronous = OFF")

    def clear(self) -> None:
        """Remove everything, from the log, too; numbers go on."""
        with translated("written"):
            self._connection.execute("DELETE FROM operation")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self, *, empty: bool) -> None:
        """Give the lock back, and remove the file when nothing in it is waiting."""
        if empty:
            with contextlib.suppress(StoreError):
                self.clear()  # a process that has it open finds nothing
        with contextlib.suppress(driver().Error):
            self._connection.close()
        if empty:
            remove(self.path)


def connect(path: Path) -> Any:
    """A connection that alone may use the file, which must exist; ``StoreError`` while somebody else holds it."""
    with translated("opened"):
        connection = driver().connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=0,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            for statement in SETUP:
                connection.execute(statement).fetchall()
        except BaseException:
            connection.close()
            raise
    return connection


def remove(path: Path) -> None:
    """Remove a spool's files, as far as the system lets it."""
    for file in (path, path.with_name(f"{path.name}-wal")):
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)


def left_behind(store: Path) -> list[Path]:
    """All spools beside the store, held or not, in a fixed order; links are none of ours."""
    found = sorted(store.parent.glob(f"{store.name}{MARK}*{SUFFIX}"))
    return [path for path in found if not path.is_symlink() and not Path(f"{path}-wal").is_symlink()]
