"""Sessions: from ``session:start`` to ``session:end``; one that a run names first begins with that run."""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table

from underdraft.memory.db.schema import METADATA

SESSION = Table(
    "session",
    METADATA,
    Column("session_id", String, primary_key=True),
    Column("project_id", String),  # null for a session without a project
    Column("started_at", String, nullable=False),
    Column("ended_at", String),
    Index("ix_session_project_id_started_at", "project_id", "started_at"),
)
