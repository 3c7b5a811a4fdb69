"""The writer's memories in the fixed order, with their sizes and without their texts, held in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sqlalchemy import select
from sqlalchemy.sql.visitors import iterate

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index.row_cache import RowCache
from underdraft.memory.notes.record import SCOPES, TYPES
from underdraft.text.tokens import estimate
from underdraft.types.memory import injection_line

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

Made = TypeVar("Made")

COLUMNS = ("id", "type", "scope", "content", "origin", "project_id", "document_id", "updated_at", "version")
"""Columns of a record that go into a prompt."""

AREA, BESIDES = "items", ("preferences",)
"""The area of the records in the log of changes, and what decides besides where a condition asks other tables."""

_NEWEST_FIRST = str.maketrans("0123456789", "9876543210")
_SCOPE = {scope: place for place, scope in enumerate(SCOPES)}
_TYPE = {kind: place for place, kind in enumerate(TYPES)}


class Shelved(NamedTuple):
    """A memory in its place; as light as it gets, since there may be thousands."""

    group: tuple[int, int, str]
    newest_first: str
    id: str
    tokens: int
    type: str
    scope: str


class OrderedCache:
    """Memories in the fixed order: scope, type, ``updated_at`` newest first, ``id`` ascending.

    It is derived from rows of :data:`COLUMNS` (:class:`~underdraft.memory.index.row_cache.Derived`).

    Attributes:
        ordered: The memories; the same sequence until one changes.
    """

    def __init__(self) -> None:
        self.ordered: Sequence[Shelved] = ()
        self._made: dict[Hashable, Any] = {}

    def update(self, rows: Mapping[str, Any], changed: Collection[str]) -> None:
        """See :class:`~underdraft.memory.index.row_cache.Derived`."""
        left = (entry for entry in self.ordered if entry.id not in changed)
        new = (shelved(rows[row_id]) for row_id in changed if row_id in rows)
        self.ordered = tuple(sorted(chain(left, new)))
        self._made.clear()

    def derive(self, key: Hashable, make: Callable[[Sequence[Shelved]], Made]) -> Made:
        """Return what ``make`` builds from :attr:`ordered`, cached under a key until a memory changes."""
        if key not in self._made:
            self._made[key] = make(self.ordered)
        made: Made = self._made[key]
        return made


def rows_of(allowed: ColumnElement[bool]) -> RowCache[OrderedCache]:
    """The memories that a condition allows, not read yet."""
    asks_others = any(part.__visit_name__ == "select" for part in iterate(allowed))
    query = select(*(MEMORY_ITEM.c[name] for name in COLUMNS)).where(allowed)
    besides = BESIDES if asks_others else ()
    return RowCache(query=query, key=MEMORY_ITEM.c.id, area=AREA, kind=OrderedCache, besides=besides)


def shelved(row: Sequence[Any]) -> Shelved:
    """A row of :data:`COLUMNS` in its place, with its line's estimated tokens."""
    values = dict(zip(COLUMNS, row, strict=True))
    tokens = estimate("\n" + injection_line(values["content"], values["origin"]))
    group, kind, scope = _group(values["scope"], values["type"])
    return Shelved(group, values["updated_at"].translate(_NEWEST_FIRST), values["id"], tokens, kind, scope)


@lru_cache(maxsize=256)
def _group(scope: str, kind: str) -> tuple[tuple[int, int, str], str, str]:
    """Scope and type: project before global; preference, fact, note, then others by name. The same object for the same."""
    place = _TYPE.get(kind, len(_TYPE))
    return (_SCOPE.get(scope, len(_SCOPE)), place, kind if place == len(_TYPE) else ""), kind, scope
