"""Questions that the engine asked a model behind the runs: what each cost, and the answers that are kept."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Table

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import JsonWords, NoWords

QUESTION = Table(
    "question",
    METADATA,
    Column("id", NoWords, primary_key=True),
    Column("at", NoWords, nullable=False),
    Column("task", NoWords, nullable=False),
    Column("model", NoWords, nullable=False),
    Column("project_id", NoWords),
    Column("key", NoWords, nullable=False),  # SHA-256 of all that decides the answer
    Column("answer", JsonWords),  # JSON; null where it failed, is too old, or may not be kept
    Column("calls", NUMBER, nullable=False),
    Column("prompt_tokens", NUMBER, nullable=False),
    Column("completion_tokens", NUMBER, nullable=False),
    Column("cached_tokens", NUMBER, nullable=False),
    Column("usd", Float),
    Column("done", Boolean, nullable=False),
    Index("ix_question_key", "key"),
    Index("ix_question_at", "at"),
)
