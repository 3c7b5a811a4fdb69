"""Changes of the store by area and by row: logged by triggers, so that no writer can forget it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, literal_column, select, union_all

from underdraft.memory.db.schema.settings import STORE_CHANGE, STORE_LOG
from underdraft.memory.db.snapshot import current_view

LOG, LOG_BEGIN = "log", "log_begin"
"""The names under which :func:`read_changes` gives the numbers of the log's last entry and the first."""

SHARED_MAXIMUM = 1_000
"""Maximum entries of the log, of all areas, that readers share in a view; one further behind asks for its own."""

_CHANGES = str(
    union_all(
        select(STORE_CHANGE.c.area, STORE_CHANGE.c.value),
        select(literal_column(f"'{LOG}'"), func.max(STORE_LOG.c.seq)),
        select(literal_column(f"'{LOG_BEGIN}'"), func.min(STORE_LOG.c.seq)),
    )
)
"""In text: it is asked in every run, and running a statement object takes twice as long."""

_SINCE = select(STORE_LOG.c.seq, STORE_LOG.c.area, STORE_LOG.c.row_id).where(
    STORE_LOG.c.seq > bindparam("since")
)
_CHANGED = select(STORE_LOG.c.row_id).where(
    STORE_LOG.c.area == bindparam("area"), STORE_LOG.c.seq > bindparam("since")
)


def read_changes(connection: Connection) -> dict[str, int]:
    """The counters of all areas and the log's ends, as of the connection's transaction."""
    return {row[0]: row[1] or 0 for row in connection.exec_driver_sql(_CHANGES)}


def changed_rows(connection: Connection, area: str, since: int) -> set[str] | None:
    """Ids of an area's rows that changed, came or went after an entry of the log; ``None`` where it does not reach."""
    state = state_of(connection)
    if since and not 0 < state[LOG_BEGIN] <= since + 1:
        return None
    view = current_view.get()
    if view is None or not view.holds(connection) or state[LOG] - since > SHARED_MAXIMUM:
        return set(connection.scalars(_CHANGED, {"area": area, "since": since}))

    def read() -> Sequence[Any]:
        return connection.execute(_SINCE, {"since": since}).all()

    entries = view.readings.get("log", (since, state[LOG]), read)
    return {row.row_id for row in entries if row.area == area}


def state_of(connection: Connection) -> Mapping[str, int]:
    """As :func:`read_changes`; inside a view it was read when the view began."""
    view = current_view.get()
    return view.state if view is not None and view.holds(connection) else read_changes(connection)
