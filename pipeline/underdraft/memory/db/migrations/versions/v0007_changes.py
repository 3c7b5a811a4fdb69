"""Counters of changes by area, so that what has not changed need not be read again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

AREAS = {
    "items": ("memory_item", "preference", "preference_kind"),
    "facts": ("atomic_memory",),
    "vectors": ("embedding",),
    "settings": ("setting",),
    "profile": ("user_profile",),
    "summaries": ("session_summary",),
    "compacts": ("compact",),
    "messages": ("conversation",),
    "episodes": ("episode",),
    "knowledge": ("knowledge_fact",),
    "runs": ("run",),
}


def upgrade() -> None:
    """Make the table, a row an area, and the triggers that count."""
    changes = op.create_table(
        "store_change",
        sa.Column("area", sa.String, primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
    )
    op.bulk_insert(changes, [{"area": area, "value": 0} for area in AREAS])
    for area, tables in AREAS.items():
        for table in tables:
            for event in ("insert", "update", "delete"):
                op.execute(
                    f"CREATE TRIGGER changed_{table}_{event} AFTER {event.upper()} ON {table} "  # noqa: S608 - the names are these
                    f"BEGIN UPDATE store_change SET value = value + 1 WHERE area = '{area}'; END"
                )
