"""The purge of memories, and of vectors that belong to nothing any more."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select, union

from underdraft.memory.db.dialect import delete_in, select_in
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION, MEMORY_USE
from underdraft.memory.index import fulltext
from underdraft.memory.index.tables import OWNERS
from underdraft.memory.items.rows import OWNER
from underdraft.memory.purge.scope import PurgeScope
from underdraft.memory.purge.steps import PurgeStep


def plan_items(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """Memories with their revisions and index entries."""
    c = MEMORY_ITEM.c
    query = select(c.id, c.project_id)
    if not scope.everything:
        ids = select_in(connection, select(c.id), c.id, scope.item_ids)
        rows = [tuple(row) for row in connection.execute(query) if row.id in ids]
    else:
        rows = [tuple(row) for row in connection.execute(query)]
    return [PurgeStep(kind="memory", rows=rows, write=delete_items, memories=True)]


def delete_items(connection: Connection, ids: Sequence[str]) -> None:
    """Remove memories with their past."""
    fulltext.remove(connection, OWNER, ids)
    delete_in(connection, MEMORY_REVISION.c.memory_id, ids)
    delete_in(connection, MEMORY_USE.c.item_id, ids)
    delete_in(connection, MEMORY_ITEM.c.id, ids)


def plan_orphans(connection: Connection) -> list[PurgeStep]:
    """Vectors whose text is nowhere any more."""
    owned = union(*(select(owner.content_hash) for owner in OWNERS))
    c = EMBEDDING.c.content_hash
    lost = connection.scalars(select(c).where(c.not_in(owned)).distinct())
    return [PurgeStep(kind="vector", rows=[(key, None) for key in lost], write=delete_vectors)]


def delete_vectors(connection: Connection, hashes: Sequence[str]) -> None:
    """Remove the vectors of some texts, unless a text has come back meanwhile."""
    owned = union(*(select(owner.content_hash) for owner in OWNERS))
    c = EMBEDDING.c.content_hash
    connection.execute(delete(EMBEDDING).where(c.in_(hashes), c.not_in(owned)))
