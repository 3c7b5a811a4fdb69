"""SQL that only the store's dialect has, behind plain functions; no other module names a dialect.

The same holds for search in :mod:`underdraft.memory.index`. Another database is these two folders' matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from sqlalchemy import (
    BindParameter,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Dialect,
    Float,
    Integer,
    Select,
    String,
    Table,
    TextualSelect,
    bindparam,
    delete,
    func,
    or_,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

SERVER_SCHEMA = "underdraft"
"""Where the tables are in a database on a server, so that an application's own database can be used."""

Value = TypeVar("Value")

Query = Select[*tuple[Any, ...]] | TextualSelect

VALUES_AT_ONCE = 500
"""Values of one ``IN``: SQLite has a limit, and old builds a low one."""


def on_server(connection: Connection) -> bool:
    """Whether the store is in a database on a server (PostgreSQL), and not in a file."""
    return connection.dialect.name == "postgresql"


def plain_rows(
    connection: Connection,
    query: Query,
    asked: Mapping[str, object] = MappingProxyType({}),
) -> Sequence[Sequence[Any]]:
    """The rows of a query of texts, numbers and bytes, in a file by the driver, which takes a tenth of the time alone.

    No value is a list.
    """
    if on_server(connection):
        return connection.execute(query, dict(asked)).all()
    text, order, known = _as_text(query, connection.dialect)
    link: Any = connection.connection.driver_connection
    rows: list[Sequence[Any]] = link.execute(text, [asked.get(key, known[key]) for key in order]).fetchall()
    return rows


@lru_cache(maxsize=256)
def _as_text(query: Query, dialect: Dialect) -> tuple[str, Sequence[str], Mapping[str, Any]]:
    """A query for the driver, the names of its values in their order, and those that it has itself."""
    made: Any = query.compile(dialect=dialect)
    return str(made), made.positiontup, made.construct_params(_check=False)


def batches(values: Sequence[Value]) -> Iterator[Sequence[Value]]:
    """The values, as many at a time as one ``IN`` may hold."""
    return (values[start : start + VALUES_AT_ONCE] for start in range(0, len(values), VALUES_AT_ONCE))


def select_in(
    connection: Connection, query: Select[Any], column: ColumnElement[Any], values: Collection[Any]
) -> set[Any]:
    """Collect a query's one column over the rows whose ``column`` is one of any number of values."""
    found: set[Any] = set()
    for batch in batches(sorted(values)):
        found.update(connection.scalars(query.where(column.in_(batch))))
    return found


def in_json(column: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """The condition that the column is one of the values of a JSON array, which is bound under a name.

    The statement is the same for any number of values, so that it is put together once.
    """
    return _InJson(column, bindparam(name, type_=String))


def is_value(column: ColumnElement[Any], value: object) -> ColumnElement[bool]:
    """The condition that a column is a value, or nothing where the value is ``None``; either may be bound later.

    ``IS NOT DISTINCT FROM`` says the same, but PostgreSQL looks into no index for it, and goes through all rows
    of a writer.
    """
    if isinstance(value, BindParameter):
        return _IsValue(column, bindparam(value.key, type_=column.type))
    return _IsValue(column, bindparam(None, value, column.type, unique=True))


def days_since(column: ColumnElement[Any], name: str) -> ColumnElement[float]:
    """The days from a time in a column to the one that is bound under a name; 0 where it is not past."""
    return _DaysSince(column, bindparam(name, type_=String))


class _ByDialect(FunctionElement[Any]):
    """An expression of two parts that each database words in its own way: ``{0}`` and ``{1}``."""

    in_file: ClassVar[str]
    on_server: ClassVar[str]

    def self_group(self, against: Any = None) -> _ByDialect:  # noqa: ARG002 - the base class's
        """Itself: the base class says ``= 1`` after it where there are no booleans, and then no index is used."""
        return self


class _DaysSince(_ByDialect):
    inherit_cache, type = True, Float()
    in_file = "max(0, julianday({1}) - julianday({0}))"
    on_server = "greatest(0, CAST(extract(epoch FROM CAST({1} AS timestamptz) - CAST({0} AS timestamptz)) AS float8) / 86400)"


class _IsValue(_ByDialect):
    inherit_cache, type = True, Boolean()
    in_file = "{0} IS {1}"
    on_server = "({0} = {1} OR ({1} IS NULL AND {0} IS NULL))"  # the server knows which half is left


class _InJson(_ByDialect):
    inherit_cache, type = True, Boolean()
    in_file = "{0} IN (SELECT value FROM json_each({1}))"
    on_server = "{0} = ANY (CAST(ARRAY(SELECT jsonb_array_elements_text(CAST({1} AS jsonb))) AS {kind}[]))"


@compiles(_ByDialect)
def _worded(element: _ByDialect, compiler: Any, **options: Any) -> str:
    parts = [compiler.process(part, **options) for part in element.clauses]
    kind = "bigint" if isinstance(element.clauses.clauses[0].type, Integer) else "text"
    text = element.on_server if compiler.dialect.name == "postgresql" else element.in_file
    return text.format(*parts, kind=kind)


def delete_in(connection: Connection, column: Column[Any], values: Collection[Any]) -> int:
    """Delete the rows whose ``column`` is one of any number of values; returns how many there were."""
    return sum(
        connection.execute(delete(column.table).where(column.in_(batch))).rowcount
        for batch in batches(sorted(values))
    )


def insert_missing(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Insert rows; one that is there already, by a unique column, stays as it is."""
    insert: Any = table.insert().prefix_with("OR IGNORE")
    if on_server(connection):
        from sqlalchemy.dialects import postgresql

        insert = postgresql.insert(table).on_conflict_do_nothing()
    connection.execute(insert, rows)


def continue_numbers(connection: Connection, table: Table) -> None:
    """Let the numbers that rows get by themselves go on behind those that rows were given; a file does that anyway."""
    column = table.primary_key.columns[0]
    if (
        not on_server(connection)
        or len(table.primary_key.columns) > 1
        or not isinstance(column.type, Integer)
    ):
        return
    connection.exec_driver_sql(
        f"SELECT setval(sequence, greatest(nextval(sequence), (SELECT max({column.name}) FROM {table.name}), 1)) "  # noqa: S608 - names of the schema
        "FROM (SELECT pg_get_serial_sequence(%s, %s)::regclass AS sequence) found WHERE sequence IS NOT NULL",
        (f"{SERVER_SCHEMA}.{table.name}", column.name),
    )


def holds(connection: Connection, text: str, *columns: ColumnElement[Any]) -> ColumnElement[bool]:
    """The condition that one of the columns holds the text, letter by letter."""
    place = func.strpos if on_server(connection) else func.instr
    return or_(*(place(column, text) > 0 for column in columns))
