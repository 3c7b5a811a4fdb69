"""The purge of episodes; see :mod:`underdraft.memory.purge`."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from underdraft.memory.db.dialect import holds, select_in
from underdraft.memory.db.schema.conversations import SESSION
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.runs import RUN, RUN_SOURCE
from underdraft.memory.episodes import rows
from underdraft.memory.index import fulltext
from underdraft.memory.purge.scope import PurgeScope


def purge_episodes(connection: Connection, scope: PurgeScope) -> int:
    """Remove a project's episodes, or all, and those that hold a purged memory's words; returns 0.

    It returns 0 because the count of a purge is one of memories. Sessions go with their project.
    """
    if scope.everything:
        fulltext.clear(connection, rows.OWNER)
        connection.execute(delete(EPISODE))
        connection.execute(delete(SESSION))
        return 0
    found: set[str] = set()
    if scope.project_id is not None:
        found.update(connection.scalars(select(EPISODE.c.id).where(rows.of_project(scope.project_id))))
        connection.execute(delete(SESSION).where(SESSION.c.project_id == scope.project_id))
    carried = select(EPISODE.c.id).join(RUN, RUN.c.id == EPISODE.c.run_id)
    carried = carried.join(RUN_SOURCE, RUN_SOURCE.c.run_seq == RUN.c.seq)
    found |= select_in(connection, carried, RUN_SOURCE.c.item_id, scope.item_ids)
    texts = (EPISODE.c.content, EPISODE.c.input_context, EPISODE.c.final_text, EPISODE.c.summary)
    for text in sorted(scope.texts):
        found.update(connection.scalars(select(EPISODE.c.id).where(holds(text, *texts))))
    rows.delete(connection, found)
    return 0
