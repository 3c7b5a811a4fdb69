"""Finds the episodes that fit: scene first, then meaning, importance and recency in one score."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, select

from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import in_json
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.view import kept
from underdraft.memory.episodes.ranked_cache import Nearness, Ranked, RankedCache
from underdraft.memory.episodes.rows import COLUMNS, episode_of, of_project
from underdraft.memory.episodes.scoring import recency, score_of
from underdraft.memory.index import vectors
from underdraft.memory.index.embedding import QUERY_CODE_POINTS, EmbedderFault, EmbedderSlot, Vectors
from underdraft.memory.index.meaning import MeaningIndex
from underdraft.memory.index.row_cache import BoundedCache
from underdraft.types.episodes import EpisodeRecall, RecalledEpisode
from underdraft.types.memory import Degradation

SHORTLIST = 16
"""Episodes that are ranked before they are scored exactly: three times what is given back."""


def search(
    database: Database,
    slot: EmbedderSlot | None,
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
    vector: Vectors | None = None
    if query.strip() and slot is not None and not slot.knows(query):
        with database.read() as connection:
            if not any_episode(connection, project_id):  # then there is nothing to wait for
                return EpisodeRecall(items=())
    if query.strip():
        try:
            if slot is None:
                raise EmbedderFault("EMBEDDER_NONE", "no embedder is configured")  # noqa: TRY301
            vector = slot.embed_query(query, wait_ms=wait_ms)
            with database.read() as connection:
                near = by_meaning(connection, index, caches, vector, project_id, scene_type, now)
                return EpisodeRecall(items=recalled(connection, near, now, limit), mode="semantic")
        except EmbedderFault as fault:
            found = fault
    with database.read() as connection:
        with locked_cache(connection, caches, project_id) as cache:
            near = cache.find(connection, scene_type, query, SHORTLIST) if found else []
            known = {ranked.episode.id for ranked in near}
            best = cache.rank(scene_type, now, SHORTLIST)
            near += [ranked for ranked in best if ranked.episode.id not in known]
        items = recalled(connection, near, now, limit)
    if found is None:
        return EpisodeRecall(items=items)
    diagnostics = Degradation(degraded_from="semantic", reason=found.reason, code=found.code)
    return EpisodeRecall(items=items, mode="lexical", diagnostics=diagnostics)


def any_episode(connection: Connection, project_id: str | None) -> bool:
    """Whether a project has any."""

    def read() -> bool:
        query = select(EPISODE.c.id).where(of_project(project_id)).limit(1)
        return connection.execute(query).first() is not None

    return kept(connection, ("any", EPISODE.name, project_id), ("episodes",), read)


@contextmanager
def locked_cache(
    connection: Connection, caches: BoundedCache, project_id: str | None
) -> Iterator[RankedCache]:
    """A project's cache as of the connection's version of the store, locked."""
    cache: RankedCache = caches.get(project_id, lambda: RankedCache(project_id))
    with cache.row_cache.lock:
        if not cache.sync(connection):  # another reader has brought it further
            cache = RankedCache(project_id)
            cache.sync(connection)
        yield cache


def by_meaning(
    connection: Connection,
    index: MeaningIndex,
    caches: BoundedCache,
    query: Vectors,
    project_id: str | None,
    scene_type: str | None,
    now: str,
) -> list[Ranked]:
    """The best by the whole score; a fault when lengths differ, or nothing has a vector yet."""
    vectors.load_extension(connection)  # docs/contract.md: without it recall is by words, and says so
    with index.reading(connection, query) as known, locked_cache(connection, caches, project_id) as cache:
        return cache.rank(scene_type, now, SHORTLIST, Nearness(connection, query, known))


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
