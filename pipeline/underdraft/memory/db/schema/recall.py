"""Vectors by content and model, where they are searched, and the rows of the lexical index.

A vector is searched in each place that has its text: the records or the episodes of a project, or those of none. There
its bits find it, and a record's words (:mod:`underdraft.memory.index.postings`).

The lexical index itself is the FTS5 table ``lexical`` (one token a CJK character), made in
``memory/db/fresh.py``; its ``rowid`` is ``lexical_entry.id``.
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
    Column(
        "words", NoWordsBytes
    ),  # hashes of a record's words, 4 bytes each; null until it is searched by them
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
    Column("numbers", NoWordsBytes, nullable=False),  # ids of the vectors whose texts have it, 4 bytes each
)

LEXICAL_ENTRY = Table(
    "lexical_entry",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("owner", NoWords, nullable=False),  # the table that the text belongs to, e.g. memory_item
    Column("owner_id", NoWords, nullable=False),
    UniqueConstraint("owner", "owner_id", name="uq_lexical_entry_owner_owner_id"),
)
