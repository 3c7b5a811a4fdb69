"""What the writer decided about memories that say the same, or the opposite."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "memory_tidy",
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("settlement_id", sa.String, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("stays", sa.String, nullable=False),
        sa.Column("stays_hash", sa.String, nullable=False),
        sa.Column("stays_version", sa.Integer),
        sa.Column("other", sa.String, nullable=False),
        sa.Column("other_hash", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("undone_at", sa.String),
        sa.PrimaryKeyConstraint("seq", name="pk_memory_tidy"),
    )
    op.create_index("ix_memory_tidy_settlement_id", "memory_tidy", ["settlement_id"])
    op.create_index("ix_memory_tidy_project_id", "memory_tidy", ["project_id", "action"])
