"""Settings that differ from their defaults, the audit of writes that are no item's revision, and what was written.

Triggers count how often each area of the store was written to, and log which rows changed.
"""

from __future__ import annotations

from sqlalchemy import Column, String, Table, Text

from underdraft.memory.db.schema import METADATA, NUMBER

SETTING = Table(
    "setting",
    METADATA,
    Column("key", String, primary_key=True),
    Column("value", Text, nullable=False),  # JSON
    Column("updated_at", String, nullable=False),
)

AUDIT = Table(
    "audit",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("at", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("action", String, nullable=False),  # settings, purge
    Column("facts", Text, nullable=False),  # JSON: keys, ids and counts, never the writer's words
)

STORE_CHANGE = Table(
    "store_change",
    METADATA,
    Column("area", String, primary_key=True),
    Column("value", NUMBER, nullable=False),
)

STORE_LOG = Table(
    "store_log",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("area", String, nullable=False),
    Column("row_id", String, nullable=False),
    sqlite_autoincrement=True,
)
