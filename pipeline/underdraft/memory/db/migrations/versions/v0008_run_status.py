"""How a run ended: whether it was answered, and why the model stopped."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the columns; every run that was kept so far was answered."""
    op.add_column("run", sa.Column("status", sa.String, nullable=False, server_default="done"))
    op.add_column("run", sa.Column("finish_reason", sa.String))
