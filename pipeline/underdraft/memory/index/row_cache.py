"""A value made of the rows of a query, held in memory, and kept in step with the store by its log of changes.

The first reading takes all rows that the query selects, later ones those that changed since. The rows themselves are not
held, but what is made of them (an order, a table of numbers).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import attrs

from underdraft.memory.db.changes import LOG, changed_rows, state_of
from underdraft.memory.db.dialect import batches

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Select

CACHES_MAXIMUM = 32
"""Maximum conditions of which something is held; the one used longest ago goes first."""


AT_ONCE = 10_000
"""Rows that are read at once."""


class Derived(Protocol):
    """A value that is made of rows and updated with them; a new one knows of none."""

    def update(self, rows: Mapping[str, Any], changed: Collection[str]) -> None:
        """Take in the rows of these ids; one that is not among the rows (any more) is gone."""
        ...


Made = TypeVar("Made", bound=Derived)


@attrs.define(eq=False, kw_only=True)
class RowCache(Generic[Made]):
    """Values made of a query's rows; the first column is the id. Read it inside :meth:`reading`.

    Attributes:
        query: Selects all rows.
        key: The column that names a row, as the log of changes does.
        area: The area of the query's table in the log.
        kind: Makes the value, which knows of no row yet.
        besides: Areas whose change may alter what the query selects without a change in a row.
        made: The value.
    """

    query: Select[*tuple[Any, ...]]
    key: ColumnElement[Any]
    area: str
    kind: Callable[[], Made]
    besides: Sequence[str] = ()
    made: Made = attrs.field(default=attrs.Factory(lambda self: self.kind(), takes_self=True), init=False)
    _marks: dict[str, int] = attrs.field(factory=dict, init=False)
    _version: int = attrs.field(default=-1, init=False)
    _changed_at: int = attrs.field(default=-1, init=False)
    _beside: tuple[int, ...] = attrs.field(default=(), init=False)
    _lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)

    @contextmanager
    def reading(self, connection: Connection) -> Iterator[Made]:
        """The value as of the connection's version of the store, locked.

        A reader on an older version than the rows' last change gets one of its own.
        """
        with self._lock:
            if self._sync(connection):
                yield self.made
                return
        own = attrs.evolve(self)
        own._sync(connection)  # noqa: SLF001 - of the same class
        yield own.made

    def _sync(self, connection: Connection) -> bool:
        """Bring the value to the connection's version; ``False`` when rows have changed since it."""
        state = state_of(connection)
        now, beside = state[LOG], tuple(state.get(area, 0) for area in self.besides)
        if now < self._version:
            return self._changed_at <= now and beside == self._beside
        if now == self._version and beside == self._beside:
            return True
        changed: Collection[str] | None = None
        if self._version >= 0 and beside == self._beside:
            changed = changed_rows(connection, self.area, self._version)
        if changed is not None:
            altered = self._take(
                self.some(connection, changed), changed
            )  # the log has other sections' rows, too
        else:
            altered, gone = False, set(self._marks)
            for part in connection.execute(self.query).partitions(AT_ONCE):
                rows = {str(row[0]): tuple(row) for row in part}
                gone -= rows.keys()
                altered |= self._take(rows, rows.keys())
            altered |= self._take({}, gone)
        self._version, self._beside = now, beside
        if altered or self._changed_at < 0:
            self._changed_at = now
        return True

    def _take(self, rows: Mapping[str, Any], ids: Collection[str]) -> bool:
        """Take in the rows of these ids, and say whether any differs from what was seen of it."""
        marks = {row_id: hash(row) for row_id, row in rows.items()}
        changed = {row_id for row_id in ids if self._marks.get(row_id) != marks.get(row_id)}
        for row_id in changed - marks.keys():
            del self._marks[row_id]
        self._marks.update((row_id, marks[row_id]) for row_id in changed & marks.keys())
        if changed:
            self.made.update(rows, changed)
        return bool(changed)

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
