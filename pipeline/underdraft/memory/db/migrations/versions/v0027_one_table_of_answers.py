"""One table says what the writer, or a model, thinks of pairs of memories; merged and dropped ones have their revisions."""

from __future__ import annotations

from alembic import op

from underdraft.memory.db.migrations.writers import run

revision = "0027"
down_revision = "0026"

CHANGED = ("memory_tidy", "background_job")

DUE = """
UPDATE known_writer SET due = (SELECT min(not_before) FROM background_job WHERE writer = owner AND NOT failed)
"""
"""On a server: since when work waits; the trigger that does this knows one writer alone."""


def upgrade() -> None:
    """Drop the table of verdicts, the work that waited for one, and the log of answers by which they were undone."""
    link = op.get_bind()
    shared = link.dialect.name == "postgresql"
    for table in CHANGED if shared else ():
        run(link, f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER")
    run(link, "DELETE FROM background_job WHERE kind = 'judge'")
    run(link, "DELETE FROM memory_tidy WHERE action <> 'keep_both' OR undone_at IS NOT NULL")
    if shared:
        run(link, DUE)
    for table in CHANGED if shared else ():
        run(link, f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER")
    op.drop_table("memory_tidy_verdict")
    op.drop_index("ix_memory_tidy_settlement_id", "memory_tidy")
    for column in ("settlement_id", "stays_version", "undone_at"):
        op.drop_column("memory_tidy", column)
