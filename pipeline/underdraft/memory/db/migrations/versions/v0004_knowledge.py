"""Facts of the story."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "knowledge_fact",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("project_id", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("fact", sa.Text, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("origin", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
        sa.Column("deleted_at", sa.String),
        sa.Column("change", sa.Integer, nullable=False),
        sa.UniqueConstraint("id", name="uq_knowledge_fact_id"),
    )
    op.create_index("ix_knowledge_fact_project_id", "knowledge_fact", ["project_id", "status"])
