"""Conversations, atomic memories, profile, session summaries, compacts and background work."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables."""
    conversation()
    learned()
    background()


def conversation() -> None:
    """The transcript and the sessions' summaries."""
    op.create_table(
        "conversation",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("session_id", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("instruction", sa.Text),
        sa.Column("create_time", sa.String, nullable=False),
        sa.Column("is_collected", sa.Boolean, nullable=False),
        sa.Column("answered", sa.Boolean, nullable=False),
        sa.Column("run_id", sa.String),
        sa.Column("tokens", sa.Integer, nullable=False),
        sa.Column("window_seq", sa.Integer),
        sa.UniqueConstraint("id", name="uq_conversation_id"),
    )
    op.create_index("ix_conversation_run_id", "conversation", ["run_id"])
    op.create_index("ix_conversation_session_id", "conversation", ["session_id", "answered", "seq"])
    op.create_table(
        "session_summary",
        sa.Column("session_id", sa.String, primary_key=True),
        sa.Column("project_id", sa.String),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("snippet", sa.Text, nullable=False),
        sa.Column("origin", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
        sa.Column("deleted_at", sa.String),
    )
    op.create_index("ix_session_summary_created_at", "session_summary", ["created_at"])


def learned() -> None:
    """Atomic memories and the profile."""
    op.create_table(
        "atomic_memory",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("timestamp", sa.String, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("content_hash", sa.String, nullable=False),
        sa.Column("same_key", sa.String, nullable=False),
        sa.Column("tags", sa.Text, nullable=False),
        sa.Column("session_id", sa.String),
        sa.Column("project_id", sa.String),
        sa.Column("about", sa.String, nullable=False),
        sa.Column("value", sa.String, nullable=False),
        sa.Column("origin", sa.String, nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
        sa.Column("contradicts", sa.Text, nullable=False),
        sa.Column("contradicted_by", sa.String),
        sa.Column("user_confirmed", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("create_time", sa.String, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
        sa.Column("deleted_at", sa.String),
    )
    op.create_index("ix_atomic_memory_about", "atomic_memory", ["about"])
    op.create_index("ix_atomic_memory_project_id", "atomic_memory", ["project_id", "deleted_at"])
    op.create_index("ix_atomic_memory_same_key", "atomic_memory", ["same_key"])
    op.create_index("ix_atomic_memory_session_id", "atomic_memory", ["session_id"])
    op.create_table(
        "user_profile",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("markdown", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
    )
    op.create_table(
        "user_profile_revision",
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("markdown", sa.Text, nullable=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
    )


def background() -> None:
    """Compacts and what is still to be done."""
    op.create_table(
        "compact",
        sa.Column("run_id", sa.String, primary_key=True),
        sa.Column("run_seq", sa.Integer, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("skill_id", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("origin", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("full_tokens", sa.Integer, nullable=False),
        sa.Column("tokens", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
    )
    op.create_index("ix_compact_project_id", "compact", ["project_id", "run_seq"])
    op.create_table(
        "background_job",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("not_before", sa.String, nullable=False),
        sa.Column("failed", sa.Boolean, nullable=False),
        sa.Column("last_error", sa.String),
        sa.UniqueConstraint("kind", "subject", name="uq_background_job_kind_subject"),
    )
    op.create_index("ix_background_job_not_before", "background_job", ["failed", "not_before"])
