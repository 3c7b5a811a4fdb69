"""Settings that differ from their defaults, and the audit of writes that are no item's revision."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String, Table, Text

from underdraft.memory.db.schema import METADATA

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
    Column("seq", Integer, primary_key=True),
    Column("at", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("action", String, nullable=False),  # settings, purge
    Column("facts", Text, nullable=False),  # JSON: keys, ids and counts, never the writer's words
)
