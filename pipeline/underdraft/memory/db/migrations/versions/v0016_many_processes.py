"""Tokens of the writers of a shared store, and whose turn it is to work in the background for a writer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import keep_apart, run

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Two tables; tokens are read before it is known who asks, so they are no writer's own."""
    op.create_table(
        "writer_token",
        sa.Column("sha256", sa.String, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_writer_token"),
    )
    op.create_index("ix_writer_token_owner", "writer_token", ["owner"])
    op.create_table(
        "background_turn",
        sa.Column("work", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("work", name="pk_background_turn"),
    )
    link = op.get_bind()
    if link.dialect.name == "postgresql":
        keep_apart(link, ["background_turn"])
        for column in ("sha256", "owner", "created_at"):
            run(link, f'ALTER TABLE writer_token ALTER COLUMN {column} TYPE text COLLATE "C"')
