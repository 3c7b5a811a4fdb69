"""The purge of episodes; see :mod:`underdraft.memory.purge`."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
from sqlalchemy import Connection, select

from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.episodes import rows
from underdraft.memory.purge.scope import PurgeScope, rows_of
from underdraft.memory.purge.steps import PurgeStep

TEXTS = ("content", "input_context", "final_text", "summary")


def plan_episodes(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """A project's episodes, or all; of the others those that hold a purged text lose it, confirmed ones, too."""
    gone = rows_of(connection, scope, EPISODE, "id")
    columns = [EPISODE.c[name] for name in TEXTS]
    query = select(EPISODE.c.id, EPISODE.c.project_id, *columns)
    left = [] if scope.everything else scope.words.find(connection, query, *columns)
    going = {key for key, _ in gone}

    def take_out(connection: Connection, ids: Sequence[str]) -> None:
        for episode_id in ids:
            before = rows.load(connection, episode_id)
            if before is not None:
                texts = {name: scope.words.take_out(getattr(before, name)) for name in TEXTS}
                rows.write(connection, before, attrs.evolve(before, **texts))

    return [
        PurgeStep(kind="episode", rows=gone, write=rows.delete),
        PurgeStep(
            kind="episode",
            rows=[(row.id, row.project_id) for row in left if row.id not in going],
            write=take_out,
        ),
    ]
