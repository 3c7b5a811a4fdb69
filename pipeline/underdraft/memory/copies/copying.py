"""A store copied into another one, row by row, whatever database either is in.

::

    source ─► rows in the order of their keys ─► target ─► both read again and compared

All of it or nothing is copied, and nothing that the target holds is overwritten unasked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Protocol

import attrs
from sqlalchemy import Connection, Table, delete, func, select, tuple_

from underdraft.errors import Conflict, StoreError
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import continue_numbers
from underdraft.memory.db.schema import metadata
from underdraft.memory.db.schema.conversations import BACKGROUND_TURN
from underdraft.memory.db.schema.settings import STORE_CHANGE, STORE_LOG
from underdraft.memory.db.schema.tokens import KNOWN_WRITER, WRITER_TOKEN
from underdraft.memory.index.word_rows import WordRows

ROWS_AT_ONCE = 500
"""Rows that are held in memory."""

OWN = frozenset(
    table.name for table in (BACKGROUND_TURN, KNOWN_WRITER, STORE_CHANGE, STORE_LOG, WRITER_TOKEN)
)
"""Tables that are about the store itself, and no writer's."""

Advance = Callable[[int, int], None]
Key = tuple[Any, ...]


class RowSource(Protocol):
    """Rows that are copied, in the order of their keys; also what an index keeps beside the tables."""

    @property
    def name(self) -> str:
        """What they are called in a report."""
        ...

    @property
    def columns(self) -> Sequence[str]:
        """The names of a row's values."""
        ...

    def count(self, connection: Connection) -> int:
        """How many there are."""
        ...

    def read(self, connection: Connection, after: Key | None, limit: int) -> list[tuple[Key, Sequence[Any]]]:
        """The next rows with their keys."""
        ...

    def write(self, connection: Connection, rows: Sequence[Sequence[Any]]) -> None:
        """Add rows as they were read."""
        ...

    def finish(self, connection: Connection) -> None:
        """See that what comes next follows the rows that were added."""
        ...

    def empty(self, connection: Connection) -> None:
        """Remove all."""
        ...


@attrs.frozen(kw_only=True)
class CopiedTable:
    """One table of a finished copy; both sides have so many rows with this hash."""

    name: str
    rows: int
    sha256: str


@attrs.frozen
class TableRows:
    """A table as :class:`RowSource`."""

    table: Table

    @property
    def name(self) -> str:
        """The table's."""
        return self.table.name

    @property
    def columns(self) -> Sequence[str]:
        """See :class:`RowSource`."""
        return self.table.columns.keys()

    @property
    def _key(self) -> list[Any]:
        return list(self.table.primary_key.columns)

    def count(self, connection: Connection) -> int:
        """See :class:`RowSource`."""
        counted = select(func.count()).select_from(self.table)
        return connection.execute(counted).scalar_one()

    def read(self, connection: Connection, after: Key | None, limit: int) -> list[tuple[Key, Sequence[Any]]]:
        """See :class:`RowSource`."""
        query = select(self.table).order_by(*self._key).limit(limit)
        if after is not None:
            query = query.where(tuple_(*self._key) > tuple_(*after))
        places = [list(self.table.columns).index(column) for column in self._key]
        return [(tuple(row[place] for place in places), tuple(row)) for row in connection.execute(query)]

    def write(self, connection: Connection, rows: Sequence[Sequence[Any]]) -> None:
        """See :class:`RowSource`."""
        names = [column.key for column in self.table.columns]
        connection.execute(self.table.insert(), [dict(zip(names, row, strict=True)) for row in rows])

    def finish(self, connection: Connection) -> None:
        """See :class:`RowSource`."""
        continue_numbers(connection, self.table)

    def empty(self, connection: Connection) -> None:
        """See :class:`RowSource`."""
        connection.execute(delete(self.table))


def tables() -> list[RowSource]:
    """All that is copied; what refers to a row comes after it."""
    found: list[RowSource] = [TableRows(t) for t in metadata().sorted_tables if t.name not in OWN]
    return [*found, WordRows()]


def copy_store(
    source: Database, target: Database, *, replace: bool = False, advance: Advance | None = None
) -> tuple[CopiedTable, ...]:
    """Copy all that a store holds into another one, in one transaction, and compare both.

    Whenever the process ends, the target has all of it or is as before. What still waits beside the source to be
    written has to be written before.

    Args:
        source: Is read in one state, whatever is written to it meanwhile.
        target: Is empty.
        replace: Whether what the target holds is removed first.
        advance: Is told how many rows are done, of how many.

    Raises:
        Conflict: The target holds something.
        StoreError: Either cannot be used; the target is as before.
    """
    parts = tables()
    with source.read() as reading, target.write() as writing:
        total, done = sum(part.count(reading) for part in parts), 0
        make_room(writing, parts, replace=replace)
        for part in parts:
            after = None
            while rows := part.read(reading, after, ROWS_AT_ONCE):
                part.write(writing, [row for _, row in rows])
                after, done = rows[-1][0], done + len(rows)
                if advance is not None:
                    advance(done, total)
            part.finish(writing)
        return tuple(compare(part, reading, writing) for part in parts)


def make_room(connection: Connection, parts: Sequence[RowSource], *, replace: bool) -> None:
    """Refuse a target that holds something, or empty it on demand."""
    if replace:
        for part in reversed(parts):
            part.empty(connection)
    if any(part.count(connection) for part in parts):
        raise Conflict(
            "the store holds something already; --replace removes it first", details={"field": "replace"}
        )


def compare(part: RowSource, reading: Connection, written: Connection) -> CopiedTable:
    """Count and hash the rows of both sides."""
    here, there = fingerprint(part, reading), fingerprint(part, written)
    if here != there:
        raise StoreError(f"{part.name}: the copy is not the same", details={"table": part.name})
    return CopiedTable(name=part.name, rows=here[0], sha256=here[1])


def fingerprint(part: RowSource, connection: Connection) -> tuple[int, str]:
    """How many rows there are, and the hash of them all in order."""
    count, whole, after = 0, sha256(), None
    while rows := part.read(connection, after, ROWS_AT_ONCE):
        for _, row in rows:
            whole.update(json.dumps(list(row), default=bytes.hex).encode() + b"\n")
        count, after = count + len(rows), rows[-1][0]
    return count, whole.hexdigest()
