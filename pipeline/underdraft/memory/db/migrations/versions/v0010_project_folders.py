"""Which folder uses a project's id."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table; folders are noted as they are opened."""
    op.create_table(
        "project_folder",
        sa.Column("project_id", sa.String, nullable=False),
        sa.Column("folder", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("project_id", name="pk_project_folder"),
    )
