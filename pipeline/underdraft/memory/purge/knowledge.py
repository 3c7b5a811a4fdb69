"""Facts of the story in the store: written over a channel, or proposed and confirmed by the writer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from underdraft.memory.db.schema.knowledge import KNOWLEDGE_FACT
from underdraft.memory.db.schema.projects import PROJECT_FOLDER
from underdraft.memory.purge.scope import PurgeScope, rows_of
from underdraft.memory.purge.steps import PurgeStep, delete_rows

if TYPE_CHECKING:
    from sqlalchemy import Connection


def plan_facts(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """What goes with a project, or with everything; and where the project lay."""
    return [
        PurgeStep(
            kind="story_fact",
            rows=rows_of(connection, scope, KNOWLEDGE_FACT, "seq"),
            write=partial(delete_rows, KNOWLEDGE_FACT.c.seq),
        ),
        PurgeStep(
            kind="folder",
            rows=rows_of(connection, scope, PROJECT_FOLDER, "project_id"),
            write=partial(delete_rows, PROJECT_FOLDER.c.project_id),
        ),
    ]
