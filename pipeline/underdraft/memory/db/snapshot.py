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
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import attrs

from underdraft.errors import StoreError

if TYPE_CHECKING:
    from sqlalchemy import Connection

CACHED_MAXIMUM = 256
"""Maximum readings that are cached of one store; the ones used longest ago go first."""

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
    """One read transaction, begun by its first reader; one reader at a time."""

    open_read: Annotated[Callable[[], AbstractContextManager[Connection]], "Begins a read transaction."]
    read_state: Annotated[
        Callable[[Connection], Mapping[str, int]], "Reads how often each area was written to."
    ]
    readings: Annotated[Readings, "Readings that are cached between views."]
    _connection: Connection | None = attrs.field(default=None, init=False)
    _state: Mapping[str, int] = attrs.field(factory=dict, init=False)
    _stack: ExitStack = attrs.field(factory=ExitStack, init=False)
    _lock: threading.RLock = attrs.field(factory=threading.RLock, init=False)
    _closed: bool = attrs.field(default=False, init=False)

    def join(self) -> Connection | None:
        """Take the shared connection until :meth:`leave`; ``None``, and not taken, when the view is over."""
        self._lock.acquire()
        try:
            if self._connection is None and not self._closed:
                connection = self._stack.enter_context(self.open_read())
                self._state = self.read_state(connection)
                self._connection = connection
        except BaseException:
            self._lock.release()
            raise
        if self._connection is None:
            self._lock.release()
        return self._connection

    def leave(self) -> None:
        """Let the next reader take the shared connection."""
        self._lock.release()

    @property
    def state(self) -> Mapping[str, int]:
        """How often each area had been written to when the transaction began."""
        return self._state

    def holds(self, connection: Connection) -> bool:
        """Whether this is the view's own connection."""
        return self._connection is connection

    def close(self) -> None:
        """End the transaction; a reader that comes later gets a connection of its own."""
        with self._lock:
            self._closed = True
            self._connection = None
            with suppress(StoreError):  # nothing was written, and all that was wanted has been read
                self._stack.close()


current_view: ContextVar[StoreView | None] = ContextVar("underdraft_view", default=None)
"""The view that the running code is in."""


def cached(connection: Connection, key: Hashable, areas: Sequence[str], make: Callable[[], Made]) -> Made:
    """Return what ``make`` reads, cached until one of the areas is written to; outside a view it is always made.

    ``areas`` are all areas of the store that it depends on (see ``COUNTED`` in :mod:`underdraft.memory.db.triggers`). What ``make``
    gives is shared: it must not be changed.
    """
    view = current_view.get()
    if view is None or not view.holds(connection):
        return make()
    state = tuple(view.state.get(area, 0) for area in areas)
    return view.readings.get(key, state, make)
