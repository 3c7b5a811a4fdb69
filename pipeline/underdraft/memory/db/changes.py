"""How often each area of the store was written to: counted by triggers, so that no writer can forget it."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, select

from underdraft.memory.db.dialect import plain_rows
from underdraft.memory.db.schema.settings import STORE_CHANGE
from underdraft.memory.db.snapshot import current_view

_CHANGES = select(STORE_CHANGE.c.area, STORE_CHANGE.c.value)


def read_changes(connection: Connection) -> dict[str, int]:
    """The counters of all areas, as of the connection's transaction."""
    return {row[0]: row[1] for row in plain_rows(connection, _CHANGES)}


def state_of(connection: Connection) -> Mapping[str, int]:
    """As :func:`read_changes`; inside a view it was read when the view began."""
    view = current_view.get()
    return view.state if view is not None and view.holds(connection) else read_changes(connection)
