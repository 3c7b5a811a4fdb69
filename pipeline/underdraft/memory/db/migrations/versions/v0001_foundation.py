"""Runs, user memory, settings, vectors and the lexical index."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    runs()
    user_memory()
    recall()


def runs() -> None:
    """Run records and their texts."""
    op.create_table(
        "run",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("skill_id", sa.String, nullable=False),
        sa.Column("session_id", sa.String),
        sa.Column("document_id", sa.String),
        sa.Column("scene_type", sa.String),
        sa.Column("model", sa.String, nullable=False),
        sa.Column("locale", sa.String, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("stable_prefix_hash", sa.String, nullable=False),
        sa.Column("prompt_hash", sa.String, nullable=False),
        sa.Column("privacy", sa.Boolean, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.UniqueConstraint("id", name="uq_run_id"),
    )
    op.create_index("ix_run_project_id_model_seq", "run", ["project_id", "model", "seq"])
    op.create_index("ix_run_session_id", "run", ["session_id"])
    op.create_table(
        "blob",
        sa.Column("sha256", sa.String, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    for name, column in (("run_blob", "sha256"), ("run_source", "item_id")):
        op.create_table(
            name,
            sa.Column("run_seq", sa.Integer, sa.ForeignKey("run.seq", ondelete="CASCADE"), nullable=False),
            sa.Column(column, sa.String, nullable=False),
            sa.PrimaryKeyConstraint("run_seq", column, name=f"pk_{name}"),
        )
        op.create_index(f"ix_{name}_{column}", name, [column])


def user_memory() -> None:
    """Memories, their revisions, settings, the audit."""
    op.create_table(
        "memory_item",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("type", sa.String, nullable=False),
        sa.Column("scope", sa.String, nullable=False),
        sa.Column("project_id", sa.String),
        sa.Column("document_id", sa.String),
        sa.Column("origin", sa.String, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("content_hash", sa.String, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
        sa.Column("metadata", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
        sa.Column("deleted_at", sa.String),
        sa.Column("user_confirmed", sa.Boolean, nullable=False),
    )
    op.create_index("ix_memory_item_project_id", "memory_item", ["project_id", "deleted_at"])
    op.create_index("ix_memory_item_content_hash", "memory_item", ["content_hash"])
    op.create_table(
        "memory_revision",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("memory_id", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("after", sa.Text, nullable=False),
    )
    op.create_index("ix_memory_revision_memory_id", "memory_revision", ["memory_id", "seq"])
    op.create_table(
        "setting",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("updated_at", sa.String, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
    )


def recall() -> None:
    """Vectors and the lexical index."""
    op.create_table(
        "embedding",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("model", sa.String, nullable=False),
        sa.Column("dimension", sa.Integer, nullable=False),
        sa.Column("content_hash", sa.String, nullable=False),
        sa.Column("vector", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("model", "content_hash", name="uq_embedding_model_content_hash"),
    )
    op.create_index("ix_embedding_model_dimension", "embedding", ["model", "dimension"])
    op.create_table(
        "lexical_entry",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("owner_id", sa.String, nullable=False),
        sa.UniqueConstraint("owner", "owner_id", name="uq_lexical_entry_owner_owner_id"),
    )
    # Only SQLite has FTS5; revision 0014 makes PostgreSQL's index.
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE lexical USING fts5(tokens, tokenize='unicode61 remove_diacritics 2')"
        )
