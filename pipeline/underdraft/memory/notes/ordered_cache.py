"""The writer's memories held in memory: in the fixed order, with their sizes, and mended row by row.

A shelf has one order for each condition that was asked for; a write moves one memory in it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index.row_cache import COLUMNS, BoundedCache, RowCache, SharedRows, much_kept
from underdraft.memory.notes.ordering import Candidate, group
from underdraft.text.tokens import estimate
from underdraft.types.memory import injection_line

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

Made = TypeVar("Made")

_NEWEST_FIRST = str.maketrans("0123456789", "9876543210")
_key = attrgetter("key")
_FIELDS = itemgetter(*map(COLUMNS.index, Candidate._fields))


class Shelved(NamedTuple):
    """A memory in its place: what it is ordered by, the memory, and the estimated tokens of its line."""

    key: tuple[Any, ...]
    item: Candidate
    tokens: int


class OrderedCache:
    """The memories of one store that may go into prompts."""

    def __init__(self, rows: SharedRows | None = None) -> None:
        self._rows = rows or SharedRows()
        self._orders = BoundedCache()

    def ordered(self, connection: Connection, allowed: ColumnElement[bool]) -> Sequence[Shelved]:
        """The memories that a condition allows, in the fixed order; the same sequence until one changes.

        Scope, type, ``updated_at`` newest first, ``id`` ascending: as ``ordering.deterministic``. The same
        condition must be the same object.
        """
        return self._order_of(allowed).ordered(connection)

    def derive(
        self,
        connection: Connection,
        allowed: ColumnElement[bool],
        key: Hashable,
        make: Callable[[Sequence[Shelved]], Made],
    ) -> Made:
        """What is made of :meth:`ordered`, kept under a key until a memory changes."""
        return self._order_of(allowed).derive(connection, key, make)

    def _order_of(self, allowed: ColumnElement[bool]) -> _Order:
        order: _Order = self._orders.get(
            id(allowed), lambda: _Order(allowed, self._rows.of(MEMORY_ITEM, allowed))
        )
        return order


class _Order:
    """One order: the memories, sorted, as of a version of the rows."""

    def __init__(self, allowed: ColumnElement[bool], rows: RowCache) -> None:
        self.allowed = allowed  # held, so that its identity stays taken
        self._rows = rows
        self._seen = 0
        self._shelved: tuple[Shelved, ...] = ()
        self._entries: dict[str, Shelved] = {}
        self._derived: dict[Hashable, Any] = {}

    def ordered(self, connection: Connection) -> Sequence[Shelved]:
        rows = self._rows
        with rows.lock:
            if not rows.sync(connection):
                found = connection.execute(rows.query).all()
                return sorted(shelved(candidate(row)) for row in found)
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
            with much_kept():
                self._entries = {row_id: shelved(candidate(row)) for row_id, row in rows.items()}
                self._shelved = tuple(sorted(self._entries.values()))
            return
        left = list(self._shelved)
        for row_id in changed:
            if (old := self._entries.pop(row_id, None)) is not None:
                del left[bisect_left(left, old.key, key=_key)]
            if row_id in rows:
                new = self._entries[row_id] = shelved(candidate(rows[row_id]))
                left.insert(bisect_left(left, new.key, key=_key), new)
        self._shelved = tuple(left)


def candidate(row: Any) -> Candidate:
    """A row as it is held (:data:`COLUMNS`) as what may go into a prompt."""
    return Candidate._make(_FIELDS(row))


def shelved(item: Candidate) -> Shelved:
    """A memory with its key and size."""
    return Shelved(_key_of(item), item, estimate(_line_of(item)))


def _key_of(item: Candidate) -> tuple[Any, ...]:
    return *group(item), item.updated_at.translate(_NEWEST_FIRST), item.id


def _line_of(item: Candidate) -> str:
    return "\n" + injection_line(item.content, item.origin)
