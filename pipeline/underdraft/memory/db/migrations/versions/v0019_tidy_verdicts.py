"""What a model judged about memories that are near each other."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import keep_apart

revision = "0019"
down_revision = "0018"

TABLE = "memory_tidy_verdict"
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        TABLE,
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("first", sa.String, nullable=False),
        sa.Column("first_hash", sa.String, nullable=False),
        sa.Column("second", sa.String, nullable=False),
        sa.Column("second_hash", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("holds_hash", sa.String),
        sa.Column("first_begin", NUMBER, nullable=False),
        sa.Column("first_end", NUMBER, nullable=False),
        sa.Column("second_begin", NUMBER, nullable=False),
        sa.Column("second_end", NUMBER, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_memory_tidy_verdict"),
    )
    op.create_index("ix_memory_tidy_verdict_project_id", TABLE, ["project_id"])
    link = op.get_bind()
    if link.dialect.name == "postgresql":
        keep_apart(link, (TABLE,))
