"""New stores, and old ones beside them: both have the tables that the schema's modules name."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import inspect

import postgres
from memory.old_stores import make
from memory.store_samples import open_database
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import SERVER_SCHEMA, on_server
from underdraft.memory.db.schema import metadata

pytestmark = pytest.mark.migrates

SCHEMAS = Path(make.__file__).parent


@pytest.mark.file_only("alembic compares what both kinds of database have")
def test_a_new_store_has_what_the_modules_say(tmp_path):
    """Alembic finds no difference between a new store and the schema's modules."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def ours(_object, name, kind, _reflected, _compared):
        return not (kind == "table" and name.startswith("lexical") and name != "lexical_entry")

    with open_database(tmp_path / "u.db").read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "include_object": ours})
        assert compare_metadata(context, metadata()) == []


def described(database):
    """The tables with columns, keys and indexes, the triggers and the views, of either kind of database."""
    with database.read() as connection:
        look, home = inspect(connection), SERVER_SCHEMA if on_server(connection) else None
        listed = (
            "SELECT event_object_table, trigger_name, action_statement FROM information_schema.triggers"
            " UNION SELECT tablename, policyname, qual FROM pg_policies"
            " UNION SELECT relname, relrowsecurity::text, relforcerowsecurity::text FROM pg_class WHERE relkind = 'r'"
            if home
            else "SELECT tbl_name, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"
        )
        found = {tuple(row) for row in connection.exec_driver_sql(listed)}
        for table in look.get_table_names(schema=home):
            columns = [
                (c["name"], str(c["type"]), c["nullable"], str(c["default"]).partition("::")[0])
                for c in look.get_columns(table, schema=home)
            ]
            keys = look.get_foreign_keys(table, schema=home)
            primary = look.get_pk_constraint(table, schema=home)["constrained_columns"]
            unique = {str(u["column_names"]) for u in look.get_unique_constraints(table, schema=home)}
            indexes = {(i["name"], str(i["column_names"])) for i in look.get_indexes(table, schema=home)}
            links = {(str(k["constrained_columns"]), k["referred_table"], str(k["options"])) for k in keys}
            found.add((table, str(sorted(columns)), str(primary)))
            found.add((table, str(sorted(unique)), str(sorted(indexes)), str(sorted(links))))
    database.close()
    return found


@pytest.mark.file_only("files of early versions")
@pytest.mark.parametrize("revision", ["0006", "0021"])
def test_an_old_file_becomes_like_a_new_one(tmp_path, revision):
    """Tables, columns, keys, indexes, triggers and views are the same; the order of columns may be another."""
    make.load((SCHEMAS / f"schema_{revision}.sql").read_text("utf-8"), tmp_path / "old.db")
    assert described(open_database(tmp_path / "old.db")) == described(open_database(tmp_path / "new.db"))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:Did not recognize type")
@pytest.mark.file_only("the server is asked for by name")
def test_an_old_server_becomes_like_a_new_one():
    """The same on a server, with row-level security on each table."""
    psycopg = pytest.importorskip("psycopg")
    found = []
    for tables in ("", (SCHEMAS / "schema_0021_server.sql").read_text("utf-8")):
        name = postgres.new_database(postgres.EMPTY)
        postgres.ask(name, "CREATE EXTENSION vector")
        where = postgres.url(name)
        if tables:
            with psycopg.connect(where, autocommit=True) as link:
                link.execute(tables)
        found.append(described(Database(where, writer="anna", clock=str, new_id=str)))
        postgres.drop(name)
    assert found[0] == found[1]
