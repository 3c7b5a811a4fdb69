"""Whose the bearer tokens of a service are; read before it is known which writer asks, so it is no writer's own."""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table

from underdraft.memory.db.schema import METADATA

WRITER_TOKEN = Table(
    "writer_token",
    METADATA,
    Column("sha256", String, primary_key=True),  # of the token, which is in no store
    Column("owner", String, nullable=False),  # a writer's id
    Column("created_at", String, nullable=False),
    Index("ix_writer_token_owner", "owner"),
)
