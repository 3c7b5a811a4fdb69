"""When a writer's work is due is not noted any more: it is done when the writer's store is opened."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Drop a column with its index, and on a server the function that wrote it."""
    op.drop_index("ix_known_writer_due", table_name="known_writer")
    op.drop_column("known_writer", "due")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION underdraft.note_work()")
