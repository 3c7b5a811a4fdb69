"""Runs: one row each, the record, its texts as content-addressed blobs, and what it drew from memory."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from underdraft.memory.db.schema import METADATA, NUMBER

RUN = Table(
    "run",
    METADATA,
    Column("seq", NUMBER, primary_key=True),  # order of arrival; also the list's cursor
    Column("id", String, nullable=False, unique=True),
    Column("project_id", String),
    Column("skill_id", String, nullable=False),
    Column("session_id", String),
    Column("document_id", String),
    Column("scene_type", String),
    Column("model", String, nullable=False),
    Column("locale", String, nullable=False),
    Column("created_at", String, nullable=False),
    Column("stable_prefix_hash", String, nullable=False),
    Column("prompt_hash", String, nullable=False),
    Column("privacy", Boolean(create_constraint=False), nullable=False),
    Column("status", String, nullable=False, server_default="done"),
    Column("finish_reason", String),  # null: not known
    Index("ix_run_project_id_model_seq", "project_id", "model", "seq"),
    Index("ix_run_session_id", "session_id"),
)

RUN_RECORD = Table(
    "run_record",
    METADATA,
    Column("run_seq", NUMBER, ForeignKey("run.seq", ondelete="CASCADE"), primary_key=True),
    Column("record", LargeBinary, nullable=False),  # JSON, compressed; texts are kept as {"$blob": id}
)

BLOB = Table(
    "blob",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("sha256", LargeBinary, nullable=False, unique=True),
    Column("text", Text, nullable=False),
)

RUN_BLOB = Table(
    "run_blob",
    METADATA,
    Column("run_seq", NUMBER, ForeignKey("run.seq", ondelete="CASCADE"), nullable=False),
    Column("blob_id", NUMBER, nullable=False),
    PrimaryKeyConstraint("run_seq", "blob_id", name="pk_run_blob"),
    Index("ix_run_blob_blob_id", "blob_id"),
    sqlite_with_rowid=False,
)

RUN_HEARD = Table(
    "run_heard",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("run_seq", NUMBER, ForeignKey("run.seq", ondelete="CASCADE"), nullable=False),
    Column("outcome", String, nullable=False),  # taken, offered or refused
    Column("reason", String),
    Column("memory_id", String),
    Column("content", Text, nullable=False),
    Index("ix_run_heard_run_seq", "run_seq"),
)
"""What was found in what the writer said in a run, and what became of it."""

RUN_SOURCE = Table(
    "run_source",
    METADATA,
    Column("run_seq", NUMBER, ForeignKey("run.seq", ondelete="CASCADE"), nullable=False),
    Column("item_id", String, nullable=False),  # id of a memory, episode ... that was in the prompt
    PrimaryKeyConstraint("run_seq", "item_id", name="pk_run_source"),
    Index("ix_run_source_item_id", "item_id"),
    sqlite_with_rowid=False,
)
