"""Vectors by content and model, where they are searched, and the words of records.

A vector is searched in each place that has its text: the records or the episodes of a project, or those of none. There
its bits find it; a record is found by its words, too (:mod:`underdraft.memory.index.postings`).
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Table, UniqueConstraint

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.vector_type import BITS, VECTOR
from underdraft.memory.db.word_types import NoWords, NoWordsBytes

EMBEDDING = Table(
    "embedding",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("model", NoWords, nullable=False),
    Column("dimension", NUMBER, nullable=False),
    Column("content_hash", NoWords, nullable=False),
    Column("vector", VECTOR, nullable=False),  # little-endian float16, of length 1 but for rounding
    UniqueConstraint("model", "content_hash", name="uq_embedding_model_content_hash"),
)

VECTOR_PLACE = Table(
    "vector_place",
    METADATA,
    Column("place", NoWords, primary_key=True),
    Column("embedding_id", NUMBER, ForeignKey("embedding.id", ondelete="CASCADE"), primary_key=True),
    Column("bits", BITS, nullable=False),  # the signs of the vector's components
    Index("ix_vector_place_embedding_id", "embedding_id"),
    sqlite_with_rowid=False,
)

POSTING = Table(
    "posting",
    METADATA,
    Column("key", NUMBER, primary_key=True, autoincrement=False),  # hash of a place and a word
    Column("numbers", NoWordsBytes, nullable=False),  # of the records that have it, 4 bytes each
)

RECORD_WORDS = Table(
    "record_words",
    METADATA,
    Column("memory_id", NoWords, primary_key=True),
    Column("number", NUMBER, nullable=False),  # which the lists have
    Column("place", NUMBER, nullable=False),  # hash of the project
    Column("words", NoWordsBytes, nullable=False),  # hashes of its words, 4 bytes each
    UniqueConstraint("number", name="uq_record_words_number"),
    sqlite_with_rowid=False,
)
