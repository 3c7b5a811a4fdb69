"""The purge of the writer's answers about memories that are purged."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import select

from underdraft.memory.db.schema.tidy import MEMORY_TIDY
from underdraft.memory.purge.scope import PurgeScope, rows_of
from underdraft.memory.purge.steps import PurgeStep, delete_rows

if TYPE_CHECKING:
    from sqlalchemy import Connection


def plan_tidy(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """A project's answers, or all; of the others those about a purged memory or fact."""
    c = MEMORY_TIDY.c
    gone = dict(rows_of(connection, scope, MEMORY_TIDY, "seq"))
    refs = {f"{kind}:{item_id}" for item_id in scope.item_ids for kind in ("memory", "atomic")}
    if refs:
        rows = connection.execute(select(c.seq, c.project_id, c.stays, c.other))
        gone |= {row.seq: row.project_id for row in rows if {row.stays, row.other} & refs}
    return [PurgeStep(kind="tidy", rows=list(gone.items()), write=partial(delete_rows, c.seq))]
