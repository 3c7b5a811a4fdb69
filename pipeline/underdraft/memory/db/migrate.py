"""Make a store's tables or bring them up to date, or refuse a store that this version does not know."""

from __future__ import annotations

import os
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING

from sqlalchemy import String

from underdraft.errors import StoreError
from underdraft.memory.db.dialect import SERVER_SCHEMA, on_server
from underdraft.memory.db.migrations.writers import keep_apart
from underdraft.memory.db.schema import metadata
from underdraft.memory.db.schema.tokens import KNOWN_WRITER, WRITER_TOKEN
from underdraft.memory.db.triggers import make_triggers, without_triggers

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine


MIGRATIONS: Traversable = files("underdraft.memory.db.migrations")
"""The folder with the revisions, ``versions/vNNNN_*.py``, whose ``upgrade()`` uses Alembic's operations."""

MIGRATION_LOCK_MS = 120_000
"""How long a process waits while another one migrates the same file."""


def revisions() -> dict[str, Traversable]:
    """The revisions of stores that this version opens, oldest first, with their files."""
    found = {entry.name[1:5]: entry for entry in (MIGRATIONS / "versions").iterdir() if entry.name[:1] == "v"}
    return dict(sorted(found.items()))


def head() -> str:
    """The newest revision."""
    return max(revisions())


def current(connection: Connection) -> str | None:
    """The revision of a store, ``None`` for an empty one."""
    home = SERVER_SCHEMA if on_server(connection) else None
    if not connection.dialect.has_table(connection, "alembic_version", schema=home):
        return None
    row = connection.exec_driver_sql("SELECT version_num FROM alembic_version").first()
    return None if row is None else str(row[0])


def due(connection: Connection) -> bool:
    """Whether the store is empty or needs migrating; one of a revision that is not known is a ``StoreError``."""
    found = current(connection)
    known = revisions()
    if found is not None and found not in known:
        raise StoreError(
            "the store was not written by this version of Underdraft or an earlier release; update Underdraft to open it",
            details={"reason": "newer_schema", "found": found, "known": max(known)},
        )
    return found != max(known)


def migrate(engine: Engine, path: Path) -> bool:
    """Migrate a store in a file when that is due, and say whether it was; one process does it, the others wait.

    A store with content is first copied to ``<file>.bak-<revision>`` beside it.
    """
    with engine.connect() as connection:
        if not due(connection):
            return False
    with engine.execution_options(immediate=True, wait_ms=MIGRATION_LOCK_MS).begin() as connection:
        if due(connection):
            found = current(connection)
            if found is not None:
                copy_before(engine, path, found)
            upgrade(connection)
    engine.dispose()  # the last connection that is closed folds the log into the file
    return True


def copy_before(engine: Engine, path: Path, revision: str) -> None:
    """Copy the store as it is, whole or not at all."""
    target = path.with_name(f"{path.name}.bak-{revision}")
    partial = path.with_name(f"{path.name}.bak-{revision}.partial")
    unfinished = (partial, partial.with_name(f"{partial.name}-journal"))
    try:
        for file in unfinished:
            file.unlink(missing_ok=True)
        with engine.execution_options(bare=True).connect() as connection:
            connection.exec_driver_sql("VACUUM INTO ?", (os.fspath(partial),))
        partial.chmod(0o600)
        partial.replace(target)
    except OSError as error:
        raise StoreError(
            "the copy before the migration cannot be made beside the store", details={"reason": "cannot_open"}
        ) from error
    finally:
        for file in unfinished:
            with suppress(OSError):
                file.unlink(missing_ok=True)


def upgrade(connection: Connection) -> None:
    """Make the tables of an empty store, or run the missing revisions, in the connection's transaction."""
    found = current(connection)
    if found is None:
        make_tables(connection, head())
        return
    from alembic.migration import MigrationContext  # late: only a store that is not up to date needs it
    from alembic.operations import Operations

    with without_triggers(connection), Operations.context(MigrationContext.configure(connection)):
        for revision, file in revisions().items():
            if revision > found:
                run_path(os.fspath(file))["upgrade"]()  # type: ignore[call-overload]
    connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{head()}'")  # noqa: S608 - a file's name


def make_tables(link: Connection, revision: str) -> None:
    """Make everything in an empty database, as the schema's modules say and with all that the database does by itself."""
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
