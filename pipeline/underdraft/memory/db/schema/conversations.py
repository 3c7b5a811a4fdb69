"""Messages, what was learned from them, and the jobs that they still need."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Table, UniqueConstraint

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import JsonWords, NoWords, TextWords

SESSION = Table(
    "session",
    METADATA,
    Column("session_id", NoWords, primary_key=True),
    Column("project_id", NoWords),  # null for a session without a project
    Column("started_at", NoWords, nullable=False),
    Column("ended_at", NoWords),
    Index("ix_session_project_id_started_at", "project_id", "started_at"),
)
"""Sessions: from ``session:start`` to ``session:end``; one that a run names first begins with that run."""

CONVERSATION = Table(
    "conversation",
    METADATA,
    Column("seq", NUMBER, primary_key=True),  # order of the transcript
    Column("id", NoWords, nullable=False, unique=True),
    Column("session_id", NoWords, nullable=False),
    Column("role", NoWords, nullable=False),  # user or assistant
    Column("content", TextWords, nullable=False),  # exactly as it was sent or received
    Column("instruction", TextWords),  # what the writer typed, without what was put around it
    Column("create_time", NoWords, nullable=False),
    Column("is_collected", Boolean(create_constraint=False), nullable=False),
    Column("answered", Boolean(create_constraint=False), nullable=False),  # false: sent, no reply (yet)
    Column("run_id", NoWords),
    Column("tokens", NUMBER, nullable=False),  # estimated
    Column("window_seq", NUMBER),  # user rows: first message of the history that it was sent with
    Index("ix_conversation_session_id", "session_id", "answered", "seq"),
    Index("ix_conversation_run_id", "run_id"),
)

PROFILE_DOCUMENT = Table(
    "profile_document",
    METADATA,
    Column("id", NoWords, primary_key=True),  # "writer": one document a store
    Column("markdown", TextWords, nullable=False),  # the writer's own, without what was noted
    Column("version", NUMBER, nullable=False),
    Column("updated_at", NoWords, nullable=False),
)
"""The view ``user_profile`` has the same columns, with what is shown: the newest revision."""

USER_PROFILE_REVISION = Table(
    "user_profile_revision",
    METADATA,
    Column("version", NUMBER, primary_key=True),
    Column("markdown", TextWords, nullable=False),  # as it was shown
    Column("actor", NoWords, nullable=False),  # user or extraction
    Column("at", NoWords, nullable=False),
)

SESSION_SUMMARY = Table(
    "session_summary",
    METADATA,
    Column("session_id", NoWords, primary_key=True),
    Column("project_id", NoWords),
    Column("title", TextWords, nullable=False),
    Column("snippet", TextWords, nullable=False),
    Column("origin", NoWords, nullable=False),  # extract, model or manual
    Column("version", NUMBER, nullable=False),
    Column("created_at", NoWords, nullable=False),
    Column("updated_at", NoWords, nullable=False),
    Column("deleted_at", NoWords),
    Index("ix_session_summary_created_at", "created_at"),
)

COMPACT = Table(
    "compact",
    METADATA,
    Column("run_id", NoWords, primary_key=True),  # the full record; the reference is run:<id>
    Column("run_seq", NUMBER, nullable=False),
    Column("project_id", NoWords),
    Column("skill_id", NoWords, nullable=False),
    Column("at", NoWords, nullable=False),  # when the run began
    Column("origin", NoWords, nullable=False),  # extract or model
    Column("body", JsonWords, nullable=False),  # JSON: the structured summary
    Column("full_tokens", NUMBER, nullable=False),
    Column("tokens", NUMBER, nullable=False),
    Column("created_at", NoWords, nullable=False),
    Index("ix_compact_project_id", "project_id", "run_seq"),
)

BACKGROUND_JOB = Table(
    "background_job",
    METADATA,
    Column("seq", NUMBER, primary_key=True),
    Column("kind", NoWords, nullable=False),
    Column("subject", NoWords, nullable=False),  # an id, never the writer's words
    Column("created_at", NoWords, nullable=False),
    Column("attempts", NUMBER, nullable=False),
    Column("not_before", NoWords, nullable=False),
    Column("failed", Boolean(create_constraint=False), nullable=False),  # given up; kept to be looked at
    Column("last_error", NoWords),  # a code
    UniqueConstraint("kind", "subject", name="uq_background_job_kind_subject"),
    Index("ix_background_job_not_before", "failed", "not_before"),
)
