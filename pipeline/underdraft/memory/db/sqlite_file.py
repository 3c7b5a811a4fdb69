"""A store in one file: made, migrated, written by one at a time, cleaned."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, cast

import attrs

from underdraft.boundary.forks import PATIENCE_S, leave_alone
from underdraft.errors import StoreError
from underdraft.memory.db.db_errors import translated
from underdraft.memory.db.migrate import migrate
from underdraft.memory.db.sqlite import make_engine
from underdraft.memory.db.store_file import check_own_tables
from underdraft.project.confined import ConfinedFolder, check_regular

if TYPE_CHECKING:
    from sqlalchemy import Engine, QueuePool

TURNS = 5
"""How many times as long as for another process a write waits for the others of its own, which take milliseconds."""

_write_locks: dict[str, threading.Lock] = {}
"""One for each file that this process writes."""

_inherited: set[str] = set()
"""Files that the parent of this process had in use when it forked: SQLite's own notes of their locks are the parent's."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_write_locks.clear)  # its holder is not in the child


@attrs.define(eq=False)
class SqliteFile:
    """A place in a file. Making one touches nothing.

    Attributes:
        path: The file, or what stands for a place on this machine: what could not be written yet waits beside it.
        project: The folder that it must not leave.
        kind: The kind of database, as a workspace names it.
        shared: Whether several writers and machines use it, so that what waits on this disk is seen by none of them.
    """

    path: Path
    busy_timeout_ms: int = attrs.field(kw_only=True)
    project: Path | None = attrs.field(default=None, kw_only=True)
    kind: str = attrs.field(default="sqlite", init=False)
    shared: bool = attrs.field(default=False, init=False)
    _engine: Engine | None = attrs.field(default=None, init=False)
    _file: tuple[int, int] | None = attrs.field(default=None, init=False)
    _opened: dict[int, Any] = attrs.field(factory=dict, init=False)

    def exists(self) -> bool:
        """Whether there is a file."""
        return self.path.exists()

    def prepare(self) -> Engine:
        """An engine over tables that have the newest schema. ``immediate=True`` is an option of what will write."""
        if os.path.realpath(self.path) in _inherited:
            raise StoreError(
                "the store was in use when this process was forked: fork while nothing runs, or start the process anew",
                details={"reason": "forked"},
            )
        if self._engine is None:
            if self.project is not None:
                check_own_place(self.project, self.path)
            check_own_tables(self.path)
            make_file(self.path)
            self._engine = make_engine(self.path, busy_timeout_ms=self.busy_timeout_ms, opened=self._opened)
        with translated("opened"):
            migrate(self._engine, self.path)
        self._file = identity(self.path)
        return self._engine

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Held around a write: the other writers of this process wait in a line, and a file that is gone is refused.

        SQLite lets any of them in that asks at the right moment.
        """
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

    def _check_file(self) -> None:
        """Refuse to write where nobody would find it: the file is not the one that was opened."""
        if identity(self.path) != self._file:
            raise StoreError(
                "the store could not be written: its file was deleted or replaced while it was open; open it anew",
                details={"reason": "replaced"},
            )

    def compact(self) -> None:
        """Write the whole file anew, so that nothing that was deleted is left on any page."""
        self._check_file()
        with translated("written"), self.prepare().execution_options(bare=True).connect() as link:
            link.exec_driver_sql("VACUUM")

    def checkpoint(self) -> bool:
        """Fold the write-ahead log into the file and cut it to nothing; whether all of it could be.

        A reader elsewhere can keep a part of it.
        """
        with translated("written"), self.prepare().execution_options(bare=True).connect() as link:
            busy, _, _ = link.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        return not busy

    def remove_copies(self) -> bool:
        """Remove the copies that were made before migrations; whether none is left."""
        done = True
        for copy in self.path.parent.glob(f"{self.path.name}.bak-*"):
            try:
                copy.unlink(missing_ok=True)
            except OSError:
                done = False
        return done

    def let_go(self, engine: Engine) -> None:
        """Close the connections; one that is in use when its user is done, if that is soon."""
        deadline = time.monotonic() + PATIENCE_S
        while cast("QueuePool", engine.pool).checkedout() and time.monotonic() < deadline:
            time.sleep(0.001)
        engine.dispose()

    def after_fork(self) -> None:
        """Note the file where its connections could not be closed before; they are left as they are."""
        if self._opened:
            _inherited.add(os.path.realpath(self.path))
            leave_alone(self._opened)
        self._engine, self._opened = None, {}

    def close(self) -> None:
        """Close all connections."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None


def identity(path: Path) -> tuple[int, int] | None:
    """Return numbers that identify the file at a path; ``None`` where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


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


def check_own_place(project: Path, path: Path) -> None:
    """Refuse a project's own store where it, or what SQLite keeps beside it, is a link or leads out of the project."""
    folder, place = ConfinedFolder(project), PurePosixPath(path.relative_to(project).as_posix())
    try:
        with folder.entries(place.parent) as entries:
            beside = [entry.name for entry in entries if entry.name.startswith(place.name)]
        for name in beside:
            state = folder.state(place.with_name(name), follow=False)
            if state is not None:
                check_regular(state)
    except FileNotFoundError:
        return
    except OSError:
        raise StoreError(
            f"{path.name}: a project's own store must be a file in its folder, and no link",
            details={"reason": "cannot_open"},
        ) from None
