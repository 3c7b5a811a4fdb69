"""Where vectors are searched, and which have a word; the indexer fills both (:mod:`underdraft.memory.index.places`)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import keep_apart
from underdraft.memory.db.vector_type import BITS

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make two empty tables, and a column."""
    whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("embedding", sa.Column("words", sa.LargeBinary))
    op.create_table(
        "vector_place",
        sa.Column("place", sa.String, primary_key=True),
        sa.Column("embedding_id", whole, sa.ForeignKey("embedding.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("bits", BITS, nullable=False),
        sa.Index("ix_vector_place_embedding_id", "embedding_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "posting",
        sa.Column("key", whole, primary_key=True, autoincrement=False),
        sa.Column("numbers", sa.LargeBinary, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        keep_apart(op.get_bind(), ("vector_place", "posting"))
