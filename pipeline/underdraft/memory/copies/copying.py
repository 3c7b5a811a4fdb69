"""A store copied into another one, row by row, whatever database either is in.

::

    source ─► rows in the order of their keys ─► target ─► both read again and compared

All of it or nothing is copied, and nothing that the target holds is overwritten unasked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Table, delete, func, select, tuple_

from underdraft.errors import Conflict, StoreError
from underdraft.memory.areas.area import Area, copied_tables
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import continue_numbers
from underdraft.types.values import frozen

ROWS_AT_ONCE = 500
"""Rows that are held in memory."""

Advance = Callable[[int, int], None]


@frozen(kw_only=True)
class CopiedTable:
    """One table of a finished copy; both sides have so many rows with this hash."""

    name: str
    rows: int
    sha256: str


def copy_store(
    source: Database,
    target: Database,
    areas: Sequence[Area],
    *,
    replace: bool = False,
    advance: Advance | None = None,
) -> tuple[CopiedTable, ...]:
    """Copy all that a store holds into another one, in one transaction, and compare both.

    Whenever the process ends, the target has all of it or is as before. What still waits beside the source to be
    written has to be written before.

    Args:
        source: Is read in one state, whatever is written to it meanwhile.
        target: Is empty.
        areas: All areas of the store.
        replace: Whether what the target holds is removed first.
        advance: Gets how many rows are done, of how many.

    Raises:
        Conflict: The target holds something.
        StoreError: Either cannot be used; the target is as before.
    """
    tables = copied_tables(areas)
    with source.read() as reading, target.write() as writing:
        total, done = sum(count(reading, table) for table in tables), 0
        make_room(writing, tables, replace=replace)
        for table in tables:
            for rows in read_rows(reading, table):
                writing.execute(table.insert(), rows)
                done += len(rows)
                if advance is not None:
                    advance(done, total)
            continue_numbers(writing, table)  # what comes next follows the rows that were added
        for area in areas:
            area.remake(writing)
        return tuple(compare(table, reading, writing) for table in tables)


def make_room(connection: Connection, tables: Sequence[Table], *, replace: bool) -> None:
    """Refuse a target that holds something, or empty it on demand."""
    if replace:
        for table in reversed(tables):
            connection.execute(delete(table))
    if any(count(connection, table) for table in tables):
        raise Conflict(
            "the store holds something already; --replace removes it first", details={"field": "replace"}
        )


def compare(table: Table, reading: Connection, written: Connection) -> CopiedTable:
    """Count and hash the rows of both sides."""
    here, there = fingerprint(reading, table), fingerprint(written, table)
    if here != there:
        raise StoreError(f"{table.name}: the copy is not the same", details={"table": table.name})
    return CopiedTable(name=table.name, rows=here[0], sha256=here[1])


def fingerprint(connection: Connection, table: Table) -> tuple[int, str]:
    """Return how many rows there are, and the hash of them all in order."""
    found, whole = 0, sha256()
    for rows in read_rows(connection, table):
        for row in rows:
            whole.update(json.dumps(list(row.values()), default=bytes.hex).encode() + b"\n")
        found += len(rows)
    return found, whole.hexdigest()


def count(connection: Connection, table: Table) -> int:
    """Return how many rows there are."""
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def read_rows(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a table in the order of their keys, :data:`ROWS_AT_ONCE` together."""
    key = list(table.primary_key.columns)
    query = chosen = select(table).order_by(*key).limit(ROWS_AT_ONCE)
    while rows := [dict(zip(table.c.keys(), row, strict=True)) for row in connection.execute(chosen)]:
        yield rows
        last = tuple_(*(rows[-1][column.key] for column in key))
        chosen = query.where(tuple_(*key) > last)
