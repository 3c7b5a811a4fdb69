"""A new store: the tables as the schema's modules say, with all that the database does by itself; nothing is migrated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import String

from underdraft.memory.db.dialect import on_server
from underdraft.memory.db.migrations.writers import keep_apart
from underdraft.memory.db.schema import metadata
from underdraft.memory.db.schema.tokens import KNOWN_WRITER, WRITER_TOKEN
from underdraft.memory.db.triggers import make_triggers

if TYPE_CHECKING:
    from sqlalchemy import Connection


def make_tables(link: Connection, revision: str) -> None:
    """Make everything in an empty database, as of the newest revision."""
    tables = metadata()
    tables.create_all(link, checkfirst=False)
    if on_server(link):
        shared = {WRITER_TOKEN.name, KNOWN_WRITER.name}  # read before it is known who asks
        keep_apart(link, sorted(tables.tables.keys() - shared))
        texts = [c for c in (*WRITER_TOKEN.c, *KNOWN_WRITER.c) if isinstance(c.type, String)]
        for column in texts:
            change = f'ALTER COLUMN {column.name} TYPE text COLLATE "C"'
            link.exec_driver_sql(f"ALTER TABLE {column.table.name} {change}")
        link.exec_driver_sql("ALTER TABLE store_change ADD COLUMN at xid8 NOT NULL")
    make_triggers(link)
    key = "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)"
    link.exec_driver_sql(f"CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, {key})")
    link.exec_driver_sql(f"INSERT INTO alembic_version VALUES ('{revision}')")  # noqa: S608 - a file's name
