"""All that is remembered, and every write to it; see :mod:`underdraft.memory.notes`."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Table

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import JsonWords, NoWords, NoWordsJson, ShortWords, TextWords

MEMORY_ITEM = Table(
    "memory_item",
    METADATA,
    Column("id", NoWords, primary_key=True),
    Column("type", ShortWords, nullable=False),
    Column("scope", NoWords, nullable=False),
    Column("project_id", NoWords),
    Column("document_id", ShortWords),
    Column("origin", NoWords, nullable=False),  # manual or learned
    Column("content", TextWords, nullable=False),
    Column("content_hash", NoWords, nullable=False),  # SHA-256 of content: the vector's key
    Column("confidence", Float, nullable=False),
    Column("evidence", JsonWords, nullable=False),  # JSON array
    Column("metadata", JsonWords, nullable=False),  # JSON object
    Column("version", NUMBER, nullable=False),
    Column("created_at", NoWords, nullable=False),
    Column("updated_at", NoWords, nullable=False),
    Column("deleted_at", NoWords),
    Column("user_confirmed", Boolean(create_constraint=False), nullable=False),
    Column("section", NoWords, nullable=False, server_default="memories"),  # where in a prompt it stands
    Column("source", NoWords, nullable=False, server_default="typed"),  # the origin, finer
    Column("state", NoWords, nullable=False, server_default="active"),
    Column("tags", JsonWords, nullable=False, server_default="[]"),  # JSON array
    Column("scene", ShortWords),  # the kind of scene in which a rule holds
    Column("session_id", NoWords),  # in which it was said
    Column("said_at", NoWords, nullable=False, server_default=""),
    Column(
        "about", ShortWords, nullable=False, server_default=""
    ),  # what it gives the one value of: user.name
    Column("value", ShortWords, nullable=False, server_default=""),
    Column("same_key", NoWords, nullable=False, server_default=""),  # SHA-256 without case, space and marks
    Column("replaces", NoWordsJson, nullable=False, server_default="[]"),  # JSON array of ids of older ones
    Column("replaced_by", NoWords),  # id of the newest one that says otherwise
    Column("topic_id", NoWords),  # what it was learned from; see schema/feedback.py
    Column("pole", NoWords),  # the side of the topic that it says: accept or reject
    Index("ix_memory_item_section", "section", "state", "project_id"),
    Index("ix_memory_item_content_hash", "content_hash"),
    Index("ix_memory_item_same_key", "same_key"),
    Index("ix_memory_item_about", "about"),
    Index("ix_memory_item_session_id", "session_id"),
    Index("ix_memory_item_replaced_by", "replaced_by"),
    Index("ix_memory_item_topic_id", "topic_id"),
)

MEMORY_REVISION = Table(
    "memory_revision",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("memory_id", NoWords, nullable=False),
    Column("version", NUMBER, nullable=False),  # the item's version after this write
    Column("action", NoWords, nullable=False),  # create update delete restore undo import replace merge drop
    Column(
        "actor", NoWords, nullable=False
    ),  # user, learning, extraction, import, migration, or a plugin's name
    Column("at", NoWords, nullable=False),
    Column("before", JsonWords),  # JSON of the item, null when it did not exist
    Column("after", JsonWords, nullable=False),  # JSON of the item
    Index("ix_memory_revision_memory_id", "memory_id", "seq"),
)
