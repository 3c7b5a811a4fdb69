"""Feedback events, preference signals, kinds and preferences."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    events()
    preferences()


def events() -> None:
    """The log, and which event of a run counts."""
    op.create_table(
        "feedback_event",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String),
        sa.Column("project_id", sa.String),
        sa.Column("skill_id", sa.String),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("evidence_ref", sa.Text),
        sa.Column("selected_index", sa.Integer),
        sa.Column("undo", sa.Boolean, nullable=False),
        sa.Column("edit_distance", sa.Float),
        sa.Column("final_hash", sa.String),
        sa.Column("signal", sa.String, nullable=False),
        sa.Column("weight", sa.Float, nullable=False),
        sa.Column("ignored_reason", sa.String),
    )
    op.create_index("ix_feedback_event_run_id", "feedback_event", ["run_id"])
    op.create_index("ix_feedback_event_project_id", "feedback_event", ["project_id"])
    op.create_table(
        "run_feedback",
        sa.Column("run_id", sa.String, primary_key=True),
        sa.Column(
            "event_seq", sa.Integer, sa.ForeignKey("feedback_event.seq", ondelete="CASCADE"), nullable=False
        ),
    )


def preferences() -> None:
    """What is learned."""
    op.create_table(
        "preference_kind",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("scope", sa.String, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("axis", sa.String, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("counted_after", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
    )
    op.create_index("ix_preference_kind_project_id_axis", "preference_kind", ["project_id", "axis"])
    op.create_table(
        "preference",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column(
            "kind_id", sa.String, sa.ForeignKey("preference_kind.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("pole", sa.String, nullable=False),
        sa.Column("statement", sa.Text, nullable=False),
        sa.Column("refused_at", sa.String),
        sa.Column("retired_at", sa.String),
        sa.Column("retired_reason", sa.String),
        sa.Column("promoted_to", sa.String),
        sa.UniqueConstraint("kind_id", "pole", name="uq_preference_kind_id_pole"),
    )
    op.create_table(
        "preference_signal",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("source", sa.String, nullable=False),
        sa.Column(
            "event_seq", sa.Integer, sa.ForeignKey("feedback_event.seq", ondelete="CASCADE"), nullable=False
        ),
        sa.Column(
            "kind_id", sa.String, sa.ForeignKey("preference_kind.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("run_id", sa.String),
        sa.Column("stance", sa.String, nullable=False),
        sa.Column("before", sa.Text, nullable=False),
        sa.Column("after", sa.Text, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.UniqueConstraint("source", "kind_id", name="uq_preference_signal_source_kind_id"),
    )
    op.create_index("ix_preference_signal_kind_id_seq", "preference_signal", ["kind_id", "seq"])
