"""The store, opened: connections, transactions, clean errors, migration when it is due."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from underdraft.boundary.forks import start_anew
from underdraft.errors import StoreError
from underdraft.memory.db.choose_backend import backend_at
from underdraft.memory.db.db_errors import translated
from underdraft.memory.db.generation import begin_generation, generation_of, milliseconds, purged
from underdraft.memory.db.snapshot import Readings, StoreView, current_view

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


BUSY_TIMEOUT_MS = 5_000
"""How long a read or write waits for another process; a person notices longer, a crowd needs less."""


class Database:
    """One store; safe to use from any thread.

    It is at a file's path or a ``sqlite:///`` URL, with three slashes before a relative path, four before an
    absolute one, or in a database at a ``postgresql://`` URL, for the ``writer`` of this id (a store in a file has
    one writer); ``clock`` gives ISO 8601 UTC with milliseconds; ``project`` is the folder that the store must not leave. Making it touches nothing: the tables are made or
    migrated at the first read or write. A failure there is raised each time until its cause is gone. Whatever reads or writes through it raises
    :class:`StoreError` where the store cannot be used; of a write that fails nothing is left. ``purged`` says that another
    process has purged all of it: this object is of no use any more, see :mod:`underdraft.memory.db.generation`; ``since`` is
    when this one did, or empty.
    """

    def __init__(
        self,
        where: Path | str,
        *,
        clock: Callable[[], str],
        new_id: Callable[[], str],
        writer: str | None = None,
        busy_timeout_ms: int = BUSY_TIMEOUT_MS,
        project: Path | None = None,
    ) -> None:
        self.where = where
        self.place = backend_at(where, writer=writer, busy_timeout_ms=busy_timeout_ms, project=project)
        self.clock = clock
        self.new_id = new_id
        self._lock = threading.RLock()
        self._engine: Engine | None = None
        self._closed = False
        self._readings = Readings()
        self._generation: int | None = None  # known from the first reading or writing on
        self.purged = False
        self.since = ""
        start_anew(self)

    def of_writer(self, writer: str) -> Database:
        """The same database on a server, for another writer or anew for the same one."""
        return Database(self.where, clock=self.clock, new_id=self.new_id, writer=writer)

    def at_fork(self) -> None:
        """Close the connections as soon as nobody uses them, for a moment at most; the next user opens new ones."""
        if self._engine is not None:
            self.place.let_go(self._engine)

    def after_fork(self) -> None:
        """Refuse to go on in a forked process: the connections are the parent's. Its workspace opens the store anew."""
        self._lock = threading.RLock()
        self._closed, self._engine = True, None
        self.place.after_fork()

    @contextmanager
    def view(self) -> Iterator[StoreView]:
        """While it lasts, all readers see one version of the store; see :mod:`underdraft.memory.db.snapshot`."""
        view = StoreView(open_read=self._read_apart, readings=self._readings)
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
        if view is not None and view.readings is self._readings:
            with translated("read"), view.reader() as shared:
                if shared is not None:
                    yield shared
                    return
        with self._read_apart() as connection:
            yield connection

    @contextmanager
    def _read_apart(self) -> Iterator[Connection]:
        engine = self.prepare()
        with translated("read"), engine.connect() as connection:
            connection.begin()
            self._check_generation(connection)
            yield connection

    @contextmanager
    def write(self, *, patient: bool = True) -> Iterator[Connection]:
        """A connection in a transaction that holds the write lock; committed at the end, else undone.

        Not ``patient``, it does not wait for another process that writes to the same file.
        """
        told = {"immediate": True} if patient else {"immediate": True, "wait_ms": 0}
        engine = self.prepare().execution_options(**told)
        with self.place.turn(), translated("written"), engine.begin() as connection:
            self._check_generation(connection)
            yield connection

    def _check_generation(self, connection: Connection) -> None:
        found = generation_of(connection)
        with self._lock:
            if self._generation is None:
                self._generation = found
            if found != self._generation:
                self.purged = self.purged or found > self._generation
                raise purged()

    @property
    def generation(self) -> int:
        """The generation of what is made now, in milliseconds since 1970; the time until the store was read once."""
        return milliseconds(self.clock()) if self._generation is None else self._generation

    @contextmanager
    def ending_generation(self) -> Iterator[Connection]:
        """A :meth:`write` that begins a new generation: this object goes on with it, all others are refused."""
        with self._lock:
            since = self.clock()
            with self.write() as connection:
                yield connection
                new = begin_generation(connection, since)
            self._generation, self.since = new, since

    def prepare(self) -> Engine:
        """The engine of a store that exists and has the newest schema; a store of a newer Underdraft is refused."""
        if self._engine is not None:
            return self._engine
        with self._lock:
            if self._closed:
                raise StoreError("the store has been closed", details={"reason": "closed"})
            self._engine = self.place.prepare()
            return self._engine

    def close(self) -> None:
        """Give all connections back; the store cannot be used afterwards. Calling it again is fine."""
        with self._lock:
            self._closed = True
            self._engine = None
            self.place.close()
