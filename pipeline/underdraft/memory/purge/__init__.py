"""Remove for good: rows, revisions, vectors, index entries, transcripts, free pages and old copies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import attrs

from underdraft.errors import InvalidArgument, NotFound, StoreError
from underdraft.memory import log
from underdraft.memory.db.schema.settings import AUDIT
from underdraft.memory.purge.episodes import purge_episodes
from underdraft.memory.purge.items import find_scope, purge_items, purge_orphans
from underdraft.memory.purge.knowledge import purge_facts
from underdraft.memory.purge.learning import purge_feedback
from underdraft.memory.purge.runs import purge_runs
from underdraft.memory.purge.sessions import purge_sessions

if TYPE_CHECKING:
    from underdraft.memory.db.database import Database


@attrs.frozen(kw_only=True)
class Purged:
    """What a purge did."""

    purged: Annotated[int, "How many memories are gone."]
    complete: Annotated[
        bool,
        "No trace is left on free pages or in the file's log either; `False` when another process still reads an older state or the disk is full: the next purge finishes it, and so does the database when the last process closes the store.",
    ]


PURGERS = (
    purge_sessions,  # while sessions and runs say whose they are
    purge_episodes,  # while the runs still say what they drew from
    purge_feedback,
    purge_items,
    purge_runs,
    purge_facts,
    purge_orphans,
)
"""The purge of each area, called in order; gives how many memories it removed.

An area that keeps the writer's words adds its own before the last one.
"""


def purge(
    database: Database, *, item_id: str | None = None, project_id: str | None = None, everything: bool = False
) -> Purged:
    """Remove a memory, or a project's memories and runs, or all of them: one of the three.

    Runs that carried a purged memory lose their texts and keep their receipts. Copies that were made
    before migrations are removed, since they hold it too.
    """
    if (item_id is not None) + (project_id is not None) + everything != 1:
        raise InvalidArgument("expected exactly one of id, projectId and all")
    now = database.clock()
    with database.write() as connection:
        scope = find_scope(connection, item_id, project_id, everything=everything)
        if item_id is not None and not scope.texts:
            raise NotFound("id: there is no such memory", details={"field": "id"})
        count = sum(purge_area(connection, scope) for purge_area in PURGERS)
        what = "memory" if item_id is not None else "project" if project_id is not None else "all"
        facts = json.dumps({"what": what, "purged": count})
        connection.execute(AUDIT.insert().values(at=now, actor="user", action="purge", facts=facts))
    return Purged(purged=count, complete=sweep(database))


def sweep(database: Database) -> bool:
    """Clear free pages, the log and old copies; whether all of it could be done."""
    try:
        database.compact()
        complete = database.checkpoint()
    except StoreError as error:
        log.warning("the purge is not complete: %s", error.message)
        complete = False
    for copy in database.path.parent.glob(f"{database.path.name}.bak-*"):
        try:
            copy.unlink(missing_ok=True)
        except OSError:
            complete = False
    return complete
