"""Facts of the story that came over a channel or were proposed; those in files stay in files."""

from __future__ import annotations

from sqlalchemy import Column, Index, Table, UniqueConstraint

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import JsonWords, NoWords

KNOWLEDGE_FACT = Table(
    "knowledge_fact",
    METADATA,
    Column("seq", NUMBER, primary_key=True),  # order of arrival
    Column("id", NoWords, nullable=False),
    Column("project_id", NoWords, nullable=False),
    Column("kind", NoWords, nullable=False),  # entity relation event state
    Column("fact", JsonWords, nullable=False),  # JSON, as in a knowledge file
    Column("status", NoWords, nullable=False),  # proposed confirmed rejected
    Column("origin", NoWords, nullable=False),  # manual, or the plugin that proposed it
    Column("version", NUMBER, nullable=False),
    Column("created_at", NoWords, nullable=False),
    Column("updated_at", NoWords, nullable=False),
    Column("deleted_at", NoWords),
    Column("change", NUMBER, nullable=False),  # grows with every write of any fact
    UniqueConstraint("id", name="uq_knowledge_fact_id"),
    Index("ix_knowledge_fact_project_id", "project_id", "status"),
)
