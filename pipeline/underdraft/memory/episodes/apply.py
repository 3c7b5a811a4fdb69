"""Puts spooled operations into the store: each once, in order, within the budgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs
from sqlalchemy import Connection, Select, delete, select

from underdraft.errors import CapacityExceeded
from underdraft.memory import log
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.episodes import EPISODE_JOURNAL as APPLIED
from underdraft.memory.db.spool import SpoolEntry
from underdraft.memory.episodes import rows
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.memory.episodes.operations import fold, target, without_text
from underdraft.types.episodes import Episode


@attrs.frozen(kw_only=True)
class Applier:
    """Writes entries and recalls within the limits; ``privacy`` is asked inside the writing transaction."""

    database: Database
    limits: EpisodeLimits
    privacy: Callable[[Connection], bool] = lambda _: False

    def write(self, spool_id: str, entries: Sequence[SpoolEntry]) -> dict[int, CapacityExceeded]:
        """Apply operations in one transaction, together with the note that they have been applied.

        An entry with number 0 is in no spool and is always applied. Gives the place in ``entries``, from 0, of
        those that found no room, and the error.
        """
        refused = {}
        with self.database.write() as connection:
            done = last_applied(connection, spool_id)
            due = [(n, e) for n, e in enumerate(entries) if e.number > done or e.number == 0]
            writing = Writing(connection, self.limits, self.database.clock())
            private = bool(due) and self.privacy(connection)
            for place, entry in due:
                operation = without_text(entry.operation) if private else entry.operation
                before = rows.load(connection, target(operation))
                after = fold(before, operation)
                if after is None or after is before:
                    continue
                try:
                    writing.put(before, after)
                except CapacityExceeded as error:
                    log.warning("an episode found no room: %s", error.message)
                    refused[place] = error
            newest = max((entry.number for _, entry in due), default=0)
            if newest:
                note_applied(connection, spool_id, newest)
        return refused

    def count_recalls(self, recalls: Sequence[tuple[Sequence[str], str]]) -> None:
        """Count recalls: ids and time of each, in order; one transaction for all."""
        with self.database.write() as connection:
            for ids, at in recalls:
                for project_id in {row.project_id for row in connection.execute(projects_of(ids))}:
                    connection.execute(
                        EPISODE.update()
                        .where(EPISODE.c.id.in_(ids), rows.of_project(project_id))
                        .values(
                            recall_count=EPISODE.c.recall_count + 1,
                            last_recalled_at=at,
                            used_seq=rows.next_use(connection, project_id),
                        )
                    )


class Writing:
    """Writes episodes of one transaction within the budgets; counts each project once for all of them."""

    def __init__(self, connection: Connection, limits: EpisodeLimits, now: str) -> None:
        self.connection = connection
        self.limits = limits
        self.now = now
        self._counts: dict[tuple[str | None, bool], int] = {}
        self._used: dict[str | None, int] = {}

    def put(self, before: Episode | None, after: Episode) -> None:
        """Write an episode; a new one makes room first, or is refused with ``CapacityExceeded``."""
        project = after.project_id
        if before is None:
            self._make_room(project, compressed=after.compressed)
        if project not in self._used:
            self._used[project] = rows.next_use(self.connection, project)
        rows.write(self.connection, before, after, used_seq=self._used[project])
        self._used[project] += 1

    def _make_room(self, project: str | None, *, compressed: bool) -> None:
        kind = (project, compressed)
        if kind not in self._counts:
            self._counts[kind] = rows.count(self.connection, project, compressed=compressed)
        plan = rows.make_room(
            self.connection,
            project,
            self.limits,
            compressed=compressed,
            total=self._counts[kind],
            incoming=1,
            now=self.now,
        )
        if plan.missing:
            budget = self.limits.budget(compressed=compressed)
            raise CapacityExceeded(
                f"the project's {budget} episodes are all confirmed; none may be evicted for a new one",
                details={"limit": budget, "compressed": compressed},
            )
        self._counts[kind] += 1 - len(plan.ids)


def projects_of(ids: Sequence[str]) -> Select[tuple[str | None]]:
    """Selects the projects of some episodes."""
    return select(EPISODE.c.project_id).where(EPISODE.c.id.in_(ids)).distinct()


def last_applied(connection: Connection, spool_id: str) -> int:
    """Number of the spool's last operation that is in the store, 0 for none."""
    return connection.scalar(select(APPLIED.c.applied).where(APPLIED.c.journal_id == spool_id)) or 0


def note_applied(connection: Connection, spool_id: str, number: int) -> None:
    """Note the number of the last operation that is in the store."""
    connection.execute(delete(APPLIED).where(APPLIED.c.journal_id == spool_id))
    connection.execute(APPLIED.insert().values(journal_id=spool_id, applied=number))


def forget_spool(database: Database, spool_id: str) -> None:
    """Drop the note about a spool that exists no more; one that is left does no harm."""
    with database.write() as connection:
        connection.execute(delete(APPLIED).where(APPLIED.c.journal_id == spool_id))
