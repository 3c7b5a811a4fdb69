"""The writer's memories and every write to them."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, String, Table, Text

from underdraft.memory.db.schema import METADATA, NUMBER

MEMORY_ITEM = Table(
    "memory_item",
    METADATA,
    Column("id", String, primary_key=True),
    Column("type", String, nullable=False),
    Column("scope", String, nullable=False),
    Column("project_id", String),
    Column("document_id", String),
    Column("origin", String, nullable=False),
    Column("content", Text, nullable=False),
    Column("content_hash", String, nullable=False),  # SHA-256 of content: the key of its vector
    Column("confidence", Float, nullable=False),
    Column("evidence", Text, nullable=False),  # JSON array
    Column("metadata", Text, nullable=False),  # JSON object
    Column("version", NUMBER, nullable=False),
    Column("created_at", String, nullable=False),
    Column("updated_at", String, nullable=False),
    Column("deleted_at", String),
    Column("user_confirmed", Boolean(create_constraint=False), nullable=False),
    Column("faded", NUMBER, nullable=False, server_default="0"),  # steps: how long it was not used
    Index("ix_memory_item_project_id", "project_id", "deleted_at"),
    Index("ix_memory_item_content_hash", "content_hash"),
)

MEMORY_USE = Table(
    "memory_use",
    METADATA,
    Column("item_id", String, primary_key=True),
    Column("recalled_on", String, nullable=False),  # the last day on which it was recalled, as 2026-01-31
)

MEMORY_REVISION = Table(
    "memory_revision",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("memory_id", String, nullable=False),
    Column("version", NUMBER, nullable=False),  # the item's version after this write
    Column("action", String, nullable=False),  # create update delete restore undo import
    Column("actor", String, nullable=False),  # user, learning, import, or a plugin's name
    Column("at", String, nullable=False),
    Column("before", Text),  # JSON of the item, null when it did not exist
    Column("after", Text, nullable=False),  # JSON of the item
    Index("ix_memory_revision_memory_id", "memory_id", "seq"),
)
