"""The fixed order of the writer's memories in layer 2, by which the store sorts them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import case, select

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import SCOPES, TYPES

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select

COLUMNS = ("id", "type", "scope", "content", "origin", "project_id", "document_id", "updated_at", "version")
"""Columns of a record that go into a prompt."""


@lru_cache(maxsize=256)
def in_order(allowed: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The statement that reads what a condition allows: :data:`COLUMNS`, in the fixed order, and the content's hash.

    Project before global; preference, fact, note, then other types by name; the newest change first; then the id.
    """
    c = MEMORY_ITEM.c
    scope = case({name: place for place, name in enumerate(SCOPES)}, value=c.scope, else_=len(SCOPES))
    kind = case({name: place for place, name in enumerate(TYPES)}, value=c.type, else_=len(TYPES))
    columns = [c[name] for name in (*COLUMNS, "content_hash")]
    return select(*columns).where(allowed).order_by(scope, kind, c.type, c.updated_at.desc(), c.id)
