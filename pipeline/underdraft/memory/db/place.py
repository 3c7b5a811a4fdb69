"""What a store's kind of database has to do for it, and which kind a path or URL names."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol

from underdraft.errors import InvalidArgument, StoreError
from underdraft.types.checks import refuse

if TYPE_CHECKING:
    from sqlalchemy import Engine

SERVER_SCHEMES = frozenset({"postgresql", "postgres"})
"""Schemes of a URL that names a database on a server; all else is a file."""


DEFAULT_WRITER = "writer"
"""The writer of a store on a server that was opened without one."""

WRITER_MAXIMUM = 200
"""Code points of a writer's id."""


class StorePlace(Protocol):
    """Where a store's tables are. Making one touches nothing.

    Attributes:
        kind: The kind of database, as a workspace names it.
        path: The file, or what stands for it on this machine: what could not be written yet waits beside it.
        shared: Whether several writers and machines use it.
    """

    kind: str
    path: Path
    shared: bool

    def exists(self) -> bool:
        """Whether there may be a store; asking makes none."""
        ...

    def beside(self, writer: str) -> Path:
        """What :attr:`path` is for another writer of the same database."""
        ...

    def prepare(self) -> Engine:
        """An engine over tables that have the newest schema. ``immediate=True`` is an option of what will write."""
        ...

    def turn(self) -> AbstractContextManager[None]:
        """Held around a write: other writers of this process wait, and a place that is gone is refused."""
        ...

    def work_turn(self, engine: Engine, work: str) -> AbstractContextManager[bool]:
        """See :meth:`underdraft.memory.db.database.Database.work_turn`."""
        ...

    def compact(self, engine: Engine) -> None:
        """See :meth:`underdraft.memory.db.database.Database.compact`."""
        ...

    def checkpoint(self, engine: Engine) -> bool:
        """See :meth:`underdraft.memory.db.database.Database.checkpoint`."""
        ...

    def files(self) -> list[Path]:
        """See :meth:`underdraft.memory.db.database.Database.files`."""
        ...

    def remove_copies(self) -> bool:
        """Remove the copies that were made before migrations; whether none is left."""
        ...

    def close(self) -> None:
        """Give all connections back."""
        ...

    def after_fork(self) -> None:
        """In a forked process: let go of the parent's connections without closing them."""
        ...


def place_at(
    where: Path | str, *, writer: str | None, busy_timeout_ms: int, project: Path | None = None
) -> StorePlace:
    """The place that a path or URL names; a file of a ``project`` must not lead out of that folder.

    Raises:
        InvalidArgument: A writer is named and the store is a file, which has one writer.
        StoreError: The URL is of no known kind.
    """
    if is_server(where):
        from underdraft.memory.db.postgresql import PostgresServer

        named = DEFAULT_WRITER if writer is None else checked_writer(writer)
        return PostgresServer(str(where), writer=named, busy_timeout_ms=busy_timeout_ms)
    from underdraft.memory.db.sqlite_file import SqliteFile

    if writer is not None:
        raise InvalidArgument(
            "writer: a store in a file has one writer; only one on a server (postgresql://...) has several",
            details={"field": "writer"},
        )
    return SqliteFile(store_path(where), busy_timeout_ms=busy_timeout_ms, project=project)


def checked_writer(writer: object) -> str:
    """A writer's id: a text of 1 to 200 characters that can be printed."""
    if not isinstance(writer, str) or not 0 < len(writer) <= WRITER_MAXIMUM or not writer.isprintable():
        refuse("writer", f"a text of 1 to {WRITER_MAXIMUM} printable characters")
    return writer


def is_server(where: Path | str) -> bool:
    """Whether a store is in a database on a server."""
    scheme = str(where).partition("://")[0] if isinstance(where, str) and "://" in where else ""
    return scheme.partition("+")[0] in SERVER_SCHEMES


def store_path(where: Path | str) -> Path:
    """The file that a path or URL names; a scheme other than ``sqlite`` is a ``StoreError``."""
    if isinstance(where, Path) or "://" not in where:
        path = os.fspath(where)
        if not path.isprintable() or path in {"", ":memory:"} or path.startswith("file:"):
            refuse_place()
        return Path(where).expanduser()
    scheme, _, rest = where.partition("://")
    if scheme.partition("+")[0] != "sqlite" or not rest.startswith("/") or rest == "/":
        refuse_place()
    return store_path(Path(rest[1:].partition("?")[0]))


def refuse_place() -> NoReturn:
    """Say what a store's place can be."""
    raise StoreError(
        "the store must be a file's path or a URL such as sqlite:///folder/underdraft.db or postgresql://...",
        details={"reason": "unsupported_url"},
    )
