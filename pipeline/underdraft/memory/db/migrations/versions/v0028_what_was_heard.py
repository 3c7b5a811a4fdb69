"""A run keeps what was found in the writer's words, and what became of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import keep_apart, run

revision = "0028"
down_revision = "0027"


KEY = "FOREIGN KEY (writer, run_seq) REFERENCES run (writer, seq) ON DELETE CASCADE"


def upgrade() -> None:
    """The table; on a server each writer's rows are apart, and a run is named with its writer."""
    shared = op.get_bind().dialect.name == "postgresql"
    key = () if shared else (sa.ForeignKey("run.seq", ondelete="CASCADE"),)
    op.create_table(
        "run_heard",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_seq", sa.Integer, *key, nullable=False),
        sa.Column("outcome", sa.String, nullable=False),
        sa.Column("reason", sa.String),
        sa.Column("memory_id", sa.String),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_index("ix_run_heard_run_seq", "run_heard", ["run_seq"])
    if shared:
        keep_apart(op.get_bind(), ("run_heard",))
        run(op.get_bind(), f"ALTER TABLE run_heard ADD CONSTRAINT run_heard_run_seq_fkey {KEY}")
