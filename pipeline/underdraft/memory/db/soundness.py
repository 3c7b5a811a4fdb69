"""Checks of a store's file that somebody else may have written: our tables, and values of the kinds that they declare."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Boolean, Float, Integer, LargeBinary, create_engine, event, select

from underdraft.memory.db.migrate import head, make_tables
from underdraft.memory.db.sqlite import break_off, driver, make_engine
from underdraft.memory.db.word_types import JsonWords, NoWordsJson

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Column, Connection, Engine, Table

Part = tuple[str, str, str]
"""Kind, name and table of a part of the schema."""

LEVELS = 200
"""Limit of the depth of stored JSON; a payload has 40 levels, and Python reads some 900."""

KINDS = {Boolean: "'integer'", Integer: "'integer'", Float: "'real', 'integer'", LargeBinary: "'blob'"}
"""SQLite's kinds of values by the type of a column; a column of another type holds text."""

COLUMNS = (
    'SELECT name, upper(type), "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY name'
)
INDEXED = 'SELECT name, "desc", coll, "key" FROM pragma_index_xinfo(?) ORDER BY seqno'


def limited_engine(path: Path) -> Engine:
    """Make an engine of a file that breaks off what takes more instructions of a connection than reading all of it does."""
    engine = make_engine(path, busy_timeout_ms=0)
    event.listen(engine, "connect", lambda link, _: break_off(link, path))
    return engine


def other_schema(connection: Connection) -> str | None:
    """Find a part of a file's schema that this version does not make so: its name, or the kind of a stranger's part.

    No row is read.
    """
    engine = create_engine("sqlite://", module=driver())
    with engine.begin() as fresh:
        make_tables(fresh, head())
        ours, theirs = parts_of(fresh), parts_of(connection)
        found = next((kind for kind, *_ in theirs.keys() - ours.keys()), None)
        for part in sorted(ours) if found is None else ():
            if part not in theirs or shape(fresh, *part, ours) != shape(connection, *part, theirs):
                found = part[1]
                break
    engine.dispose()
    return found


def parts_of(connection: Connection) -> dict[Part, str]:
    """Read the parts of a schema, each with its statement on one line; an index that SQLite makes has none."""
    rows = connection.exec_driver_sql("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return {(kind, name, table): " ".join((sql or "").split()) for kind, name, table, sql in rows}


def shape(connection: Connection, kind: str, name: str, table: str, parts: Mapping[Part, str]) -> object:
    """Read what a part of the schema is; of a table and an index whatever the order of columns and the statement."""
    statement = parts[kind, name, table]
    if kind == "table":
        return connection.exec_driver_sql(COLUMNS, (name,)).all()
    if kind == "index":
        partial = " WHERE " in statement
        return partial, connection.exec_driver_sql(INDEXED, (name,)).all()
    return statement


def other_value(connection: Connection, tables: Iterable[Table]) -> str | None:
    """Find a column that holds a value of another kind than it declares, JSON that is none or is too deep, or a damaged table."""
    for table in tables:
        if connection.exec_driver_sql(f"PRAGMA quick_check({table.name})").scalar() != "ok":
            return table.name
        checks = ", ".join(f"max({_is_other(column)})" for column in table.columns)
        row = connection.exec_driver_sql(f"SELECT {checks} FROM {table.name}").one()  # noqa: S608 - names of the schema
        for column, wrong in zip(table.columns, row, strict=True):
            if wrong or not all(map(is_json, _texts_in_json(connection, column))):
                return f"{table.name}.{column.name}"
    return None


def _is_other(column: Column[Any]) -> str:
    kinds = next((kinds for of, kinds in KINDS.items() if isinstance(column.type, of)), "'text'")
    null = ", 'null'" if column.nullable else ""
    return f'typeof("{column.name}") NOT IN ({kinds}{null})'


def _texts_in_json(connection: Connection, column: Column[Any]) -> Iterable[str]:
    if not isinstance(column.type, JsonWords | NoWordsJson):
        return ()
    return connection.execute(select(column).where(column.is_not(None))).scalars()


def is_json(text: str) -> bool:
    """Whether a text is JSON that is not too deep."""
    try:
        return is_shallow(json.loads(text), LEVELS)
    except (ValueError, RecursionError):
        return False


def is_shallow(value: object, levels: int) -> bool:
    """Whether a value in JSON's types has at most so many levels."""
    held = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels > 0 and all(is_shallow(one, levels - 1) for one in held)
