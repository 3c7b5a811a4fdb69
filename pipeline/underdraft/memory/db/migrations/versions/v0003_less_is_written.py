"""Which rows changed is not logged, and indexes go that each run wrote to and no question of a run needs."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"

DROPPED = (("run", "session_id"), ("run_blob", "blob_id"), ("embedding", "model_dimension"))
"""Tables and columns of the indexes that go."""


def upgrade() -> None:
    """Drop a table and indexes."""
    op.drop_table("store_log")
    for table, columns in DROPPED:
        op.drop_index(f"ix_{table}_{columns}", table_name=table)
