"""The writer's memories held in memory: in the fixed order, with their sizes, and mended row by row.

A shelf has one order for each condition that was asked for; a write moves one memory in it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, select

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index.resident import ResidentRows, Residents
from underdraft.memory.items.ordering import Candidate, deterministic, group
from underdraft.text.tokens import estimate
from underdraft.types.memory import injection_line

Made = TypeVar("Made")

_NEWEST_FIRST = str.maketrans("0123456789", "9876543210")
_key = attrgetter("key")
_COLUMNS = tuple(MEMORY_ITEM.c[name] for name in Candidate._fields)


class Shelved(NamedTuple):
    """A memory in its place: what it is ordered by, the memory, and the estimated tokens of its line."""

    key: tuple[Any, ...]
    item: Candidate
    tokens: int


class MemoryShelf:
    """The memories of one store that may go into prompts."""

    def __init__(self) -> None:
        self._orders = Residents()

    def ordered(self, connection: Connection, allowed: ColumnElement[bool]) -> Sequence[Shelved]:
        """The memories that a condition allows, in the fixed order; the same sequence until one changes.

        Scope, type, ``updated_at`` newest first, ``id`` ascending: as ``ordering.deterministic``. The same
        condition must be the same object.
        """
        order: _Order = self._orders.get(id(allowed), lambda: _Order(allowed))
        return order.ordered(connection)

    def derive(
        self,
        connection: Connection,
        allowed: ColumnElement[bool],
        key: Hashable,
        make: Callable[[Sequence[Shelved]], Made],
    ) -> Made:
        """What is made of :meth:`ordered`, kept under a key until a memory changes."""
        order: _Order = self._orders.get(id(allowed), lambda: _Order(allowed))
        return order.derive(connection, key, make)


class _Order:
    """One order: the memories, sorted, as of a version of the rows."""

    def __init__(self, allowed: ColumnElement[bool]) -> None:
        self.allowed = allowed  # held, so that its identity stays taken
        self._rows = ResidentRows(
            query=select(*_COLUMNS).where(allowed),
            key=MEMORY_ITEM.c.id,
            area="items",
            besides=("preferences",),
        )
        self._seen = 0
        self._shelved: tuple[Shelved, ...] = ()
        self._entries: dict[str, Shelved] = {}
        self._derived: dict[Hashable, Any] = {}

    def ordered(self, connection: Connection) -> Sequence[Shelved]:
        rows = self._rows
        with rows.lock:
            if not rows.sync(connection):
                found = map(Candidate._make, connection.execute(rows.query))
                return [shelved(item) for item in deterministic(found)]
            if rows.changes != self._seen:
                self._mend(rows.changed_since(self._seen))
                self._derived.clear()
                self._seen = rows.changes
            return self._shelved

    def derive(
        self, connection: Connection, key: Hashable, make: Callable[[Sequence[Shelved]], Made]
    ) -> Made:
        with self._rows.lock:
            ordered = self.ordered(connection)
            if ordered is not self._shelved:
                return make(ordered)
            if key not in self._derived:
                self._derived[key] = make(ordered)
            made: Made = self._derived[key]
            return made

    def _mend(self, changed: set[str] | None) -> None:
        """Put the changed memories where they now belong."""
        rows = self._rows.rows
        if changed is None or len(changed) > len(rows) // 4:
            self._entries = {row_id: shelved(row) for row_id, row in rows.items()}
            self._shelved = tuple(sorted(self._entries.values()))
            return
        left = list(self._shelved)
        for row_id in changed:
            if (old := self._entries.pop(row_id, None)) is not None:
                del left[bisect_left(left, old.key, key=_key)]
            if row_id in rows:
                new = self._entries[row_id] = shelved(rows[row_id])
                left.insert(bisect_left(left, new.key, key=_key), new)
        self._shelved = tuple(left)


def shelved(row: Any) -> Shelved:
    """A row of a memory with its key and size."""
    item = Candidate._make(row)
    key = (*group(item), item.updated_at.translate(_NEWEST_FIRST), item.id)
    return Shelved(key, item, estimate("\n" + injection_line(item.content, item.origin)))
