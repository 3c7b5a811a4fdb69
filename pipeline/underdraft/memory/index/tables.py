"""Which tables hold texts that are recalled by meaning.

An area that adds one appends an :class:`Owner`; the indexer then fills in its vectors and a purge
drops those that nobody owns any more.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import attrs
from sqlalchemy import true

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Table


@attrs.frozen(kw_only=True)
class Owner:
    """A table with a text and the SHA-256 of that text.

    Attributes:
        module: The schema module.
        constant: The table's name in it.
        text: The column that is embedded.
        content_hash: The column with the text's SHA-256.
        gone: A column that is not null for deleted rows, or ``None``.
    """

    module: str
    constant: str
    text: str = "content"
    content_hash: str = "content_hash"
    gone: str | None = None

    @property
    def table(self) -> Table:
        """The table itself."""
        table: Table = getattr(import_module(f"underdraft.memory.db.schema.{self.module}"), self.constant)
        return table

    @property
    def live(self) -> ColumnElement[bool]:
        """The condition for rows that want a vector."""
        return true() if self.gone is None else self.table.c[self.gone].is_(None)


OWNERS: tuple[Owner, ...] = (
    Owner(module="user_memory", constant="MEMORY_ITEM", gone="deleted_at"),
    Owner(module="conversations", constant="ATOMIC_MEMORY", gone="deleted_at"),
    Owner(module="episodes", constant="EPISODE"),
)
"""All owners."""
