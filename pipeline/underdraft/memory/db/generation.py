"""The generation of a writer's store: when all of it was last purged.

An open store belongs to the generation that it first saw. Once another process has begun a new one, whatever is read
or written through it is refused (``StoreError``, reason ``purged``), so that nothing that it holds in memory or on this
machine comes back; its workspace opens the store anew.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import select

from underdraft.errors import StoreError
from underdraft.memory.db.dialect import on_server, plain_rows
from underdraft.memory.db.schema.tokens import KNOWN_WRITER

if TYPE_CHECKING:
    from sqlalchemy import Connection

PURGED = "purged"
"""The reason of the error."""

GENERATION = "underdraft generation"
"""Where a connection to a server has its writer's, as of the transaction's beginning."""

_OF_FILE = select(KNOWN_WRITER.c.generation).where(KNOWN_WRITER.c.owner == "")


def milliseconds(at: str) -> int:
    """Return a time in ISO 8601 as milliseconds since 1970."""
    return round(datetime.fromisoformat(at).timestamp() * 1000)


def generation_of(connection: Connection) -> int:
    """The generation of the connection's writer, in milliseconds since 1970; 0 if nothing was ever purged as a whole."""
    if on_server(connection):  # it came with the beginning of the transaction
        return int(connection.info[GENERATION])
    rows = plain_rows(connection, _OF_FILE)
    return int(rows[0][0]) if rows else 0


def begin_generation(connection: Connection, at: str, *, kept: bool = True) -> int:
    """Begin the next generation of the connection's writer, of whom something is ``kept`` or not."""
    new = max(generation_of(connection) + 1, milliseconds(at))
    owner = "current_setting('underdraft.writer')" if on_server(connection) else "''"
    values = f"({owner}, {new}, {str(kept).lower()})"
    connection.exec_driver_sql(
        f"INSERT INTO known_writer (owner, generation, kept) VALUES {values} "  # noqa: S608 - our own words
        "ON CONFLICT (owner) DO UPDATE SET generation = excluded.generation, kept = excluded.kept"
    )
    return new


def purged() -> StoreError:
    """The error of a store that was purged meanwhile."""
    said = "all that the store held was purged meanwhile; what began before that is not kept"
    return StoreError(said, details={"reason": PURGED})
