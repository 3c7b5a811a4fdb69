"""One version of the store for one assembly: a read transaction that all readers of a run share.

::

    with database.view():            # begins nothing yet
        with database.read() as c:   # the first reader begins the transaction, the others join it
            cached(c, key, areas, make)    # made anew only when one of the areas was written to

What was read is cached between views for as long as the areas that it came from have not changed, in this
process or another: ``store_change`` counts the writes to each.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from contextvars import ContextVar
from typing import Any, TypeVar

import attrs
from sqlalchemy import Connection, select

from underdraft.errors import StoreError
from underdraft.memory.db.dialect import plain_rows
from underdraft.memory.db.schema.settings import STORE_CHANGE

CACHED_MAXIMUM = 256
"""Maximum readings that are cached of one store; the ones used longest ago go first."""

_CHANGES = select(STORE_CHANGE.c.area, STORE_CHANGE.c.value)

Made = TypeVar("Made")


@attrs.define(eq=False)
class Readings:
    """Cached readings of one store, with the state of the areas that they came from."""

    _cached: OrderedDict[Hashable, tuple[tuple[int, ...], Any]] = attrs.field(factory=OrderedDict, init=False)
    _lock: threading.Lock = attrs.field(factory=threading.Lock, init=False)

    def get(self, key: Hashable, state: tuple[int, ...], make: Callable[[], Made]) -> Made:
        """The reading of this key and state, made when it is not at hand."""
        with self._lock:
            found = self._cached.get(key)
            if found is not None and found[0] == state:
                self._cached.move_to_end(key)
                value: Made = found[1]
                return value
        made = make()
        with self._lock:
            self._cached[key] = (state, made)
            self._cached.move_to_end(key)
            while len(self._cached) > CACHED_MAXIMUM:
                self._cached.popitem(last=False)
        return made


@attrs.define(eq=False, kw_only=True)
class StoreView:
    """One read transaction, begun by its first reader; one reader at a time.

    Attributes:
        open_read: Begins a read transaction.
        readings: Readings that are cached between views.
        connection: The view's own, once there is one.
        state: How often each area had been written to when the transaction began.
    """

    open_read: Callable[[], AbstractContextManager[Connection]]
    readings: Readings
    connection: Connection | None = attrs.field(default=None, init=False)
    state: Mapping[str, int] = attrs.field(factory=dict, init=False)
    _stack: ExitStack = attrs.field(factory=ExitStack, init=False)
    _lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)
    _closed: bool = attrs.field(default=False, init=False)

    @contextmanager
    def reader(self) -> Iterator[Connection | None]:
        """Hold the shared connection; ``None`` when the view is over."""
        with self._lock:
            if self.connection is None and not self._closed:
                connection = self._stack.enter_context(self.open_read())
                self.state = read_changes(connection)
                self.connection = connection
            yield self.connection

    def close(self) -> None:
        """End the transaction; a reader that comes later gets a connection of its own."""
        with self._lock:
            self._closed = True
            self.connection = None
            with suppress(StoreError):  # nothing was written, and all that was wanted has been read
                self._stack.close()


current_view: ContextVar[StoreView | None] = ContextVar("underdraft_view", default=None)
"""The view that the running code is in."""


def read_changes(connection: Connection) -> dict[str, int]:
    """Read how often each area was written to, as of the connection's transaction; triggers count it."""
    return {row[0]: row[1] for row in plain_rows(connection, _CHANGES)}


def cached(connection: Connection, key: Hashable, areas: Sequence[str], make: Callable[[], Made]) -> Made:
    """Return what ``make`` reads, cached until one of the areas is written to; outside a view it is always made.

    ``areas`` are all areas of the store that it depends on (see ``COUNTED`` in :mod:`underdraft.memory.db.triggers`). What ``make``
    gives is shared: it must not be changed.
    """
    view = current_view.get()
    if view is None or view.connection is not connection:
        return make()
    return view.readings.get(key, tuple(view.state.get(area, 0) for area in areas), make)
