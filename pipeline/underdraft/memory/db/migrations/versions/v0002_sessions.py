"""Sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of sessions."""
    op.create_table(
        "session",
        sa.Column("session_id", sa.String, primary_key=True),
        sa.Column("project_id", sa.String),
        sa.Column("started_at", sa.String, nullable=False),
        sa.Column("ended_at", sa.String),
    )
    op.create_index("ix_session_project_id_started_at", "session", ["project_id", "started_at"])
