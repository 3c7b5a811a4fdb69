"""The writers of a store on a server: who they are, and one of them removed whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from sqlalchemy import delete, func, select, true

from underdraft.errors import InvalidArgument
from underdraft.memory.areas.area import Area, copied_tables
from underdraft.memory.copies.copying import count
from underdraft.memory.db.database import Database
from underdraft.memory.db.generation import begin_generation
from underdraft.memory.db.schema.settings import STORE_CHANGE
from underdraft.memory.db.schema.tokens import KNOWN_WRITER, WRITER_TOKEN
from underdraft.memory.db.write_ahead_queue import Spool, left_behind
from underdraft.types.values import frozen


def list_writers(database: Database) -> tuple[str, ...]:
    """The ids of all writers of whom anything was ever written and not purged, in order.

    Raises:
        InvalidArgument: The store is a file, which has one writer.
    """
    check_server(database)
    with database.read() as connection:
        kept = select(KNOWN_WRITER.c.owner).where(KNOWN_WRITER.c.kept)
        return tuple(connection.scalars(kept.order_by(KNOWN_WRITER.c.owner)))


@frozen(kw_only=True)
class PurgedWriter:
    """The result of the purge of a writer."""

    tables: Annotated[Mapping[str, int], "How many rows were removed, by table."]
    expires: Annotated[tuple[str, ...], "What the database cannot remove, and holds until it expires."] = (
        "backups of the server",
        "its write-ahead log and replicas' copies of it",
        "free pages, until they are written over",
    )

    @property
    def rows(self) -> int:
        """How many rows were removed in all."""
        return sum(self.tables.values())


def purge_writer(database: Database, areas: Sequence[Area], writer: str) -> PurgedWriter:
    """Remove all that is kept of a writer, whose store this is, and the writer's tokens.

    What is left is the writer's id with the generation that begins, see :mod:`underdraft.memory.db.generation`: no
    process writes or delivers what is older, and this store is to be opened anew.
    """
    check_server(database)
    copied = copied_tables(areas)
    with database.write() as connection:
        rows = {table.name: count(connection, table) for table in copied}
        tokens = select(func.count()).where(WRITER_TOKEN.c.owner == writer)
        rows[WRITER_TOKEN.name] = connection.scalar(tokens) or 0
        for table in reversed(copied):
            connection.execute(delete(table))
        for area in areas:
            area.remake(connection)
        for table in (one for area in areas for one in area.local):  # the rows above have counted as a change
            if table is not KNOWN_WRITER:
                mine = WRITER_TOKEN.c.owner == writer if table is WRITER_TOKEN else true()
                connection.execute(delete(table).where(mine))
        begin_generation(connection, database.clock(), kept=False)
    for path in left_behind(database.place.path):
        if (spool := Spool.adopt(path)) is not None:
            spool.close(empty=True)
    return PurgedWriter(tables={table: count for table, count in sorted(rows.items()) if count})


def is_empty(database: Database) -> bool:
    """Whether nothing was ever written of the writer whose store this is, or all was purged."""
    with database.read() as connection:
        return connection.execute(select(STORE_CHANGE.c.area).limit(1)).first() is None


def check_server(database: Database) -> None:
    """Refuse a store in a file."""
    if not database.place.shared:
        raise InvalidArgument(
            "store: expected one that holds several writers, such as postgresql://user@host/database",
            details={"field": "store"},
        )
