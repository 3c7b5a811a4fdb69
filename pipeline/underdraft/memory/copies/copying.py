"""A store copied into another one, row by row, whatever database either is in.

::

    source ─► rows in the order of their keys ─► target ─► both read again and compared

All of it or nothing is copied, and nothing that the target holds is overwritten unasked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

import attrs

from underdraft.errors import Conflict, StoreError
from underdraft.memory.areas.area import Area, row_sources
from underdraft.memory.areas.rows import TableRows
from underdraft.memory.db.database import Database

if TYPE_CHECKING:
    from sqlalchemy import Connection

ROWS_AT_ONCE = 500
"""Rows that are held in memory."""

Advance = Callable[[int, int], None]


@attrs.frozen(kw_only=True)
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
    parts = row_sources(areas)
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
        for area in areas:
            area.remake(writing)
        return tuple(compare(part, reading, writing) for part in parts)


def make_room(connection: Connection, parts: Sequence[TableRows], *, replace: bool) -> None:
    """Refuse a target that holds something, or empty it on demand."""
    if replace:
        for part in reversed(parts):
            part.empty(connection)
    if any(part.count(connection) for part in parts):
        raise Conflict(
            "the store holds something already; --replace removes it first", details={"field": "replace"}
        )


def compare(part: TableRows, reading: Connection, written: Connection) -> CopiedTable:
    """Count and hash the rows of both sides."""
    here, there = fingerprint(part, reading), fingerprint(part, written)
    if here != there:
        raise StoreError(f"{part.name}: the copy is not the same", details={"table": part.name})
    return CopiedTable(name=part.name, rows=here[0], sha256=here[1])


def fingerprint(part: TableRows, connection: Connection) -> tuple[int, str]:
    """Return how many rows there are, and the hash of them all in order."""
    count, whole, after = 0, sha256(), None
    while rows := part.read(connection, after, ROWS_AT_ONCE):
        for _, row in rows:
            whole.update(json.dumps(list(row), default=bytes.hex).encode() + b"\n")
        count, after = count + len(rows), rows[-1][0]
    return count, whole.hexdigest()
