"""What the writer, or a model, has said of pairs of memories: no words of theirs."""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table

from underdraft.memory.db.schema import METADATA, NUMBER

MEMORY_TIDY = Table(
    "memory_tidy",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("project_id", String),
    Column(
        "action", String, nullable=False
    ),  # keep_both; by a model: duplicate contradiction different unsaid
    Column("stays", String, nullable=False),  # memory:<id> or atomic:<id>; of two that are kept, the first
    Column("stays_hash", String, nullable=False),  # SHA-256 of the text that was judged
    Column("other", String, nullable=False),
    Column("other_hash", String, nullable=False),
    Column("at", String, nullable=False),
    Index("ix_memory_tidy_project_id", "project_id", "action"),
)
