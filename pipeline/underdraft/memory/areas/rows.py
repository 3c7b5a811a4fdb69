"""Rows that are copied, in the order of their keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
from sqlalchemy import Connection, Table, delete, func, select, tuple_

from underdraft.memory.db.dialect import continue_numbers

Key = tuple[Any, ...]


@attrs.frozen
class TableRows:
    """The rows of a table."""

    table: Table

    @property
    def name(self) -> str:
        """The rows' name in a report."""
        return self.table.name

    @property
    def columns(self) -> Sequence[str]:
        """The names of a row's values."""
        return self.table.columns.keys()

    @property
    def _key(self) -> list[Any]:
        return list(self.table.primary_key.columns)

    def count(self, connection: Connection) -> int:
        """Return how many there are."""
        counted = select(func.count()).select_from(self.table)
        return connection.execute(counted).scalar_one()

    def read(self, connection: Connection, after: Key | None, limit: int) -> list[tuple[Key, Sequence[Any]]]:
        """The next rows with their keys."""
        query = select(self.table).order_by(*self._key).limit(limit)
        if after is not None:
            query = query.where(tuple_(*self._key) > tuple_(*after))
        places = [list(self.table.columns).index(column) for column in self._key]
        return [(tuple(row[place] for place in places), tuple(row)) for row in connection.execute(query)]

    def write(self, connection: Connection, rows: Sequence[Sequence[Any]]) -> None:
        """Add rows as they were read."""
        names = [column.key for column in self.table.columns]
        connection.execute(self.table.insert(), [dict(zip(names, row, strict=True)) for row in rows])

    def finish(self, connection: Connection) -> None:
        """See that what comes next follows the rows that were added."""
        continue_numbers(connection, self.table)

    def empty(self, connection: Connection) -> None:
        """Remove all."""
        connection.execute(delete(self.table))
