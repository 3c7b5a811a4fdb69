"""What questions to a model cost, and the answers that are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import keep_apart

revision = "0026"
down_revision = "0025"

TABLE = "question"
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        TABLE,
        sa.Column("id", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("task", sa.String, nullable=False),
        sa.Column("model", sa.String, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("answer", sa.Text),
        sa.Column("calls", NUMBER, nullable=False),
        sa.Column("prompt_tokens", NUMBER, nullable=False),
        sa.Column("completion_tokens", NUMBER, nullable=False),
        sa.Column("cached_tokens", NUMBER, nullable=False),
        sa.Column("usd", sa.Float),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_question"),
    )
    op.create_index("ix_question_key", TABLE, ["key"])
    op.create_index("ix_question_at", TABLE, ["at"])
    link = op.get_bind()
    if link.dialect.name == "postgresql":
        keep_apart(link, (TABLE,))
