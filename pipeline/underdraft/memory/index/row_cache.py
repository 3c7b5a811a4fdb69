"""Rows of the store that are held in memory, and kept in step with it by its log of changes.

The first reading takes all rows that a condition allows, later ones those that changed since: a write among
100,000 memories costs the reading of one. What is derived from the rows (an order, a matrix) asks which of
them changed and mends itself in the same way.
"""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import attrs
from sqlalchemy import select
from sqlalchemy.sql.visitors import iterate

from underdraft.memory.db.changes import LOG, changed_rows, state_of

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Select, Table

HISTORY = 256
"""How many steps back a derived value may be and still be mended; further back it is made anew."""

CHUNK = 500
"""Ids that are asked for at once; a statement takes some thousands of parameters at most."""

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
    "faded",
    "section",
    "source",
)
"""What of a record is held."""

CACHES_MAXIMUM = 32
"""Most conditions of which the rows are held; the one used longest ago goes first."""


@attrs.define(eq=False, kw_only=True)
class RowCache:
    """The rows of a query by id; the first column is the id.

    Attributes:
        query: Selects all rows.
        key: The column that names a row, as the log of changes does.
        area: The area of the query's table in the log.
        besides: Areas whose change may alter what the query selects without a change of its rows.
        rows: The rows as of :attr:`version`; to be read under :attr:`lock`.
        version: The last entry of the log that they know of; -1 before the first reading.
        changed_at: The entry as of which they are what they are: a reader of a version from there on sees the same.
        changes: How often they have changed, the first reading included.
        lock: Held while rows, or what is derived from them, are read or mended.
    """

    query: Select[*tuple[Any, ...]]
    key: ColumnElement[Any]
    area: str
    besides: Sequence[str] = ()
    rows: dict[str, Any] = attrs.field(factory=dict, init=False)
    version: int = attrs.field(default=-1, init=False)
    changed_at: int = attrs.field(default=-1, init=False)
    changes: int = attrs.field(default=0, init=False)
    lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)
    _beside: tuple[int, ...] = attrs.field(default=(), init=False)
    _steps: deque[set[str] | None] = attrs.field(factory=lambda: deque(maxlen=HISTORY), init=False)

    def sync(self, connection: Connection) -> bool:
        """Bring the rows, under :attr:`lock`, to the connection's version; ``False`` when they have changed since it."""
        now, beside = self._state(connection)
        if self._in_step(now, beside):
            return True
        if now < self.version:
            return False
        changed: set[str] | None = None
        if self.version >= 0 and beside == self._beside:
            changed = changed_rows(connection, self.area, self.version)
        if changed is None:
            before, known = self.rows, self.version >= 0
            with much_kept():
                rows = list(map(tuple, connection.execute(self.query)))
                self.rows = {str(row[0]): row for row in rows}
            if known:
                changed = {key for key, _ in before.items() ^ self.rows.items()}
        else:
            here = {row_id: self.rows.pop(row_id) for row_id in changed if row_id in self.rows}
            there = self.some(connection, changed)
            self.rows.update(there)
            changed = {
                row_id for row_id, _ in here.items() ^ there.items()
            }  # the log has other sections' rows, too
        self.version, self._beside = now, beside
        if changed is None or changed:
            self.changed_at = now
            self.changes += 1
            self._steps.append(changed)
        return True

    def _state(self, connection: Connection) -> tuple[int, tuple[int, ...]]:
        state = state_of(connection)
        return state[LOG], tuple(state.get(area, 0) for area in self.besides)

    def _in_step(self, now: int, beside: tuple[int, ...]) -> bool:
        return self.changed_at <= now <= self.version and beside == self._beside

    def any_row(self, connection: Connection) -> bool:
        """Whether there is any row; the store is asked for one where the rows are not as of its version."""
        with self.lock:
            if self._in_step(*self._state(connection)):
                return bool(self.rows)
        return connection.execute(self.query.limit(1)).first() is not None

    def found(self, connection: Connection, ids: Collection[str]) -> dict[str, Any]:
        """The rows of these ids; the store is asked where they are not as of its version."""
        with self.lock:
            if self._in_step(*self._state(connection)):
                return {row_id: self.rows[row_id] for row_id in ids if row_id in self.rows}
        return self.some(connection, ids)

    def some(self, connection: Connection, ids: Collection[str]) -> dict[str, Any]:
        """Those of the given rows that the query selects."""
        kind = self.key.type.python_type  # the log names rows in text
        wanted = sorted(map(kind, ids))
        found: dict[str, Any] = {}
        for start in range(0, len(wanted), CHUNK):
            part = self.query.where(self.key.in_(wanted[start : start + CHUNK]))
            found.update((str(row[0]), tuple(row)) for row in connection.execute(part))
        return found

    def changed_since(self, changes: int) -> set[str] | None:
        """Ids of the rows that changed after that many changes; ``None`` when that is not known (any more)."""
        steps = list(self._steps)[changes - self.changes :] if changes < self.changes else []
        if changes < 1 or len(steps) < self.changes - changes or None in steps:
            return None
        return set().union(*filter(None, steps))


@contextmanager
def much_kept() -> Iterator[None]:
    """While very many objects are made that all stay, Python does not look for garbage among them.

    It would go through all of them whenever a quarter has come, a third of the time of a first reading.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


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

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._held.clear()


@attrs.define(eq=False)
class SharedRows:
    """Records by condition, each held once for all who derive something from them."""

    _held: BoundedCache = attrs.field(factory=BoundedCache, init=False)

    def of(self, table: Table, allowed: ColumnElement[bool]) -> RowCache:
        """The rows that a condition allows; the same condition must be the same object."""
        held: tuple[ColumnElement[bool], RowCache] = self._held.get(
            (table.name, id(allowed)), lambda: (allowed, rows_of(table, allowed))
        )
        return held[1]


def rows_of(table: Table, allowed: ColumnElement[bool]) -> RowCache:
    """The rows that a condition allows, not read yet."""
    asks_others = any(part.__visit_name__ == "select" for part in iterate(allowed))
    query = select(*(table.c[name] for name in COLUMNS)).where(allowed)
    return RowCache(query=query, key=table.c.id, area=AREA, besides=BESIDES if asks_others else ())
