"""Questions that the engine asked a model behind the runs: what each cost, and the answers that are kept."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, String, Table, Text

from underdraft.memory.db.schema import METADATA, NUMBER

QUESTION = Table(
    "question",
    METADATA,
    Column("id", String, primary_key=True),
    Column("at", String, nullable=False),
    Column("task", String, nullable=False),
    Column("model", String, nullable=False),
    Column("project_id", String),
    Column("key", String, nullable=False),  # SHA-256 of all that decides the answer
    Column("answer", Text),  # JSON; null where it failed, is too old, or may not be kept
    Column("calls", NUMBER, nullable=False),
    Column("prompt_tokens", NUMBER, nullable=False),
    Column("completion_tokens", NUMBER, nullable=False),
    Column("cached_tokens", NUMBER, nullable=False),
    Column("usd", Float),
    Column("done", Boolean, nullable=False),
    Index("ix_question_key", "key"),
    Index("ix_question_at", "at"),
)
