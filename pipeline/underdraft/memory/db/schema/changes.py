"""How often each area of the store was written to, and which rows changed; triggers keep both."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String, Table

from underdraft.memory.db.schema import METADATA

STORE_CHANGE = Table(
    "store_change",
    METADATA,
    Column("area", String, primary_key=True),
    Column("value", Integer, nullable=False),
)

STORE_LOG = Table(
    "store_log",
    METADATA,
    Column("seq", Integer, primary_key=True),
    Column("area", String, nullable=False),
    Column("row_id", String, nullable=False),
    sqlite_autoincrement=True,
)
