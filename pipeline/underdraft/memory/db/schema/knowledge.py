"""Facts of the story that came over a channel or were proposed; those in files stay in files."""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table, Text, UniqueConstraint

from underdraft.memory.db.schema import METADATA, NUMBER

KNOWLEDGE_FACT = Table(
    "knowledge_fact",
    METADATA,
    Column("seq", NUMBER, primary_key=True),  # order of arrival
    Column("id", String, nullable=False),
    Column("project_id", String, nullable=False),
    Column("kind", String, nullable=False),  # entity relation event state
    Column("fact", Text, nullable=False),  # JSON, as in a knowledge file
    Column("status", String, nullable=False),  # proposed confirmed rejected
    Column("origin", String, nullable=False),  # manual, or the plugin that proposed it
    Column("version", NUMBER, nullable=False),
    Column("created_at", String, nullable=False),
    Column("updated_at", String, nullable=False),
    Column("deleted_at", String),
    Column("change", NUMBER, nullable=False),  # grows with every write of any fact
    UniqueConstraint("id", name="uq_knowledge_fact_id"),
    Index("ix_knowledge_fact_project_id", "project_id", "status"),
)
