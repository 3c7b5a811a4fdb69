"""Rules that were distilled from past runs: proposed, and confirmed or refused by the writer."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, String, Table, Text

from underdraft.memory.db.schema import METADATA, NUMBER

SEMANTIC_RULE = Table(
    "semantic_rule",
    METADATA,
    Column("id", String, primary_key=True),  # follows from project, scene, topic and pole
    Column("project_id", String),
    Column("scene_type", String, nullable=False),
    Column("topic_id", String, nullable=False),
    Column("pole", String, nullable=False),  # accept reject
    Column("text", Text, nullable=False),
    Column("state", String, nullable=False),  # proposed confirmed refused
    Column("support", NUMBER, nullable=False),
    Column("against", NUMBER, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("evidence", Text, nullable=False),  # JSON array of {episodeId, runId}, the newest first
    Column("version", NUMBER, nullable=False),
    Column("created_at", String, nullable=False),
    Column("updated_at", String, nullable=False),
    Index("ix_semantic_rule_project_id", "project_id", "state"),
)
