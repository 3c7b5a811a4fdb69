"""What only the store's SQL dialect can say, behind plain functions; no other module names a dialect.

The same holds for search in :mod:`underdraft.memory.index`. Another database is these two folders' matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import (
    CTE,
    Column,
    ColumnElement,
    Connection,
    Select,
    String,
    Table,
    bindparam,
    delete,
    func,
    or_,
    select,
)

Value = TypeVar("Value")

VALUES_AT_ONCE = 500
"""Values of one ``IN``: SQLite has a limit, and old builds a low one."""


def batches(values: Sequence[Value]) -> Iterator[Sequence[Value]]:
    """The values, as many at a time as one ``IN`` may hold."""
    return (values[start : start + VALUES_AT_ONCE] for start in range(0, len(values), VALUES_AT_ONCE))


def select_in(
    connection: Connection, query: Select[Any], column: ColumnElement[Any], values: Collection[Any]
) -> set[Any]:
    """What a query of one column gives for rows whose ``column`` is one of any number of values."""
    found: set[Any] = set()
    for batch in batches(sorted(values)):
        found.update(connection.scalars(query.where(column.in_(batch))))
    return found


def in_json(column: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """The condition that the column is one of the values of a JSON array, which is bound under a name.

    The statement is the same for any number of values, so that it is put together once.
    """
    values = func.json_each(bindparam(name, type_=String)).table_valued("value")
    return column.in_(select(values.c.value))


def delete_in(connection: Connection, column: Column[Any], values: Collection[Any]) -> int:
    """Delete the rows whose ``column`` is one of any number of values; returns how many there were."""
    return sum(
        connection.execute(delete(column.table).where(column.in_(batch))).rowcount
        for batch in batches(sorted(values))
    )


def insert_missing(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows; one that is there already, by a unique column, stays as it is."""
    connection.execute(table.insert().prefix_with("OR IGNORE"), rows)


def holds(text: str, *columns: ColumnElement[Any]) -> ColumnElement[bool]:
    """The condition that one of the columns holds the text, letter by letter."""
    return or_(*(func.instr(column, text) > 0 for column in columns))


def worked_out_once(query: Select[*tuple[Any, ...]], name: str) -> CTE:
    """The query as a table of that name, which the planner does not fold into the query around it."""
    return query.cte(name).prefix_with("MATERIALIZED")


def columns_by_table(connection: Connection) -> dict[str, list[str]]:
    """Every table in the file, also those that an index keeps for itself, with its columns."""
    listed = (
        "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"
        " WHERE t.type = 'table' ORDER BY t.name, c.cid"
    )
    found: dict[str, list[str]] = {}
    for table, column in connection.exec_driver_sql(listed):
        found.setdefault(table, []).append(column)
    return found


def holds_bytes(connection: Connection, table: str, columns: Sequence[str], needles: Sequence[bytes]) -> bool:
    """Whether any of a table's columns holds any of the byte strings."""
    tests = " OR ".join(f'instr(CAST("{column}" AS BLOB), ?)' for column in columns for _ in needles)
    query = f'SELECT 1 FROM "{table}" WHERE {tests} LIMIT 1'  # noqa: S608 - names from the schema itself
    return connection.exec_driver_sql(query, tuple(needles) * len(columns)).first() is not None
