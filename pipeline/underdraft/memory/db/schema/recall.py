"""Vectors by content and model, and the rows of the lexical index.

The lexical index itself is the FTS5 table ``lexical`` (one token a CJK character), made in
``memory/db/fresh.py``; its ``rowid`` is ``lexical_entry.id``.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, Table, UniqueConstraint

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.vector_type import VECTOR
from underdraft.memory.db.word_types import NoWords

EMBEDDING = Table(
    "embedding",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("model", NoWords, nullable=False),
    Column("dimension", NUMBER, nullable=False),
    Column("content_hash", NoWords, nullable=False),
    Column("vector", VECTOR, nullable=False),  # little-endian float16, of length 1 but for rounding
    UniqueConstraint("model", "content_hash", name="uq_embedding_model_content_hash"),
    Index("ix_embedding_model_dimension", "model", "dimension"),
)

LEXICAL_ENTRY = Table(
    "lexical_entry",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("owner", NoWords, nullable=False),  # the table that the text belongs to, e.g. memory_item
    Column("owner_id", NoWords, nullable=False),
    UniqueConstraint("owner", "owner_id", name="uq_lexical_entry_owner_owner_id"),
)
