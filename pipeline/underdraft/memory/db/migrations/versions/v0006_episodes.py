"""Episodes, and how far their journals have been read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "episode",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("scope", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("chapter_id", sa.String),
        sa.Column("scene_type", sa.String, nullable=False),
        sa.Column("scene_confidence", sa.Float, nullable=False),
        sa.Column("skill_used", sa.String, nullable=False),
        sa.Column("selected_index", sa.Integer),
        sa.Column("candidate_count", sa.Integer, nullable=False),
        sa.Column("edit_distance", sa.Float),
        sa.Column("implicit_signal", sa.String, nullable=False),
        sa.Column("implicit_weight", sa.Float, nullable=False),
        sa.Column("importance", sa.Float, nullable=False),
        sa.Column("importance_given", sa.Boolean, nullable=False),
        sa.Column("recall_count", sa.Integer, nullable=False),
        sa.Column("compressed", sa.Boolean, nullable=False),
        sa.Column("user_confirmed", sa.Boolean, nullable=False),
        sa.Column("used_seq", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
        sa.Column("last_recalled_at", sa.String),
        sa.Column("accepted_at", sa.String),
        sa.Column("undone_at", sa.String),
        sa.Column("run_id", sa.String),
        sa.Column("session_id", sa.String),
        sa.Column("content_hash", sa.String, nullable=False),
        sa.Column("vector_model", sa.String),
        sa.Column("vector", sa.LargeBinary),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("input_context", sa.Text),
        sa.Column("final_text", sa.Text),
        sa.Column("summary", sa.Text),
        sa.UniqueConstraint("id", name="uq_episode_id"),
    )
    for columns in (
        ("project_id", "created_at"),
        ("scene_type",),
        ("last_recalled_at",),
        ("project_id", "compressed", "used_seq"),
        ("run_id",),
        ("content_hash",),
    ):
        op.create_index("_".join(("ix_episode", *columns)), "episode", list(columns))
    op.create_index("ix_episode_project_id_scene_type", "episode", ["project_id", "scene_type", "skill_used"])
    op.create_table(
        "episode_journal",
        sa.Column("journal_id", sa.String, primary_key=True),
        sa.Column("applied", sa.Integer, nullable=False),
    )
