"""What the writer decided, and a model judged, about memories that say the same, or the opposite: no words of theirs."""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table

from underdraft.memory.db.schema import METADATA, NUMBER

MEMORY_TIDY = Table(
    "memory_tidy",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("settlement_id", String, nullable=False),  # one answer; it has a row for each pair
    Column("project_id", String),
    Column("action", String, nullable=False),  # merge keep_both drop
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

MEMORY_TIDY_VERDICT = Table(
    "memory_tidy_verdict",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("project_id", String),
    Column("first", String, nullable=False),  # memory:<id> or atomic:<id>
    Column("first_hash", String, nullable=False),  # SHA-256 of the text that the model read; the smaller one
    Column("second", String, nullable=False),
    Column("second_hash", String, nullable=False),
    Column("kind", String, nullable=False),  # duplicate contradiction different unsaid
    Column("holds_hash", String),  # of the one that holds, where the model says so
    Column("first_begin", NUMBER, nullable=False),  # the words that show it, in code points of the text
    Column("first_end", NUMBER, nullable=False),
    Column("second_begin", NUMBER, nullable=False),
    Column("second_end", NUMBER, nullable=False),
    Column("at", String, nullable=False),
    Index("ix_memory_tidy_verdict_project_id", "project_id"),
)
