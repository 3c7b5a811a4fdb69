"""How past runs went, how far each spool was written, and sessions."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Table

from underdraft.memory.db.schema import METADATA, NUMBER
from underdraft.memory.db.word_types import JsonWords, NoWords, ShortWords, TextWords

EPISODE = Table(
    "episode",
    METADATA,
    Column("seq", NUMBER, primary_key=True),  # order of arrival
    Column("id", NoWords, nullable=False, unique=True),
    Column("project_id", NoWords),
    Column("scope", NoWords, nullable=False),
    Column("version", NUMBER, nullable=False),
    Column("chapter_id", ShortWords),
    Column("scene_type", ShortWords, nullable=False),
    Column("scene_confidence", Float, nullable=False),
    Column("skill_used", ShortWords, nullable=False),
    Column("selected_index", NUMBER),  # null until the writer has reacted
    Column("candidate_count", NUMBER, nullable=False),
    Column("edit_distance", Float),
    Column("implicit_signal", NoWords, nullable=False),
    Column("implicit_weight", Float, nullable=False),
    Column("importance", Float, nullable=False),
    Column("importance_given", Boolean(create_constraint=False), nullable=False),
    Column("recall_count", NUMBER, nullable=False),
    Column("compressed", Boolean(create_constraint=False), nullable=False),
    Column("user_confirmed", Boolean(create_constraint=False), nullable=False),
    Column("used_seq", NUMBER, nullable=False),  # order of use: no clock can turn it back
    Column("created_at", NoWords, nullable=False),
    Column("updated_at", NoWords, nullable=False),
    Column("last_recalled_at", NoWords),
    Column("accepted_at", NoWords),
    Column("undone_at", NoWords),
    Column("run_id", NoWords),
    Column("session_id", NoWords),
    Column("content_hash", NoWords, nullable=False),  # SHA-256 of content: the vector's key
    # Long texts come last: a scan over the columns above never reads their pages.
    Column("content", TextWords, nullable=False),  # what it is recalled by
    Column("input_context", TextWords),
    Column("final_text", TextWords),
    Column("summary", JsonWords),  # JSON; what compression has left of the texts
    Index("ix_episode_project_id_created_at", "project_id", "created_at"),
    Index("ix_episode_scene_type", "scene_type"),
    Index("ix_episode_last_recalled_at", "last_recalled_at"),
    Index("ix_episode_project_id_scene_type", "project_id", "scene_type", "skill_used"),
    Index("ix_episode_project_id_compressed_used_seq", "project_id", "compressed", "used_seq"),
    Index("ix_episode_run_id", "run_id"),
    Index("ix_episode_content_hash", "content_hash"),
)

EPISODE_JOURNAL = Table(
    "episode_journal",
    METADATA,
    Column("journal_id", NoWords, primary_key=True),
    Column("applied", NUMBER, nullable=False),  # number of the spool's last operation that is in the store
)
