"""Episodes without a second copy of their vector: they are compared in memory."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Drop the copies."""
    op.drop_column("episode", "vector")
    op.drop_column("episode", "vector_model")
