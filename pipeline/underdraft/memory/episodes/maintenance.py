"""The four triggers that keep the memory in bounds.

Each works project by project, every project one transaction (its budgets bound it): it may be interrupted anywhere, and
running it again goes on where it stopped. None runs by itself; an application or a timer calls them.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs
from sqlalchemy import Connection, or_, select

from underdraft.errors import InvalidArgument
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.episodes import rows
from underdraft.memory.episodes.episode import importance_of
from underdraft.memory.episodes.limits import EpisodeLimits, days_before
from underdraft.memory.settings import privacy_enabled
from underdraft.text.clean import one_line
from underdraft.types.episodes import Episode
from underdraft.types.values import frozen

EXCERPT = 80
"""Code points that a summary keeps of each text."""

Counts = dict[str, int]


@frozen
class Work:
    """The scope of one maintenance: one project of one store."""

    database: Database
    limits: EpisodeLimits
    project_id: str | None
    now: str


def realtime_eviction(work: Work, counts: Counts) -> None:
    """Bring both kinds within their budgets: what has expired first, then the coldest."""
    with work.database.write() as connection:
        for compressed in (False, True):
            evict(connection, work, counts, compressed=compressed)


def evict(connection: Connection, work: Work, counts: Counts, *, compressed: bool) -> None:
    """Bring a kind within its budget."""
    plan = rows.make_room(
        connection, work.project_id, work.limits, work.now, compressed=compressed, incoming=0
    )
    counts["expired"] += len(plan.expired)
    counts["evicted"] += len(plan.coldest)
    counts["overBudget"] += plan.missing


def daily_recompute(work: Work, counts: Counts) -> None:
    """Work out importance anew from signal and recalls, where the caller did not set it.

    It does not fall with time: recency has its own part in the score.
    """
    c = EPISODE.c
    query = select(c.seq, c.implicit_weight, c.recall_count, c.importance).where(
        rows.of_project(work.project_id), c.importance_given.is_(False)
    )
    with work.database.write() as connection:
        found = connection.execute(query).all()
        for row in found:
            importance = importance_of(row.implicit_weight, row.recall_count)
            if importance != row.importance:
                connection.execute(EPISODE.update().where(c.seq == row.seq).values(importance=importance))
                counts["recomputed"] += 1
    counts["examined"] += len(found)


def weekly_compress(work: Work, counts: Counts) -> None:
    """Replace the texts of old, unused episodes by a summary; the record of the run keeps them whole."""
    c = EPISODE.c
    before = days_before(work.now, work.limits.compress_after_days)
    query = select(EPISODE).where(
        rows.of_project(work.project_id),
        c.compressed.is_(False),
        c.user_confirmed.is_(False),
        c.created_at <= before,
        or_(c.last_recalled_at.is_(None), c.last_recalled_at <= before),
    )
    with work.database.write() as connection:
        excerpts = not privacy_enabled(connection)
        found = connection.execute(query).mappings().all()
        for episode in map(rows.episode_of, found):
            rows.write(connection, episode, compacted(episode, work.now, excerpts=excerpts))
        counts["compressed"] += len(found)
        evict(connection, work, counts, compressed=True)


def compacted(episode: Episode, now: str, *, excerpts: bool = True) -> Episode:
    """The episode without its texts; what it is recalled by stays, and ``excerpts`` unless privacy mode is on."""
    return attrs.evolve(
        episode,
        compressed=True,
        summary=compact_summary(episode, excerpts=excerpts),
        input_context=None,
        final_text=None,
        version=episode.version + 1,
        updated_at=now,
    )


def compact_summary(episode: Episode, *, excerpts: bool = True) -> dict[str, str]:
    """Return a short form of an episode's texts, and where they are in full."""
    summary: dict[str, str] = {}
    if excerpts and episode.input_context:
        summary["asked"] = one_line(episode.input_context, EXCERPT)
    if excerpts and episode.final_text:
        summary["kept"] = one_line(episode.final_text, EXCERPT)
    if episode.run_id:
        summary["ref"] = f"run:{episode.run_id}"
    return summary


def monthly_purge(work: Work, counts: Counts) -> None:
    """Remove what has outlived its time, within budget or not; what the writer confirmed stays."""
    with work.database.write() as connection:
        for compressed, name in ((False, "purgedActive"), (True, "purgedCompressed")):
            before = work.limits.expired_before(work.now, compressed=compressed)
            of = {"project": work.project_id, "kind": compressed, "before": before}
            counts[name] += rows.delete(connection, connection.scalars(rows.EXPIRED, of).all())


TRIGGERS: dict[str, tuple[Callable[[Work, Counts], None], tuple[str, ...]]] = {
    "realtimeEvictionTrigger": (realtime_eviction, ("expired", "evicted", "overBudget")),
    "dailyDecayRecomputeTrigger": (daily_recompute, ("examined", "recomputed")),
    "weeklyCompressTrigger": (weekly_compress, ("compressed", "expired", "evicted", "overBudget")),
    "monthlyPurgeTrigger": (monthly_purge, ("purgedActive", "purgedCompressed")),
}
"""The triggers by the names of docs/contract.md, section 6, and what each counts."""


def run(
    trigger: str,
    database: Database,
    limits: EpisodeLimits,
    *,
    project_id: str | None = None,
    everywhere: bool = False,
) -> dict[str, int | str]:
    """Run a trigger for one project, or for all that have episodes; gives its name, its projects, and its counts."""
    if trigger not in TRIGGERS:
        raise InvalidArgument(f"trigger: expected {', '.join(TRIGGERS)}", details={"field": "trigger"})
    now = database.clock()
    with database.read() as connection:
        projects = list(rows.projects(connection))
    if not everywhere:
        projects = [project for project in projects if project == project_id]
    work, reported = TRIGGERS[trigger]
    counts = dict.fromkeys(reported, 0)
    for project in projects:
        work(Work(database, limits, project, now), counts)
    return {"trigger": trigger, "projects": len(projects), **counts}
