"""On PostgreSQL: rows belong to writers, who see their own alone; for revisions that make a table.

::

    op.create_table("note", ...)
    if op.get_bind().dialect.name == "postgresql":
        keep_apart(op.get_bind(), ["note"])

A revision that changes rows does so for :func:`each_writer`, since it sees the rows of one alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sqlalchemy as sa

WRITER = "current_setting('underdraft.writer')"
"""The writer of a transaction; an error where none was set."""

OWN = "writer = current_setting('underdraft.writer', true)"
"""The rows that a transaction sees: none where it was not said whose."""


def each_writer(link: sa.Connection) -> Iterator[None]:
    """In a file once; on a server once for each writer, whose rows are the only ones meanwhile."""
    if link.dialect.name != "postgresql":
        yield
        return
    for owner in link.exec_driver_sql("SELECT owner FROM known_writer ORDER BY owner").scalars().all():
        link.exec_driver_sql("SELECT set_config('underdraft.writer', %s, true)", (owner,))
        yield


def keep_apart(link: sa.Connection, tables: Sequence[str]) -> None:
    """Give tables, which are empty, a writer that leads all their keys and indexes, and hide the rows of the others.

    Texts are compared by code points, as in a file, whatever the database's own order is.
    """
    look = sa.inspect(link)
    keys = [(table, key) for table in tables for key in look.get_foreign_keys(table)]
    for table, key in keys:
        run(link, f'ALTER TABLE "{table}" DROP CONSTRAINT "{key["name"]}"')
    for table in tables:
        for index in look.get_indexes(table):
            if "duplicates_constraint" not in index:
                run(link, f'DROP INDEX "{index["name"]}"')
        add_writer(link, look, table)
        for index in look.get_indexes(table):
            if "duplicates_constraint" not in index:
                columns = quoted("writer", *(str(name) for name in index["column_names"]))
                run(link, f'CREATE INDEX "{index["name"]}" ON "{table}" ({columns})')
    short = "SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() AND data_type <> 'bigint'::regtype"
    for sequence in link.exec_driver_sql(short).scalars().all():
        run(link, f'ALTER SEQUENCE "{sequence}" AS bigint')
    for table, key in keys:
        here, there = (
            quoted("writer", *key["constrained_columns"]),
            quoted("writer", *key["referred_columns"]),
        )
        action = key.get("options", {}).get("ondelete", "NO ACTION")
        run(
            link,
            f'ALTER TABLE "{table}" ADD CONSTRAINT "{key["name"]}" FOREIGN KEY ({here}) '
            f'REFERENCES "{key["referred_table"]}" ({there}) ON DELETE {action}',
        )


def add_writer(link: sa.Connection, look: sa.Inspector, table: str) -> None:
    """The column, the keys of one table with it, and its row-level security."""
    changes = [f"ADD COLUMN writer text COLLATE \"C\" NOT NULL DEFAULT {WRITER} CHECK (writer <> '')"]
    for column in look.get_columns(table):
        if isinstance(column["type"], sa.String):
            changes.append(f'ALTER COLUMN "{column["name"]}" TYPE text COLLATE "C"')
        elif isinstance(column["type"], sa.Integer):
            changes.append(f'ALTER COLUMN "{column["name"]}" TYPE bigint')
    primary = look.get_pk_constraint(table)
    unique = look.get_unique_constraints(table)
    changes += [f'DROP CONSTRAINT "{key["name"]}"' for key in (primary, *unique)]
    changes.append(f"ADD PRIMARY KEY ({quoted('writer', *primary['constrained_columns'])})")
    changes += [
        f'ADD CONSTRAINT "{key["name"]}" UNIQUE ({quoted("writer", *key["column_names"])})' for key in unique
    ]
    run(link, f'ALTER TABLE "{table}" {", ".join(changes)}')
    hide_others(link, table)


def hide_others(link: sa.Connection, table: str) -> None:
    """Row-level security, for the tables' owner, too."""
    for statement in (
        f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY',
        f'ALTER TABLE "{table}" FORCE ROW LEVEL SECURITY',
        f'CREATE POLICY own_rows ON "{table}" USING ({OWN}) WITH CHECK ({OWN})',
    ):
        run(link, statement)


UNGUARDED = """
SELECT count(*) FROM pg_class c WHERE c.relnamespace = 'underdraft'::regnamespace AND c.relkind IN ('r', 'p')
AND c.relname NOT IN ('alembic_version', 'known_writer', 'writer_token') AND NOT (
  c.relrowsecurity AND c.relforcerowsecurity
  AND (SELECT count(*) = 1 AND bool_and(p.polname = 'own_rows' AND p.polcmd = '*' AND p.polroles = '{0}'
    AND pg_get_expr(p.polqual, c.oid) = %(own)s AND pg_get_expr(p.polwithcheck, c.oid) = %(own)s)
    FROM pg_policy p WHERE p.polrelid = c.oid)
)
"""
"""Counts the tables that do not have row-level security with this one policy, as :func:`hide_others` makes it."""

OWN_SHOWN = "(writer = current_setting('underdraft.writer'::text, true))"
""":data:`OWN` as the server shows it."""


def quoted(*columns: str) -> str:
    """Names of columns, for a list in brackets."""
    return ", ".join(f'"{column}"' for column in columns)


def run(link: sa.Connection, statement: str) -> None:
    """Run a statement as it stands."""
    link.exec_driver_sql(statement)
