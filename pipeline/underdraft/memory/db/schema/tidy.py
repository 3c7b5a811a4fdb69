"""Judgements of the writer, or of a model, on pairs of memories: no words of theirs."""

from __future__ import annotations

from sqlalchemy import Column, Index, Table

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import NoWords

MEMORY_TIDY = Table(
    "memory_tidy",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("project_id", NoWords),
    Column(
        "action", NoWords, nullable=False
    ),  # keep_both; by a model: duplicate contradiction different unsaid
    Column("stays", NoWords, nullable=False),  # memory:<id> or atomic:<id>; of two that are kept, the first
    Column("stays_hash", NoWords, nullable=False),  # SHA-256 of the text that was judged
    Column("other", NoWords, nullable=False),
    Column("other_hash", NoWords, nullable=False),
    Column("at", NoWords, nullable=False),
    Index("ix_memory_tidy_project_id", "project_id", "action"),
)
