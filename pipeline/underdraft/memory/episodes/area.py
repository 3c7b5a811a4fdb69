"""The area of episodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from underdraft.memory.areas.area import Area, PurgedTable, words_of
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.db.schema.episodes import EPISODE, EPISODE_JOURNAL
from underdraft.memory.episodes import rows

if TYPE_CHECKING:
    from sqlalchemy import Connection

WORDS = words_of(EPISODE)


def take_out(scope: PurgeScope, connection: Connection, ids: Sequence[str]) -> None:
    """Take the words out of episodes, confirmed ones, too, and out of the index."""
    for episode_id in ids:
        before = rows.load(connection, episode_id)
        if before is not None:
            texts = {c.name: scope.words.take_out(getattr(before, c.name)) for c in WORDS}
            rows.write(connection, before, attrs.evolve(before, **texts))


EPISODES = Area(
    tables=(
        PurgedTable(
            kind="episode",
            key=EPISODE.c.id,
            remove=rows.delete,
            rewrite=take_out,
        ),
    ),
    lasting=(EPISODE_JOURNAL,),
)
