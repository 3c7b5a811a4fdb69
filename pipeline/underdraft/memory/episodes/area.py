"""The area of episodes: words go out of confirmed ones, too, and out of what they are recalled by."""

from __future__ import annotations

from underdraft.memory.areas.area import Area, PurgedTable
from underdraft.memory.db.schema.episodes import EPISODE, EPISODE_JOURNAL

EPISODES = Area(
    tables=(PurgedTable(kind="episode", key=EPISODE.c.id),),
    lasting=(EPISODE_JOURNAL,),
)
