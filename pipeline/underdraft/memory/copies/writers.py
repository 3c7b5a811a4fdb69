"""The writers of a store on a server: who they are, and one of them removed whole."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, select

from underdraft.errors import InvalidArgument
from underdraft.memory.areas.area import Area, row_sources
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.settings import STORE_CHANGE
from underdraft.memory.db.schema.tokens import KNOWN_WRITER, WRITER_TOKEN
from underdraft.memory.db.write_ahead_queue import MARK


def list_writers(database: Database) -> tuple[str, ...]:
    """The ids of all writers of whom anything was ever written and not purged, in order.

    Raises:
        InvalidArgument: The store is a file, which has one writer.
    """
    check_server(database)
    with database.read() as connection:
        return tuple(connection.scalars(select(KNOWN_WRITER.c.owner).order_by(KNOWN_WRITER.c.owner)))


def writers_with_work(database: Database, *, due_by: str) -> tuple[str, ...]:
    """List the writers with a job that was due by a time, the longest waiting first, and those with work waiting here.

    A process that has ended may have left either; of a writer whom another one serves there may be some, too.

    Raises:
        InvalidArgument: The store is a file, which has one writer.
    """
    check_server(database)
    due = KNOWN_WRITER.c.due
    with database.read() as connection:
        query = select(KNOWN_WRITER.c.owner).where(due <= due_by).order_by(due, KNOWN_WRITER.c.owner)
        found = tuple(connection.scalars(query))
    here = {path.name.partition(MARK)[0] for path in database.path.parent.glob(f"*{MARK}*")}
    if not here:
        return found
    left = (w for w in list_writers(database) if database.place.beside(w).name in here)
    return tuple(dict.fromkeys((*found, *left)))


def purge_writer(database: Database, areas: Sequence[Area], writer: str) -> int:
    """Remove all that is kept of a writer, whose store this is, and the writer's tokens; how many rows there were."""
    check_server(database)
    parts = row_sources(areas)
    with database.write() as connection:
        rows = sum(part.count(connection) for part in parts)
        for part in reversed(parts):
            part.empty(connection)
        for area in areas:
            area.remake(connection)
        for table in (one for area in areas for one in area.local):  # the rows above have counted as a change
            mine = delete(table)
            shared = table in (WRITER_TOKEN, KNOWN_WRITER)
            connection.execute(mine.where(table.c.owner == writer) if shared else mine)
    return rows


def is_empty(database: Database) -> bool:
    """Whether nothing was ever written of the writer whose store this is, or all was purged."""
    with database.read() as connection:
        return connection.execute(select(STORE_CHANGE.c.area).limit(1)).first() is None


def check_server(database: Database) -> None:
    """Refuse a store in a file."""
    if not database.shared:
        raise InvalidArgument(
            "store: expected one that holds several writers, such as postgresql://user@host/database",
            details={"field": "store"},
        )
