"""The writer's work with single episodes: look through them, confirm, forget."""

from __future__ import annotations

import attrs
from sqlalchemy import func, select

from underdraft.errors import NotFound
from underdraft.memory.db.database import Database
from underdraft.memory.db.paging import Page, read_page
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.episodes import rows
from underdraft.types.checks import check_limit
from underdraft.types.episodes import Episode

LIST_LIMIT = 50
LIST_MAXIMUM = 500
REPEATS_COUNTED = 8
"""Earlier uses that are looked for: seven reach the maximum of the repeat signal."""


@attrs.frozen
class StoredEpisodes:
    """The episodes of one store, one by one."""

    database: Database

    def list(
        self, project_id: str | None, *, limit: int = LIST_LIMIT, cursor: str | None = None
    ) -> Page[Episode]:
        """A project's episodes, newest first, 1 to 500 a page."""
        check_limit(limit, LIST_MAXIMUM)
        query = select(EPISODE).where(rows.of_project(project_id))
        with self.database.read() as connection:
            return read_page(
                connection, query, EPISODE.c.seq, limit=limit, cursor=cursor, value_of=rows.episode_of
            )

    def confirm(self, episode_id: str, project_id: str | None, *, confirmed: bool = True) -> Episode:
        """Protect an episode of this project from eviction and compression, or give it free again."""
        with self.database.write() as connection:
            episode = owned(rows.load(connection, episode_id), project_id)
            if episode.user_confirmed == confirmed:
                return episode
            now = self.database.clock()
            after = attrs.evolve(
                episode, user_confirmed=confirmed, version=episode.version + 1, updated_at=now
            )
            rows.write(connection, episode, after)
        return after

    def forget(self, episode_id: str, project_id: str | None) -> None:
        """Remove an episode of this project, a confirmed one too."""
        with self.database.write() as connection:
            owned(rows.load(connection, episode_id), project_id)
            rows.delete(connection, [episode_id])

    def same_use(self, episode: Episode) -> frozenset[str]:
        """Ids of earlier runs of the same skill in the same scene and project, eight at most."""
        columns = EPISODE.c
        own = select(columns.seq).where(columns.id == episode.id).scalar_subquery()
        query = select(columns.id).where(
            rows.of_project(episode.project_id),
            columns.scene_type == episode.scene_type,
            columns.skill_used == episode.skill_used,
            columns.seq < func.coalesce(own, 2**62),
        )
        with self.database.read() as connection:
            return frozenset(connection.scalars(query.limit(REPEATS_COUNTED)))


def owned(episode: Episode | None, project_id: str | None) -> Episode:
    """The episode, if it is there for this project, else ``NotFound``."""
    if episode is None or episode.project_id != project_id:
        raise NotFound("id: there is no such episode", details={"field": "id"})
    return episode
