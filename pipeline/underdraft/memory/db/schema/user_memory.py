"""All that is remembered, every write to it, and when it was last used; see :mod:`underdraft.memory.notes`."""

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
    Column("origin", String, nullable=False),  # manual or learned
    Column("content", Text, nullable=False),
    Column("content_hash", String, nullable=False),  # SHA-256 of content: the vector's key
    Column("confidence", Float, nullable=False),
    Column("evidence", Text, nullable=False),  # JSON array
    Column("metadata", Text, nullable=False),  # JSON object
    Column("version", NUMBER, nullable=False),
    Column("created_at", String, nullable=False),
    Column("updated_at", String, nullable=False),
    Column("deleted_at", String),
    Column("user_confirmed", Boolean(create_constraint=False), nullable=False),
    Column("faded", NUMBER, nullable=False, server_default="0"),  # steps: how long it was not used
    Column("section", String, nullable=False, server_default="memories"),  # where in a prompt it stands
    Column("source", String, nullable=False, server_default="typed"),  # the origin, finer
    Column("state", String, nullable=False, server_default="active"),
    Column("tags", Text, nullable=False, server_default="[]"),  # JSON array
    Column("scene", String),  # the kind of scene in which a rule holds
    Column("session_id", String),  # in which it was said
    Column("said_at", String, nullable=False, server_default=""),
    Column("about", String, nullable=False, server_default=""),  # what it gives the one value of: user.name
    Column("value", String, nullable=False, server_default=""),
    Column("same_key", String, nullable=False, server_default=""),  # SHA-256 without case, space and marks
    Column("replaces", Text, nullable=False, server_default="[]"),  # JSON array of ids of older ones
    Column("replaced_by", String),  # id of the newest one that says otherwise
    Column("topic_id", String),  # what it was learned from; see schema/feedback.py
    Column("pole", String),  # the side of the topic that it says: accept or reject
    Index("ix_memory_item_section", "section", "state", "project_id"),
    Index("ix_memory_item_content_hash", "content_hash"),
    Index("ix_memory_item_same_key", "same_key"),
    Index("ix_memory_item_about", "about"),
    Index("ix_memory_item_session_id", "session_id"),
    Index("ix_memory_item_replaced_by", "replaced_by"),
    Index("ix_memory_item_topic_id", "topic_id"),
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
    Column("action", String, nullable=False),  # create update delete restore undo import replace merge drop
    Column(
        "actor", String, nullable=False
    ),  # user, learning, extraction, import, migration, or a plugin's name
    Column("at", String, nullable=False),
    Column("before", Text),  # JSON of the item, null when it did not exist
    Column("after", Text, nullable=False),  # JSON of the item
    Index("ix_memory_revision_memory_id", "memory_id", "seq"),
)
