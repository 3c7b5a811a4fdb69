"""How much a store holds."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from underdraft.memory.db.schema.conversations import SESSION
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.sections import sections_where


def count_rows(connection: Connection) -> dict[str, int]:
    """Return how many memories, facts, runs and sessions there are, deleted ones too, which can be restored."""
    records = select(func.count()).select_from(MEMORY_ITEM)
    counted = {
        **{
            name: records.where(MEMORY_ITEM.c.section == name)
            for name in sections_where(lambda one: one.recalled)
        },
        "runs": select(func.count()).select_from(RUN),
        "sessions": select(func.count()).select_from(SESSION),
    }
    return {name: int(connection.execute(query).scalar_one()) for name, query in counted.items()}
