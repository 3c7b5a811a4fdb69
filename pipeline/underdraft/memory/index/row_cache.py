"""Rows of the store that are held in memory, and kept in step with it by its log of changes.

The first reading takes all rows that a query selects, later ones those that changed since. What is derived from
the rows (an order, words, a table of numbers) is held beside them and updated with them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import attrs
from sqlalchemy import select
from sqlalchemy.sql.visitors import iterate

from underdraft.memory.db.changes import LOG, changed_rows, state_of
from underdraft.memory.db.dialect import batches
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Select

ID, CONTENT, CONTENT_HASH = 0, 1, 2
"""Where they are in a row of :data:`COLUMNS`."""

AREA, BESIDES = "items", ("preferences",)
"""The area of the records in the log of changes, and what decides besides where a condition asks other tables."""

COLUMNS = (
    "id",
    "content",
    "content_hash",
    "type",
    "scope",
    "origin",
    "project_id",
    "document_id",
    "updated_at",
    "version",
    "section",
    "source",
)
"""Columns of a record that are held."""

CACHES_MAXIMUM = 32
"""Maximum conditions of which the rows are held; the one used longest ago goes first."""


class Derived(Protocol):
    """A value that is made of rows and updated with them; a new one knows of none."""

    def update(self, rows: Mapping[str, Any], changed: Collection[str]) -> None:
        """Take in the rows of these ids; one that is not among the rows (any more) is gone."""
        ...


Made = TypeVar("Made", bound=Derived)


@attrs.define(eq=False, kw_only=True)
class RowCache:
    """The rows of a query by id; the first column is the id. Read it inside :meth:`reading`.

    Attributes:
        query: Selects all rows.
        key: The column that names a row, as the log of changes does.
        area: The area of the query's table in the log.
        besides: Areas whose change may alter what the query selects without a change in a row.
        rows: The rows.
    """

    query: Select[*tuple[Any, ...]]
    key: ColumnElement[Any]
    area: str
    besides: Sequence[str] = ()
    rows: dict[str, Any] = attrs.field(factory=dict, init=False)
    _derived: dict[Callable[[], Any], Derived] = attrs.field(factory=dict, init=False)
    _version: int = attrs.field(default=-1, init=False)
    _changed_at: int = attrs.field(default=-1, init=False)
    _beside: tuple[int, ...] = attrs.field(default=(), init=False)
    _lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)

    @contextmanager
    def reading(self, connection: Connection) -> Iterator[RowCache]:
        """The rows as of the connection's version of the store, locked.

        A reader on an older version than the rows' last change gets rows of its own.
        """
        with self._lock:
            if self._sync(connection):
                yield self
                return
        own = attrs.evolve(self)
        own._sync(connection)  # noqa: SLF001 - of the same class
        yield own

    def derived(self, kind: Callable[[], Made]) -> Made:
        """Return the value that this kind makes of the rows, held as long as they are."""
        if kind not in self._derived:
            new = kind()
            new.update(self.rows, self.rows.keys())
            self._derived[kind] = new
        held: Any = self._derived[kind]
        made: Made = held
        return made

    def _sync(self, connection: Connection) -> bool:
        """Bring the rows to the connection's version; ``False`` when they have changed since it."""
        state = state_of(connection)
        now, beside = state[LOG], tuple(state.get(area, 0) for area in self.besides)
        if now < self._version:
            return self._changed_at <= now and beside == self._beside
        if now == self._version and beside == self._beside:
            return True
        changed: Collection[str] | None = None
        if self._version >= 0 and beside == self._beside:
            changed = changed_rows(connection, self.area, self._version)
        before = self.rows
        if changed is None:
            self.rows = {str(row[0]): tuple(row) for row in connection.execute(self.query)}
            changed = {row_id for row_id, _ in before.items() ^ self.rows.items()}
        elif changed:
            there = self.some(connection, changed)  # the log has other sections' rows, too
            changed = {row_id for row_id in changed if before.get(row_id) != there.get(row_id)}
            for row_id in changed:
                self.rows.pop(row_id, None)
            self.rows.update((row_id, there[row_id]) for row_id in changed & there.keys())
        self._version, self._beside = now, beside
        if changed:
            for derived in self._derived.values():
                derived.update(self.rows, changed)
        if changed or self._changed_at < 0:
            self._changed_at = now
        return True

    def found(self, connection: Connection, ids: Collection[str]) -> dict[str, Any]:
        """Return the given rows that the query selects; for these few alone not all rows are read."""
        if self._version < 0:
            return self.some(connection, ids)
        with self.reading(connection) as held:
            return {row_id: held.rows[row_id] for row_id in ids if row_id in held.rows}

    def some(self, connection: Connection, ids: Collection[str]) -> dict[str, Any]:
        """Read the given rows that the query selects from the store."""
        kind = self.key.type.python_type  # the log names rows in text
        found: dict[str, Any] = {}
        for batch in batches(sorted(map(kind, ids))):
            part = self.query.where(self.key.in_(batch))
            found.update((str(row[0]), tuple(row)) for row in connection.execute(part))
        return found


@attrs.define(eq=False)
class BoundedCache:
    """At most so many values by key, each made when it is first asked for; the one used longest ago goes first."""

    most: int = CACHES_MAXIMUM
    _held: OrderedDict[Hashable, Any] = attrs.field(factory=OrderedDict, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The value of a key."""
        with self._lock:
            if key not in self._held:
                self._held[key] = make()
                while len(self._held) > self.most:
                    self._held.popitem(last=False)
            self._held.move_to_end(key)
            return self._held[key]


@attrs.define(eq=False)
class SharedRows:
    """Records by condition, each held once for all who derive something from them."""

    _held: BoundedCache = attrs.field(factory=BoundedCache, init=False)

    def of(self, allowed: ColumnElement[bool]) -> RowCache:
        """The rows that a condition allows; the same condition must be the same object."""
        held: RowCache = self._held.get(allowed, lambda: rows_of(allowed))
        return held


def rows_of(allowed: ColumnElement[bool]) -> RowCache:
    """The rows that a condition allows, not read yet."""
    asks_others = any(part.__visit_name__ == "select" for part in iterate(allowed))
    query = select(*(MEMORY_ITEM.c[name] for name in COLUMNS)).where(allowed)
    return RowCache(query=query, key=MEMORY_ITEM.c.id, area=AREA, besides=BESIDES if asks_others else ())
