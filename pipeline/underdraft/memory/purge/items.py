"""The purge of memories, and of vectors that belong to nothing any more."""

from __future__ import annotations

import json
import re

from sqlalchemy import Connection, delete, func, select, union

from underdraft.memory.db.dialect import delete_in, select_in
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM, MEMORY_REVISION
from underdraft.memory.facts.rows import load
from underdraft.memory.index import fulltext
from underdraft.memory.index.tables import OWNERS
from underdraft.memory.items.rows import OWNER
from underdraft.memory.purge.scope import PurgeScope


def find_scope(
    connection: Connection, item_id: str | None, project_id: str | None, *, everything: bool
) -> PurgeScope:
    """What has to go, with every wording that the memories ever had."""
    if everything:
        return PurgeScope(everything=True)
    c = MEMORY_ITEM.c
    chosen = c.id == item_id if item_id is not None else c.project_id == project_id
    items = {row[0]: row[1] for row in connection.execute(select(c.id, c.content).where(chosen))}
    if item_id is not None and not items:
        items = {m.id: m.content for m in load(connection, [item_id]).values()}
    texts = set(items.values())
    past = select_in(connection, select(MEMORY_REVISION.c.after), MEMORY_REVISION.c.memory_id, items)
    texts.update(json.loads(after)["content"] for after in past)
    texts |= {re.sub(r"\s*\n\s*", " ", text) for text in texts}
    return PurgeScope(item_ids=frozenset(items), texts=frozenset(texts), project_id=project_id)


def purge_items(connection: Connection, scope: PurgeScope) -> int:
    """Remove memories with their revisions and index entries; returns how many."""
    if scope.everything:
        count = connection.scalar(select(func.count()).select_from(MEMORY_ITEM)) or 0
        fulltext.clear(connection, OWNER)
        connection.execute(delete(MEMORY_REVISION))
        connection.execute(delete(MEMORY_ITEM))
        return count
    fulltext.remove(connection, OWNER, scope.item_ids)
    delete_in(connection, MEMORY_REVISION.c.memory_id, scope.item_ids)
    delete_in(connection, MEMORY_ITEM.c.id, scope.item_ids)
    return len(scope.item_ids)


def purge_orphans(connection: Connection, scope: PurgeScope) -> int:  # noqa: ARG001 - a purger's signature
    """Remove vectors whose text is nowhere any more, and merge the lexical index; returns 0."""
    owned = union(*(select(owner.content_hash) for owner in OWNERS))
    connection.execute(delete(EMBEDDING).where(EMBEDDING.c.content_hash.not_in(owned)))
    fulltext.tidy(connection)
    return 0
