"""Where upgrades begin: the oldest stores that can be opened; new ones are made whole, see ``memory/db/fresh.py``."""

from __future__ import annotations

revision = "0006"
down_revision = None


def upgrade() -> None:
    """Nothing: no store is without its tables here."""
