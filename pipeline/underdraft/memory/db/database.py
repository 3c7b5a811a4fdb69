"""The store's file, opened: connections, transactions, clean errors, migration when it is due."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from underdraft.errors import StoreError
from underdraft.memory.db.migrate import migrate
from underdraft.memory.db.sqlite import make_engine, translated
from underdraft.memory.db.view import Readings, StoreView, current_view

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


BUSY_TIMEOUT_MS = 5_000
"""How long a read or write waits for another process; a person notices longer, a crowd needs less."""


TURNS = 5
"""How many times as long as for another process a write waits for the others of its own, which take milliseconds."""

_write_locks: dict[str, threading.Lock] = {}
"""One for each file that this process writes."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_write_locks.clear)  # whoever held one is not in the child


class Database:
    """One store; safe to use from any thread.

    It is at a file's path or a ``sqlite:///`` URL, with three slashes before a relative path, four before an
    absolute one; ``clock`` gives ISO 8601 UTC with milliseconds. Making it touches nothing: the file is made or
    migrated at the first read or write. A failure there is raised each time until its cause is gone. Whatever reads or writes through it raises
    :class:`StoreError` where the store cannot be used; of a write that fails nothing is left.
    """

    def __init__(
        self,
        where: Path | str,
        *,
        clock: Callable[[], str],
        new_id: Callable[[], str],
        busy_timeout_ms: int = BUSY_TIMEOUT_MS,
    ) -> None:
        self.path = store_path(where)
        self.clock = clock
        self.new_id = new_id
        self.busy_timeout_ms = busy_timeout_ms
        self._lock = threading.RLock()
        self._engine: Engine | None = None
        self._file: tuple[int, int] | None = None
        self._ready = False
        self._closed = False
        self._readings = Readings()

    @contextmanager
    def view(self) -> Iterator[StoreView]:
        """While it lasts, all readers see one version of the store; see :mod:`underdraft.memory.db.view`."""
        from underdraft.memory.db.changes import read_changes

        view = StoreView(open_read=self._read_apart, read_state=read_changes, readings=self._readings)
        token = current_view.set(view)
        try:
            yield view
        finally:
            current_view.reset(token)
            view.close()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one snapshot of the store; what is written with it is undone.

        Inside a :meth:`view` it is the view's.
        """
        view = current_view.get()
        if view is not None and view.readings is self._readings and (shared := view.join()) is not None:
            try:
                with translated("read"):
                    yield shared
            finally:
                view.leave()
            return
        with self._read_apart() as connection:
            yield connection

    @contextmanager
    def _read_apart(self) -> Iterator[Connection]:
        engine = self.prepare()
        with translated("read"), engine.connect() as connection:
            connection.begin()
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A connection in a transaction that holds the write lock; committed at the end, else undone."""
        engine = self.prepare()
        with (
            self._turn(),
            translated("written"),
            engine.execution_options(immediate=True).begin() as connection,
        ):
            yield connection

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for the other writers of this process in a line; SQLite lets whoever asks at the right moment in."""
        lock = _write_locks.setdefault(os.path.realpath(self.path), threading.Lock())
        if not lock.acquire(timeout=TURNS * max(self.busy_timeout_ms, 200) / 1000):
            raise StoreError(
                "the store could not be written: other writers of this process take too long",
                details={"reason": "locked"},
            )
        try:
            self._check_file()
            yield
        finally:
            lock.release()

    def prepare(self) -> Engine:
        """The engine of a store that exists and has the newest schema; a store of a newer Underdraft is refused."""
        if self._ready and self._engine is not None:
            return self._engine
        with self._lock:
            if self._closed:
                raise StoreError("the store has been closed", details={"reason": "closed"})
            if self._engine is None:
                make_file(self.path)
                self._engine = make_engine(self.path, busy_timeout_ms=self.busy_timeout_ms)
            with translated("opened"):
                migrate(self._engine, self.path)
            self._file = identity(self.path)
            self._ready = True
            return self._engine

    def _check_file(self) -> None:
        """Refuse to write where nobody would find it: the file is not the one that was opened."""
        if identity(self.path) != self._file:
            raise StoreError(
                "the store could not be written: its file was deleted or replaced while it was open; open it anew",
                details={"reason": "replaced"},
            )

    def compact(self) -> None:
        """Write the whole file anew, so that nothing that was deleted is left on any page."""
        engine = self.prepare()
        self._check_file()
        with translated("written"), engine.execution_options(bare=True).connect() as link:
            link.exec_driver_sql("VACUUM")

    def checkpoint(self) -> bool:
        """Fold the write-ahead log into the file and cut it to nothing; whether all of it could be.

        A reader elsewhere can keep a part of it.
        """
        engine = self.prepare()
        with translated("written"), engine.execution_options(bare=True).connect() as link:
            busy, _, _ = link.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        return not busy

    def files(self) -> list[Path]:
        """The store's files that exist: the database, its log and index, copies made before migrations."""
        beside = self.path.parent.glob(self.path.name + "*") if self.path.parent.is_dir() else ()
        return sorted(p for p in beside if p.is_file())

    def close(self) -> None:
        """Give all connections back; the store cannot be used afterwards. Calling it again is fine."""
        with self._lock:
            self._closed = True
            self._ready = False
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None


def identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one at its place; ``None`` where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def store_path(where: Path | str) -> Path:
    """The file that a path or URL names; a scheme other than ``sqlite`` is a ``StoreError``."""
    if isinstance(where, Path) or "://" not in where:
        if not os.fspath(where).isprintable() or os.fspath(where) in {"", ":memory:"}:
            refuse_place()
        return Path(where).expanduser()
    scheme, _, rest = where.partition("://")
    if scheme.partition("+")[0] != "sqlite" or not rest.startswith("/") or rest == "/":
        refuse_place()
    return store_path(Path(rest[1:].partition("?")[0]))


def refuse_place() -> NoReturn:
    """Say what a store's place can be."""
    raise StoreError(
        "the store must be a file's path or a URL such as sqlite:///folder/underdraft.db",
        details={"reason": "unsupported_url"},
    )


def make_file(path: Path) -> None:
    """Make an empty file that only its owner may read, with its folder; an existing one is left alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(
            "the store's file or folder cannot be made", details={"reason": "cannot_open"}
        ) from error
