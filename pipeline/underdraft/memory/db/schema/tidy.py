"""What the writer decided, and a model judged, about memories that say the same, or the opposite: no words of theirs."""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table

from underdraft.memory.db.schema import METADATA, NUMBER

MEMORY_TIDY = Table(
    "memory_tidy",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("settlement_id", String, nullable=False),  # one answer, with a row for each pair
    Column("project_id", String),
    Column(
        "action", String, nullable=False
    ),  # merge keep_both drop; a model: duplicate contradiction different unsaid
    Column("stays", String, nullable=False),  # memory:<id> or atomic:<id>
    Column("stays_hash", String, nullable=False),  # SHA-256 of the text that was judged
    Column("stays_version", NUMBER),  # before a new wording; 0: made for it; else null
    Column("other", String, nullable=False),  # what was archived, or the other one that is kept
    Column("other_hash", String, nullable=False),
    Column("at", String, nullable=False),
    Column("undone_at", String),
    Index("ix_memory_tidy_settlement_id", "settlement_id"),
    Index("ix_memory_tidy_project_id", "project_id", "action"),
)
