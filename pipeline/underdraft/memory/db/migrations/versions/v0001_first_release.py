"""The first release. New stores are made with all tables, see ``memory/db/migrate.py``."""

from __future__ import annotations

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing: no store is older."""
