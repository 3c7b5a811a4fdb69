"""Counters of changes by area and a log of changed rows, so that what has not changed is not read again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

AREAS = {
    "items": ("memory_item",),
    "preferences": ("preference", "preference_kind"),
    "facts": ("atomic_memory",),
    "vectors": ("embedding",),
    "settings": ("setting",),
    "profile": ("user_profile",),
    "summaries": ("session_summary",),
    "compacts": ("compact",),
    "messages": ("conversation",),
    "sessions": ("session",),
    "episodes": ("episode",),
    "knowledge": ("knowledge_fact",),
    "runs": ("run",),
}

LOGGED = {"memory_item": "id", "atomic_memory": "id", "embedding": "id", "episode": "id"}
"""Tables of which it is also kept which rows changed, and the column that names a row."""

LEARNED = (
    "UPDATE store_change SET value = value + 1 WHERE area = 'preferences' "
    "AND EXISTS (SELECT 1 FROM preference WHERE id = {row}.id);"
)
"""A learned memory that comes or goes decides whether one that says the opposite holds."""


def upgrade() -> None:
    """Make the tables, a row an area, and the triggers that count and log."""
    changes = op.create_table(
        "store_change",
        sa.Column("area", sa.String, primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
    )
    op.create_table(
        "store_log",
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("area", sa.String, nullable=False),
        sa.Column("row_id", sa.String, nullable=False),
        sqlite_autoincrement=True,
    )
    if op.get_bind().dialect.name != "sqlite":
        return  # revision 0014 makes rows and triggers of the other kind
    op.bulk_insert(changes, [{"area": area, "value": 0} for area in AREAS])
    for area, tables in AREAS.items():
        for table in tables:
            for event, row in (("insert", "new"), ("update", "new"), ("delete", "old")):
                log = ""
                if table in LOGGED:
                    log = f"INSERT INTO store_log (area, row_id) VALUES ('{area}', {row}.{LOGGED[table]});"  # noqa: S608
                count = f"UPDATE store_change SET value = value + 1 WHERE area = '{area}';"  # noqa: S608
                besides = LEARNED.format(row=row) if table == "memory_item" else ""
                op.execute(
                    f"CREATE TRIGGER changed_{table}_{event} AFTER {event.upper()} ON {table} "
                    f"BEGIN {count} {log} {besides} END"
                )
    # A reader that has fallen further behind than the log is long reads everything again.
    op.execute(
        "CREATE TRIGGER store_log_cut AFTER INSERT ON store_log WHEN new.seq % 1000 = 0 BEGIN "
        "DELETE FROM store_log WHERE seq <= new.seq - 50000; END"
    )
