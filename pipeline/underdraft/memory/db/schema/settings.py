"""Settings that differ from their defaults, the audit of writes that are no item's revision, and what was written.

Triggers count how often each area of the store was written to.
"""

from __future__ import annotations

from sqlalchemy import Column, Table

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import NoWords, NoWordsJson

SETTING = Table(
    "setting",
    METADATA,
    Column("key", NoWords, primary_key=True),
    Column("value", NoWordsJson, nullable=False),  # JSON
    Column("updated_at", NoWords, nullable=False),
)

AUDIT = Table(
    "audit",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("at", NoWords, nullable=False),
    Column("actor", NoWords, nullable=False),
    Column("action", NoWords, nullable=False),  # settings, purge
    Column("details", NoWordsJson, nullable=False),  # JSON: keys, ids and counts, never the writer's words
)

STORE_CHANGE = Table(
    "store_change",
    METADATA,
    Column("area", NoWords, primary_key=True),
    Column("value", NUMBER, nullable=False),
)
