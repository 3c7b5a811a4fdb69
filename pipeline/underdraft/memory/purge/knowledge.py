"""Facts of the story in the store: written over a channel, or proposed and confirmed by the writer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underdraft.memory.db.schema.knowledge import KNOWLEDGE_FACT
from underdraft.memory.purge.scope import PurgeScope

if TYPE_CHECKING:
    from sqlalchemy import Connection


def purge_facts(connection: Connection, scope: PurgeScope) -> int:
    """Remove for good what a purge of a project, or of everything, covers; facts are no memories: 0."""
    if scope.everything:
        connection.execute(KNOWLEDGE_FACT.delete())
    elif scope.project_id is not None:
        connection.execute(KNOWLEDGE_FACT.delete().where(KNOWLEDGE_FACT.c.project_id == scope.project_id))
    return 0
