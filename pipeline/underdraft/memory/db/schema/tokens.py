"""Tables about the writers of a store on a server, read before it is known which one asks: no writer's own."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Table, true

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import NoWords, NoWordsJson

WRITER_TOKEN = Table(
    "writer_token",
    METADATA,
    Column("sha256", NoWords, primary_key=True),  # of the token, which is in no store
    Column("owner", NoWords, nullable=False),  # a writer's id
    Column("created_at", NoWords, nullable=False),
    Column("generation", NUMBER, nullable=False),  # of the owner when it was made
    Column("projects", NoWordsJson),  # JSON: ids; null: all of the owner's
    Column("read_only", Boolean, nullable=False),
    Column("expires_at", NoWords),
    Column("used_at", NoWords),  # to the minute
    Column("memory", NoWords, nullable=False),  # on, read or off
    Index("ix_writer_token_owner", "owner"),
)
"""Owners of a service's bearer tokens."""

KNOWN_WRITER = Table(
    "known_writer",
    METADATA,
    Column("owner", NoWords, primary_key=True),  # a writer's id
    Column("generation", NUMBER, nullable=False, server_default="0"),  # see memory/db/generation.py
    Column("kept", Boolean, nullable=False, server_default=true()),  # whether anything of the writer is
)
"""Writers of whom anything is kept, by triggers, or was; a file has one row at most, with an empty id."""
