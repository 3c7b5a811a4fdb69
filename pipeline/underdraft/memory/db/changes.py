"""What was written to the store, by area and by row: kept by triggers, so that no writer can forget it."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, func, literal_column, select, union_all

from underdraft.memory.db.schema.settings import STORE_CHANGE, STORE_LOG
from underdraft.memory.db.view import current_view

LOG = "log"
"""The name under which :func:`read_changes` gives the number of the log's last entry."""

_CHANGES = str(
    union_all(
        select(STORE_CHANGE.c.area, STORE_CHANGE.c.value),
        select(literal_column(f"'{LOG}'"), func.max(STORE_LOG.c.seq)),
    )
)
"""In text: it is asked in every run, and running a statement object takes twice as long."""

_OLDEST = select(func.min(STORE_LOG.c.seq))
_CHANGED = select(STORE_LOG.c.row_id).where(
    STORE_LOG.c.area == bindparam("area"), STORE_LOG.c.seq > bindparam("since")
)


def read_changes(connection: Connection) -> dict[str, int]:
    """The counters of all areas and the log's last entry, as of the connection's transaction."""
    return {row[0]: row[1] or 0 for row in connection.exec_driver_sql(_CHANGES)}


def changed_rows(connection: Connection, area: str, since: int) -> set[str] | None:
    """Ids of an area's rows that changed, came or went after an entry of the log; ``None`` where it does not reach."""
    oldest = connection.scalar(_OLDEST)
    if since and (oldest is None or oldest > since + 1):
        return None
    return set(connection.scalars(_CHANGED, {"area": area, "since": since}))


def state_of(connection: Connection) -> Mapping[str, int]:
    """As :func:`read_changes`; inside a view it was read when the view began."""
    view = current_view.get()
    return view.state if view is not None and view.holds(connection) else read_changes(connection)
