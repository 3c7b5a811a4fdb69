"""The lock between writers: what a connection sees and may write."""

from __future__ import annotations

import pytest

import postgres
from underdraft.memory.db.schema import metadata

psycopg = pytest.importorskip(
    "psycopg", reason="needs the extra postgres: pip install 'underdraft[postgres]'"
)

NOBODYS = {"alembic_version", "known_writer", "writer_token"}
"""Tables that are read before it is known which writer asks."""

FILL = """
DO $$ DECLARE t text; w text; BEGIN
  SET session_replication_role = replica;
  FOREACH w IN ARRAY ARRAY['anna', 'ben'] LOOP
    PERFORM set_config('underdraft.writer', w, false);
    FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'underdraft'
        AND tablename NOT IN ('alembic_version', 'known_writer', 'writer_token') LOOP
      EXECUTE (SELECT format('INSERT INTO underdraft.%I (%s) VALUES (%s)', t,
        string_agg(quote_ident(column_name), ','),
        string_agg(quote_literal(CASE data_type WHEN 'text' THEN 'x' WHEN 'boolean' THEN 'true' WHEN 'USER-DEFINED'
          THEN '[1]' ELSE '1' END), ','))
        FROM information_schema.columns WHERE table_schema = 'underdraft' AND table_name = t
          AND column_name <> 'writer' AND is_generated = 'NEVER');
    END LOOP;
  END LOOP;
END $$
"""
"""A row of each of two writers in every table, whatever it refers to."""


@pytest.fixture
def tables(server_url):
    """A database in which two writers have a row in each table, and the names of the tables."""
    name = postgres.name_in(server_url)
    postgres.ask(name, FILL)
    found = postgres.ask(name, "SELECT tablename FROM pg_tables WHERE schemaname = 'underdraft'")
    return name, sorted({row[0] for row in found} - NOBODYS)


def test_every_table_is_locked(tables):
    """Without a writer no row is seen, with one that writer's; each key and index begins with the writer."""
    name, found = tables
    assert {table.name for table in metadata().tables.values()} == (
        set(found) | NOBODYS - {"alembic_version"}
    )
    with psycopg.connect(postgres.url(name)) as link:
        for table in found:
            assert link.execute(f"SELECT count(*) FROM underdraft.{table}").fetchone() == (0,), table
        for writer in ("anna", "ben", "nobody", ""):
            link.execute("SELECT set_config('underdraft.writer', %s, true)", (writer,))
            for table in found:
                seen = [row[0] for row in link.execute(f"SELECT writer FROM underdraft.{table}")]
                assert seen == [writer] * (writer in {"anna", "ben"}), table
                if writer == "anna":
                    assert link.execute(f"DELETE FROM underdraft.{table} WHERE writer = 'ben'").rowcount == 0
        link.rollback()
        for table in found:
            assert link.execute(f"SELECT count(*) FROM underdraft.{table}").fetchone() == (0,), table
    leading = postgres.ask(
        name,
        "SELECT i.relname, a.attname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid "
        "JOIN pg_class t ON t.oid = x.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace "
        "JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0] "
        "WHERE n.nspname = 'underdraft' AND t.relname NOT IN ('alembic_version', 'known_writer', 'writer_token')",
    )
    assert len(leading) > 40
    assert {column for _, column in leading} == {"writer"}


def test_nobody_writes_for_another(tables):
    """A row of another writer, or of none, is refused; a row cannot be given away."""
    name, _ = tables
    own = "INSERT INTO underdraft.setting (key, value, updated_at) VALUES ('k', '1', 'now')"
    with psycopg.connect(postgres.url(name), autocommit=True) as link:
        with pytest.raises(psycopg.errors.UndefinedObject):
            link.execute(own)
        for setting, statement in (
            (
                "anna",
                "INSERT INTO underdraft.setting (key, value, updated_at, writer) VALUES ('k', '1', '', 'ben')",
            ),
            ("anna", "UPDATE underdraft.setting SET writer = 'ben', key = 'y'"),
            ("", own),
        ):
            link.execute("SELECT set_config('underdraft.writer', %s, false)", (setting,))
            with pytest.raises((psycopg.errors.InsufficientPrivilege, psycopg.errors.CheckViolation)):
                link.execute(statement)


def test_a_role_that_owns_nothing(tables):
    """It sees no table before it was given the rights, and then the rows of the writer it names, no others."""
    name, found = tables
    guest = f"guest_{name}"
    postgres.ask(name, f"CREATE ROLE {guest} LOGIN")
    with psycopg.connect(postgres.url(name, guest), autocommit=True) as link:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            link.execute("SELECT * FROM underdraft.run")
        postgres.ask(
            name,
            f"GRANT USAGE ON SCHEMA underdraft TO {guest}",
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA underdraft TO {guest}",
            role=postgres.ROLE,
        )
        for writer, seen in (("", 0), ("anna", 1)):
            link.execute("SELECT set_config('underdraft.writer', %s, false)", (writer,))
            for table in found:
                assert link.execute(f"SELECT count(*) FROM underdraft.{table}").fetchone() == (seen,), table
        link.execute("SET row_security = off")
        for forbidden in (
            "ALTER TABLE underdraft.run DISABLE ROW LEVEL SECURITY",
            "SELECT * FROM underdraft.run",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                link.execute(forbidden)
    postgres.ask(name, f"DROP OWNED BY {guest}", f"DROP ROLE {guest}")
