"""Which kind of database a path or URL names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from underdraft.errors import InvalidArgument, StoreError
from underdraft.types.checks import refuse

if TYPE_CHECKING:
    from underdraft.memory.db.postgresql import PostgresServer
    from underdraft.memory.db.sqlite_file import SqliteFile

SERVER_SCHEMES = frozenset({"postgresql", "postgres"})
"""Schemes of a URL that names a database on a server; all else is a file."""

DEFAULT_WRITER = "writer"
"""The writer of a store on a server that was opened without one."""

WRITER_MAXIMUM = 200
"""Code points of a writer's id."""


def backend_at(
    where: Path | str, *, writer: str | None, busy_timeout_ms: int, project: Path | None = None
) -> SqliteFile | PostgresServer:
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
