"""Which rows changed is not logged: what a prompt needs of them is sorted by the store when it is asked for."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Drop the log."""
    op.drop_table("store_log")
