"""The area of tidying: judgements of the writer, or of a model, on memories."""

from __future__ import annotations

from underdraft.memory.areas.area import Area, PurgedTable
from underdraft.memory.db.schema.tidy import MEMORY_TIDY

TIDY = Area(
    tables=(
        PurgedTable(kind="tidy", key=MEMORY_TIDY.c.seq, about=(MEMORY_TIDY.c.stays, MEMORY_TIDY.c.other)),
    ),
)
