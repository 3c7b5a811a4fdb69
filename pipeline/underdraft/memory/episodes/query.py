"""Finds the episodes that fit: scene first, then meaning, importance and recency in one score."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, RowMapping, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import in_json
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.snapshot import cached
from underdraft.memory.episodes.ranked_cache import EpisodeLine, Ranked, RankedCache
from underdraft.memory.episodes.rows import COLUMNS, episode_of, of_project
from underdraft.memory.episodes.scoring import PLACES, recency, score_of
from underdraft.memory.index.embedding import QUERY_CODE_POINTS, EmbedderFault, EmbedderSlot
from underdraft.memory.index.row_cache import BoundedCache, RowCache
from underdraft.memory.index.shared_words import SharedWords
from underdraft.types.episodes import EpisodeRecall, RecalledEpisode
from underdraft.types.memory import Degradation

SHORTLIST = 16
"""Episodes that are ranked before they are scored exactly: three times what is given back."""

BY_WORDS = 500
"""Episodes whose words are compared where meaning cannot be: the best by importance and recency."""


def search(
    database: Database,
    slot: EmbedderSlot,
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
    ranking: RowCache[RankedCache] = caches.get(project_id, lambda: rows_of(project_id))
    if query.strip():
        try:
            vector = slot.embed_query(query, wait_ms=wait_ms)
            with database.read() as connection:
                with ranking.reading(connection) as cache:
                    places = cache.of_scene(scene_type)
                    similar = cache.similar(connection, vector, project_id, places, now)
                    near = cache.rank(places, now, SHORTLIST, similar)
                return EpisodeRecall(items=recalled(connection, near, now, limit), mode="semantic")
        except EmbedderFault as fault:
            found = fault
    with database.read() as connection:
        with ranking.reading(connection) as cache:
            places = cache.of_scene(scene_type)
            best = cache.rank(places, now, SHORTLIST)
            some = cache.rank(places, now, BY_WORDS) if found else []
        lines = {ranked.episode.id: ranked.episode for ranked in some}
        scores = by_words(connection, query, list(lines)) if lines else {}
        near = [Ranked(lines[key], round(score, PLACES)) for key, score in scores.items()]
        near += [ranked for ranked in best if ranked.episode.id not in scores]
        items = recalled(connection, near, now, limit)
    if found is None:
        return EpisodeRecall(items=items)
    diagnostics = Degradation(degraded_from="semantic", reason=found.reason, code=found.code)
    return EpisodeRecall(items=items, mode="lexical", diagnostics=diagnostics)


def rows_of(project_id: str | None) -> RowCache[RankedCache]:
    """A project's episodes, not read yet."""
    query = select(*(EPISODE.c[name] for name in EpisodeLine._fields)).where(of_project(project_id))
    return RowCache(query=query, key=EPISODE.c.id, area="episodes", kind=RankedCache)


def by_words(connection: Connection, query: str, ids: Sequence[str]) -> dict[str, float]:
    """The nearest of some episodes by words, the best hit counting 1; ties by id."""
    texts = {row["id"]: row["content"] for row in read_episodes(connection, ids)}
    return SharedWords(texts).nearest(query, SHORTLIST)


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
    rows = read_episodes(connection, [episode_id for _, _, episode_id, _ in scored])
    episodes = {row["id"]: episode_of(row) for row in rows}
    return tuple(
        RecalledEpisode(episode=episodes[episode_id], score=-score, parts=parts)
        for score, _, episode_id, parts in scored
    )


def read_episodes(connection: Connection, ids: Sequence[str]) -> Sequence[RowMapping]:
    """The rows of some episodes."""
    return connection.execute(_EPISODES, {"ids": json.dumps(ids)}).mappings().all()


_EPISODES = select(*COLUMNS).where(in_json(EPISODE.c.id, "ids"))
