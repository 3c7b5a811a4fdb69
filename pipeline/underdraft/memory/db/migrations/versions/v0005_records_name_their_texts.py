"""Which texts a run has stands in its record alone."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Drop a table."""
    op.drop_table("run_blob")
