"""Run revisions on the connection, and in the transaction, that ``migrate`` hands over."""

from __future__ import annotations

from alembic import context

from underdraft.memory.db.dialect import SERVER_SCHEMA, on_server

link = context.config.attributes["connection"]
context.configure(
    connection=link,
    transaction_per_migration=False,
    version_table_schema=SERVER_SCHEMA if on_server(link) else None,
)
context.run_migrations()
