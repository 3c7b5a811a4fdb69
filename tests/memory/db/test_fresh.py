"""New stores, and those of releases beside them: both have the tables that the schema's modules name."""

from __future__ import annotations

import pytest
from sqlalchemy import inspect

from memory import release_store
from memory.store_samples import open_database
from underdraft.memory.db.schema import metadata

pytestmark = pytest.mark.migrates


@pytest.mark.file_only("alembic compares what both kinds of database have")
def test_a_new_store_has_what_the_modules_say(tmp_path):
    """Alembic finds no difference between a new store and the schema's modules."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with open_database(tmp_path / "u.db").read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata()) == []


def described(database):
    """The tables with columns, keys and indexes, the triggers and the views of a file."""
    with database.read() as connection:
        look = inspect(connection)
        listed = "SELECT tbl_name, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"
        found = {tuple(row) for row in connection.exec_driver_sql(listed)}
        for table in look.get_table_names():
            columns = [
                (c["name"], str(c["type"]), c["nullable"], c["default"]) for c in look.get_columns(table)
            ]
            keys = look.get_foreign_keys(table)
            unique = {str(u["column_names"]) for u in look.get_unique_constraints(table)}
            indexes = {(i["name"], str(i["column_names"])) for i in look.get_indexes(table)}
            checks = sorted(c["sqltext"] for c in look.get_check_constraints(table))
            links = {(str(k["constrained_columns"]), k["referred_table"], str(k["options"])) for k in keys}
            primary = str(look.get_pk_constraint(table)["constrained_columns"])
            found |= {
                (table, str(sorted(columns)), primary),
                (table, str(sorted(unique)), str(sorted(indexes))),
            }
            found.add((table, str(sorted(links)), str(checks)))
    database.close()
    return found


@pytest.mark.file_only("files of releases")
@pytest.mark.parametrize("revision", sorted(file.stem for file in release_store.FOLDER.glob("*.sql")))
def test_a_released_file_becomes_like_a_new_one(tmp_path, revision):
    """Tables, columns, keys, indexes, triggers and views are the same; the order of columns may be another."""
    release_store.load(revision, tmp_path / "old.db")
    assert described(open_database(tmp_path / "old.db")) == described(open_database(tmp_path / "new.db"))
