"""The purge of semantic rules; see :mod:`underdraft.memory.purge`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import select

from underdraft.memory.db.schema.feedback import PREFERENCE
from underdraft.memory.db.schema.semantic import SEMANTIC_RULE
from underdraft.memory.purge.scope import PurgeScope, rows_of
from underdraft.memory.purge.steps import PurgeStep, delete_rows

if TYPE_CHECKING:
    from sqlalchemy import Connection


def plan_rules(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """A project's rules, or all; of the others those that say what a purged memory says."""
    c = SEMANTIC_RULE.c
    gone = dict(rows_of(connection, scope, SEMANTIC_RULE, "id"))
    if scope.item_ids and not scope.everything:
        own = set(
            connection.scalars(
                select(PREFERENCE.c.topic_id).where(PREFERENCE.c.id.in_(sorted(scope.item_ids)))
            )
        )
        for row in connection.execute(select(c.id, c.project_id, c.topic_id, c.text)):
            if row.topic_id in own or scope.words.take_out(row.text) != row.text:
                gone[row.id] = row.project_id
    return [PurgeStep(kind="semantic_rule", rows=list(gone.items()), write=partial(delete_rows, c.id))]
