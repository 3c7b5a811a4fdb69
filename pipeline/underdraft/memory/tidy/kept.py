"""What tidying keeps: the writer's answers, and a model's verdicts, about memories."""

from __future__ import annotations

from underdraft.memory.areas.area import Area, KeptTable
from underdraft.memory.db.schema.tidy import MEMORY_TIDY, MEMORY_TIDY_VERDICT

TIDY = Area(
    name="tidy",
    tables=(
        KeptTable(kind="tidy", key=MEMORY_TIDY.c.seq, about=(MEMORY_TIDY.c.stays, MEMORY_TIDY.c.other)),
        KeptTable(
            kind="tidy_verdict",
            key=MEMORY_TIDY_VERDICT.c.seq,
            about=(MEMORY_TIDY_VERDICT.c.first, MEMORY_TIDY_VERDICT.c.second),
        ),
    ),
)
