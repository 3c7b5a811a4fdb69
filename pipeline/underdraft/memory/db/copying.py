"""A store copied into another one, row by row, whatever database either is in.

::

    source ─► rows in the order of their keys ─► target ─► both read again and compared

What was copied stays when the process ends early: the same call goes on behind the last row of each table. Nothing
that the target holds is overwritten unasked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Protocol

import attrs
from sqlalchemy import Connection, Table, delete, func, select, tuple_

from underdraft.errors import Conflict
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import continue_numbers
from underdraft.memory.db.schema import metadata
from underdraft.memory.db.schema.conversations import BACKGROUND_TURN
from underdraft.memory.db.schema.settings import SETTING, STORE_CHANGE, STORE_LOG
from underdraft.memory.db.schema.tokens import KNOWN_WRITER, WRITER_TOKEN

ROWS_AT_ONCE = 500
"""Rows a transaction: others get their turn in between."""

MARK = "copy.from"
"""The key among the settings under which a store that is being copied into names where from."""

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

    def count(self, connection: Connection) -> int:
        """How many there are."""
        ...

    def last(self, connection: Connection) -> Key | None:
        """The last key."""
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
    def _key(self) -> list[Any]:
        return list(self.table.primary_key.columns)

    @property
    def _meant(self) -> tuple[Any, ...]:
        return (SETTING.c.key != MARK,) if self.table is SETTING else ()

    def count(self, connection: Connection) -> int:
        """See :class:`RowSource`."""
        counted = select(func.count()).select_from(self.table).where(*self._meant)
        return connection.execute(counted).scalar_one()

    def last(self, connection: Connection) -> Key | None:
        """See :class:`RowSource`."""
        keys = select(*self._key).where(*self._meant).order_by(*(column.desc() for column in self._key))
        found = connection.execute(keys.limit(1)).first()
        return None if found is None else tuple(found)

    def read(self, connection: Connection, after: Key | None, limit: int) -> list[tuple[Key, Sequence[Any]]]:
        """See :class:`RowSource`."""
        query = select(self.table).where(*self._meant).order_by(*self._key).limit(limit)
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
    from underdraft.memory.index.word_rows import WordRows

    found: list[RowSource] = [TableRows(t) for t in metadata().sorted_tables if t.name not in OWN]
    return [*found, WordRows()]


def copy_store(
    source: Database, target: Database, *, name: str, replace: bool = False, advance: Advance | None = None
) -> tuple[CopiedTable, ...]:
    """Copy all that a store holds into another one, and compare both.

    What still waits beside the source to be written has to be written before.

    Args:
        source: Is read in one state, whatever is written to it meanwhile.
        target: Is empty, or what an earlier call for the same source has left unfinished.
        name: What the source is known by when the copy goes on after a break.
        replace: Whether what the target holds is removed first.
        advance: Is told how many rows are done, of how many.

    Raises:
        Conflict: The target holds something else, or what it holds of the source is not as it is there now.
        StoreError: Either cannot be used; what was copied stays.
    """
    parts = tables()
    with source.read() as reading:
        total = sum(part.count(reading) for part in parts)
        begin(target, parts, name, replace=replace)
        done = 0
        for part in parts:
            for rows in copy_rows(part, reading, target):
                done += rows
                if advance is not None:
                    advance(done, total)
        with target.read() as written:
            compared = tuple(compare(part, reading, written) for part in parts)
    with target.write() as connection:
        connection.execute(delete(SETTING).where(SETTING.c.key == MARK))
    return compared


def begin(target: Database, parts: Sequence[RowSource], name: str, *, replace: bool) -> None:
    """Mark the target as being copied into; one that holds something else is refused, or emptied on demand."""
    value = json.dumps(name)
    with target.write() as connection:
        if replace:
            for part in reversed(parts):
                part.empty(connection)
            connection.execute(delete(SETTING))
        marked = connection.scalar(select(SETTING.c.value).where(SETTING.c.key == MARK))
        if marked == value:
            return
        if marked is not None or any(part.count(connection) for part in parts):
            raise Conflict(
                "to: the store there holds something already; --replace removes it first",
                details={"field": "to"},
            )
        connection.execute(SETTING.insert().values(key=MARK, value=value, updated_at=target.clock()))


def copy_rows(part: RowSource, reading: Connection, target: Database) -> Iterator[int]:
    """Add the rows that the target has not yet; gives how many, step by step, first those that it had."""
    with target.read() as connection:
        after = part.last(connection)
        yield part.count(connection)
    while rows := part.read(reading, after, ROWS_AT_ONCE):
        with target.write() as connection:
            part.write(connection, [row for _, row in rows])
            if len(rows) < ROWS_AT_ONCE:
                part.finish(connection)
        after = rows[-1][0]
        yield len(rows)


def compare(part: RowSource, reading: Connection, written: Connection) -> CopiedTable:
    """Count and hash the rows of both sides."""
    here, there = fingerprint(part, reading), fingerprint(part, written)
    if here != there:
        raise Conflict(
            f"{part.name}: what was copied is not what is there now: the store was written to since an earlier copy "
            "began; --replace begins anew",
            details={"table": part.name, "rows": here[0], "copied": there[0]},
        )
    return CopiedTable(name=part.name, rows=here[0], sha256=here[1])


def fingerprint(part: RowSource, connection: Connection) -> tuple[int, str]:
    """How many rows there are, and the hash of them all in order."""
    count, whole, after = 0, sha256(), None
    while rows := part.read(connection, after, ROWS_AT_ONCE):
        for _, row in rows:
            whole.update(json.dumps(list(row), default=bytes.hex).encode() + b"\n")
        count, after = count + len(rows), rows[-1][0]
    return count, whole.hexdigest()
