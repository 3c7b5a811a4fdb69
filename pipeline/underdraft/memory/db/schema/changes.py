"""How often each area of the store was written to: a row of small numbers that triggers keep."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String, Table

from underdraft.memory.db.schema.base import METADATA

STORE_CHANGE = Table(
    "store_change",
    METADATA,
    Column("area", String, primary_key=True),
    Column("value", Integer, nullable=False),
)
