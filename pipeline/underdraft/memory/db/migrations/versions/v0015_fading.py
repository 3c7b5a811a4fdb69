"""How far a memory has faded, and when it was last recalled."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from underdraft.memory.db.migrations.writers import keep_apart

revision = "0015"
down_revision = "0014"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Nothing has faded yet."""
    op.add_column("memory_item", sa.Column("faded", NUMBER, nullable=False, server_default="0"))
    op.create_table(
        "memory_use",
        sa.Column("item_id", sa.String, nullable=False),
        sa.Column("recalled_on", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("item_id", name="pk_memory_use"),
    )
    link = op.get_bind()
    if link.dialect.name == "postgresql":
        keep_apart(link, ("memory_use",))
