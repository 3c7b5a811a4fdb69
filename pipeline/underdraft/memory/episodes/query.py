"""Finds the episodes that fit: scene first, then meaning, importance and recency in one score."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable

from sqlalchemy import Connection, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import in_json
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.snapshot import cached
from underdraft.memory.episodes.ranked_cache import EpisodeLine, Ranked, RankedCache
from underdraft.memory.episodes.rows import COLUMNS, episode_of, of_project
from underdraft.memory.episodes.scoring import PLACES, recency, score_of
from underdraft.memory.index.embedding import QUERY_CODE_POINTS, EmbedderFault, EmbedderSlot
from underdraft.memory.index.meaning import MeaningIndex
from underdraft.memory.index.row_cache import ID, BoundedCache, RowCache
from underdraft.memory.index.shared_words import SharedWords
from underdraft.types.episodes import EpisodeRecall, RecalledEpisode
from underdraft.types.memory import Degradation

SHORTLIST = 16
"""Episodes that are ranked before they are scored exactly: three times what is given back."""


def search(
    database: Database,
    slot: EmbedderSlot,
    index: MeaningIndex,
    caches: BoundedCache,
    *,
    project_id: str | None,
    scene_type: str | None,
    query: str,
    limit: int,
    wait_ms: int,
) -> EpisodeRecall:
    """The episodes of a project, and scene, that fit best; a blank query ranks by importance and recency alone.

    The query's vector is waited for at most ``wait_ms``.
    """
    query = query[:QUERY_CODE_POINTS]
    now = database.clock()
    found: EmbedderFault | None = None
    if query.strip() and not slot.knows(query):
        with database.read() as connection:
            if not any_episode(connection, project_id):  # then there is nothing to wait for
                return EpisodeRecall(items=())
    ranking = rows_of(caches, project_id, EpisodeLine._fields)
    if query.strip():
        try:
            vector = slot.embed_query(query, wait_ms=wait_ms)
            with database.read() as connection:
                with ranking.reading(connection) as held:
                    cache = held.derived(RankedCache)
                    places = cache.of_scene(scene_type)
                    similar = cache.similar(connection, index, vector, places)
                    near = cache.rank(places, now, SHORTLIST, similar)
                return EpisodeRecall(items=recalled(connection, near, now, limit), mode="semantic")
        except EmbedderFault as fault:
            found = fault
    with database.read() as connection:
        with ranking.reading(connection) as held:
            cache = held.derived(RankedCache)
            places = cache.of_scene(scene_type)
            best = cache.rank(places, now, SHORTLIST)
            lines = {cache.lines[place][ID]: cache.lines[place] for place in places} if found else {}
        scores = by_words(connection, caches, project_id, query, lines) if found else {}
        near = [Ranked(EpisodeLine._make(lines[key]), round(score, PLACES)) for key, score in scores.items()]
        near += [ranked for ranked in best if ranked.episode.id not in scores]
        items = recalled(connection, near, now, limit)
    if found is None:
        return EpisodeRecall(items=items)
    diagnostics = Degradation(degraded_from="semantic", reason=found.reason, code=found.code)
    return EpisodeRecall(items=items, mode="lexical", diagnostics=diagnostics)


def rows_of(caches: BoundedCache, project_id: str | None, columns: tuple[str, ...]) -> RowCache:
    """These columns of a project's episodes, the id first."""
    held: RowCache = caches.get(
        (project_id, columns),
        lambda: RowCache(
            query=select(*(EPISODE.c[name] for name in columns)).where(of_project(project_id)),
            key=EPISODE.c.id,
            area="episodes",
        ),
    )
    return held


def by_words(
    connection: Connection,
    caches: BoundedCache,
    project_id: str | None,
    query: str,
    allowed: Collection[str],
) -> dict[str, float]:
    """The nearest of the allowed episodes by words, the best hit counting 1; ties by id."""
    with rows_of(caches, project_id, ("id", "content")).reading(connection) as held:
        return held.derived(SharedWords).nearest(query, SHORTLIST, allowed)


def any_episode(connection: Connection, project_id: str | None) -> bool:
    """Whether a project has any."""

    def read() -> bool:
        query = select(EPISODE.c.id).where(of_project(project_id)).limit(1)
        return connection.execute(query).first() is not None

    return cached(connection, ("any", EPISODE.name, project_id), ("episodes",), read)


def recalled(
    connection: Connection, near: Iterable[Ranked], now: str, limit: int
) -> tuple[RecalledEpisode, ...]:
    """The best of these episodes with their scores; ties by arrival, newest first."""
    scored = []
    for episode, semantic in near:
        fresh = recency(episode.created_at, now)
        score, parts = score_of(semantic=semantic, importance=episode.importance, recency=fresh)
        scored.append((-score, -episode.seq, episode.id, parts))
    scored = sorted(scored)[:limit]
    rows = connection.execute(_EPISODES, {"ids": json.dumps([episode_id for _, _, episode_id, _ in scored])})
    episodes = {row["id"]: episode_of(row) for row in rows.mappings()}
    return tuple(
        RecalledEpisode(episode=episodes[episode_id], score=-score, parts=parts)
        for score, _, episode_id, parts in scored
    )


_EPISODES = select(*COLUMNS).where(in_json(EPISODE.c.id, "ids"))
