"""Runs: one row each, the record, its texts as content-addressed blobs, and what it drew from memory."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    Table,
)

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import NoWords, NoWordsBytes, PackedWords, ShortWords, TextWords

RUN = Table(
    "run",
    METADATA,
    Column("seq", NUMBER, primary_key=True),  # order of arrival; also the list's cursor
    Column("id", NoWords, nullable=False, unique=True),
    Column("project_id", NoWords),
    Column("skill_id", NoWords, nullable=False),
    Column("session_id", NoWords),
    Column("document_id", ShortWords),
    Column("scene_type", ShortWords),
    Column("model", ShortWords, nullable=False),
    Column("locale", NoWords, nullable=False),
    Column("created_at", NoWords, nullable=False),
    Column("stable_prefix_hash", NoWords, nullable=False),
    Column("prompt_hash", NoWords, nullable=False),
    Column("privacy", Boolean(create_constraint=False), nullable=False),
    Column("status", NoWords, nullable=False, server_default="done"),
    Column("finish_reason", ShortWords),  # null: not known
    Column("prefix_pin", NoWords),  # layer 2 by hashes and ids, as JSON; null in privacy mode
    Index("ix_run_project_id_model_seq", "project_id", "model", "seq"),
)

RUN_RECORD = Table(
    "run_record",
    METADATA,
    Column("run_seq", NUMBER, ForeignKey("run.seq", ondelete="CASCADE"), primary_key=True),
    Column("record", PackedWords, nullable=False),  # JSON, compressed; texts are named as {"$blob": id}
)

BLOB = Table(
    "blob",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("sha256", NoWordsBytes, nullable=False, unique=True),
    Column("text", TextWords, nullable=False),
)

RUN_HEARD = Table(
    "run_heard",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("run_seq", NUMBER, ForeignKey("run.seq", ondelete="CASCADE"), nullable=False),
    Column("outcome", NoWords, nullable=False),  # taken, offered or refused
    Column("reason", NoWords),
    Column("memory_id", NoWords),
    Column("content", TextWords, nullable=False),
    Index("ix_run_heard_run_seq", "run_seq"),
)
"""Candidates found in the writer's words of a run, and the fate of each."""

RUN_SOURCE = Table(
    "run_source",
    METADATA,
    Column("run_seq", NUMBER, ForeignKey("run.seq", ondelete="CASCADE"), nullable=False),
    Column("item_id", NoWords, nullable=False),  # id of a memory, episode ... that was in the prompt
    PrimaryKeyConstraint("run_seq", "item_id", name="pk_run_source"),
    Index("ix_run_source_item_id", "item_id"),
    sqlite_with_rowid=False,
)
