"""Which tables hold texts that are recalled by meaning.

An area that adds one appends an :class:`Owner`; the indexer then fills in its vectors and a purge
drops those that nobody owns any more.
"""

from __future__ import annotations

from typing import Annotated

import attrs
from sqlalchemy import Column, ColumnElement, Table, true

from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM


@attrs.frozen
class Owner:
    """A table with columns ``content``, the text that is embedded, and ``content_hash``, its SHA-256."""

    table: Annotated[Table, "The table."]
    live: Annotated[ColumnElement[bool], "The condition for rows that want a vector."] = attrs.field(
        factory=true
    )

    @property
    def content_hash(self) -> Column[str]:
        """The column with the text's SHA-256."""
        return self.table.c.content_hash


_ITEM = MEMORY_ITEM.c
OWNERS = (
    Owner(MEMORY_ITEM, _ITEM.state.in_(("active", "outdated")) & _ITEM.section.in_(("memories", "facts"))),
    Owner(EPISODE),
)
"""All owners."""
