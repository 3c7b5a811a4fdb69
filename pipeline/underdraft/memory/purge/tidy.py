"""The purge of the writer's answers, and a model's verdicts, about memories that are purged."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Table, select

from underdraft.memory.db.schema.tidy import MEMORY_TIDY, MEMORY_TIDY_VERDICT
from underdraft.memory.purge.scope import PurgeScope, rows_of
from underdraft.memory.purge.steps import PurgeStep, delete_rows

if TYPE_CHECKING:
    from sqlalchemy import Connection


def plan_tidy(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """Of each table a project's rows, or all; of the others those about a purged memory or fact."""
    return [
        plan_rows(connection, scope, "tidy", MEMORY_TIDY, ("stays", "other")),
        plan_rows(connection, scope, "tidy_verdict", MEMORY_TIDY_VERDICT, ("first", "second")),
    ]


def plan_rows(
    connection: Connection, scope: PurgeScope, kind: str, table: Table, sides: Sequence[str]
) -> PurgeStep:
    """The rows of one table; the columns ``sides`` hold refs."""
    c = table.c
    gone = dict(rows_of(connection, scope, table, "seq"))
    refs = {f"{prefix}:{item_id}" for item_id in scope.item_ids for prefix in ("memory", "atomic")}
    if refs:
        rows = connection.execute(select(c.seq, c.project_id, *(c[side] for side in sides)))
        gone |= {row.seq: row.project_id for row in rows if refs.intersection(row[2:])}
    return PurgeStep(kind=kind, rows=list(gone.items()), write=partial(delete_rows, c.seq))
