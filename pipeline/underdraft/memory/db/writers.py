"""The writers of a store on a server: who they are, and one of them removed whole."""

from __future__ import annotations

from sqlalchemy import delete, select

from underdraft.errors import InvalidArgument
from underdraft.memory.db.copying import tables
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.conversations import BACKGROUND_TURN
from underdraft.memory.db.schema.settings import STORE_CHANGE, STORE_LOG
from underdraft.memory.db.schema.tokens import WRITER_TOKEN


def list_writers(database: Database) -> tuple[str, ...]:
    """The ids of all writers of whom anything was ever written and not purged, in order.

    Raises:
        InvalidArgument: The store is a file, which has one writer.
    """
    check_server(database)
    with database.read() as connection:
        connection.exec_driver_sql("SELECT set_config('underdraft.listing', 'on', true)")
        found = connection.exec_driver_sql("SELECT DISTINCT writer FROM store_change ORDER BY writer")
        return tuple(found.scalars())


def purge_writer(database: Database, writer: str) -> int:
    """Remove all that is kept of a writer, whose store this is, and the writer's tokens; how many rows there were."""
    check_server(database)
    parts = tables()
    with database.write() as connection:
        rows = sum(part.count(connection) for part in parts)
        for part in reversed(parts):
            part.empty(connection)
        for table in (
            BACKGROUND_TURN,
            STORE_LOG,
            STORE_CHANGE,
        ):  # removing the rows above has counted as a change
            connection.execute(delete(table))
        connection.execute(delete(WRITER_TOKEN).where(WRITER_TOKEN.c.owner == writer))
    return rows


def is_empty(database: Database) -> bool:
    """Whether nothing was ever written of the writer whose store this is, or all was purged."""
    with database.read() as connection:
        return connection.execute(select(STORE_CHANGE.c.area).limit(1)).first() is None


def check_server(database: Database) -> None:
    """Refuse a store in a file."""
    if not hasattr(database.place, "writer"):
        raise InvalidArgument(
            "store: expected one that holds several writers, such as postgresql://user@host/database",
            details={"field": "store"},
        )
