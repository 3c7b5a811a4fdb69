"""Finds the episodes that fit: scene first, then meaning, importance and recency in one score."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import String, and_, bindparam, case, func, select

from underdraft.memory.db.dialect import at_least, days_between, worked_out_once
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.db.schema.recall import EMBEDDING
from underdraft.memory.episodes.rows import COLUMNS, OWNER, episode_of, marks_of
from underdraft.memory.episodes.scoring import HALF_LIFE_DAYS, WEIGHTS, recency, score_of
from underdraft.memory.episodes.vector_cache import compacted, tag_of
from underdraft.memory.index import fulltext, vectors
from underdraft.memory.index.embedding import QUERY_CODE_POINTS, EmbedderFault
from underdraft.types.episodes import EpisodeRecall, RecalledEpisode
from underdraft.types.memory import Degradation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection, Select

    from underdraft.memory.db.database import Database
    from underdraft.memory.index.embedding import EmbedderSlot, Vectors
    from underdraft.types.episodes import Episode


SHORTLIST = 16
"""Rows that the database ranks before they are scored exactly: three times what is given back."""


def search(
    database: Database,
    slot: EmbedderSlot | None,
    *,
    project_id: str | None,
    scene_type: str | None,
    query: str,
    limit: int,
    wait_ms: int,
    lacking: Callable[[Vectors], None] = lambda _: None,
) -> EpisodeRecall:
    """The episodes that fit best.

    Args:
        database: The store.
        slot: The embedder, or ``None`` for none.
        project_id: The project; ``None`` finds what was recorded without one.
        scene_type: Only episodes of this scene; ``None`` means any.
        query: Text to be near to; blank ranks by importance and recency alone.
        limit: Most items.
        wait_ms: How long the query's vector is waited for.
        lacking: Called when compact copies are missing, with the vector whose model they are to be of.

    Raises:
        StoreError: The store cannot be read.
    """
    query = query[:QUERY_CODE_POINTS]
    now = database.clock()
    if not query.strip():
        with database.read() as connection:
            ids = shortlist(connection, project_id, scene_type, now)
            return EpisodeRecall(items=ranked(connection, ids, {}, now, limit))
    try:
        if slot is None:
            raise EmbedderFault("EMBEDDER_NONE", "no embedder is configured")  # noqa: TRY301
        vector = slot.embed_query(query, wait_ms=wait_ms)
        with database.read() as connection:
            near, ready = by_meaning(connection, vector, project_id, scene_type, now)
            items = ranked(connection, list(near), near, now, limit)
        if not ready:
            lacking(vector)
        return EpisodeRecall(items=items, mode="semantic")
    except EmbedderFault as fault:
        found = fault
    with database.read() as connection:
        near = by_words(connection, query, project_id, scene_type)
        ids = [*near, *shortlist(connection, project_id, scene_type, now)]
        items = ranked(connection, ids, near, now, limit)
    diagnostics = Degradation(degraded_from="semantic", reason=found.reason, code=found.code)
    return EpisodeRecall(items=items, mode="lexical", diagnostics=diagnostics)


def allowed_when(scene_type: str | None) -> ColumnElement[bool]:
    """The condition for what may be found; the values are bound as ``project`` and ``scene``."""
    own = EPISODE.c.project_id.is_not_distinct_from(bindparam("project"))
    return own if scene_type is None else and_(own, EPISODE.c.scene_type == bindparam("scene"))


def base_score() -> ColumnElement[float]:
    """Importance and recency with their weights, as :func:`score_of` adds them up; ``now`` is bound."""
    age = days_between(EPISODE.c.created_at, bindparam("now", type_=String))
    recent = HALF_LIFE_DAYS / (HALF_LIFE_DAYS + at_least(0.0, age))
    return WEIGHTS["importance"] * EPISODE.c.importance + WEIGHTS["recency"] * recent


@cache
def base_statement(scene: bool) -> Select[str]:  # noqa: FBT001 - one statement for each
    """Ids of those that matter most whatever the query."""
    found = select(EPISODE.c.id).where(allowed_when("" if scene else None))
    return found.order_by(base_score().desc(), EPISODE.c.seq.desc()).limit(SHORTLIST)


@cache
def meaning_statement(scene: bool) -> Select[str, bool]:  # noqa: FBT001
    """Ids of the best by the whole score, and whether each has its compact copy.

    Nearness is measured with the compact copies, and where one is not made yet with the vector itself;
    what has none of the model counts as unlike.
    """
    copy = vectors.distance_between(EPISODE.c.vector, bindparam("copy"), int8=True)
    ready = and_(EPISODE.c.vector_model.is_not(None), EPISODE.c.vector_model == bindparam("tag"))
    distance = case((ready, copy), else_=func.coalesce(distance_itself(), 1.0))
    scored = select(
        EPISODE.c.id,
        EPISODE.c.seq,
        ready.label("ready"),
        distance.label("distance"),
        base_score().label("base"),
    )
    near = worked_out_once(scored.where(allowed_when("" if scene else None)), "near")
    rank = WEIGHTS["semantic"] * at_least(0.0, 1.0 - near.c.distance) + near.c.base
    return select(near.c.id, near.c.ready).order_by(rank.desc(), near.c.seq.desc()).limit(SHORTLIST)


@cache
def measured_statement() -> Select[Any, Any]:
    """Ids and cosine distances of given episodes, measured with the vectors themselves."""
    return select(EPISODE.c.id, distance_itself()).where(EPISODE.c.id.in_(bindparam("ids", expanding=True)))


def distance_itself() -> ColumnElement[float]:
    """Cosine distance of an episode's vector to the bound one; null without one.

    As a subquery it is looked up episode by episode; as a join the planner may begin with all vectors.
    """
    return (
        select(vectors.distance_between(EMBEDDING.c.vector, bindparam("vector")))
        .where(
            EMBEDDING.c.content_hash == EPISODE.c.content_hash,
            EMBEDDING.c.model == bindparam("model"),
            EMBEDDING.c.dimension == bindparam("dimension"),
        )
        .scalar_subquery()
    )


def shortlist(connection: Connection, project_id: str | None, scene_type: str | None, now: str) -> list[str]:
    """Ids of those that matter most whatever the query."""
    bound = {"project": project_id, "scene": scene_type, "now": now}
    return list(connection.scalars(base_statement(scene_type is not None), bound))


def by_meaning(
    connection: Connection, query: Vectors, project_id: str | None, scene_type: str | None, now: str
) -> tuple[dict[str, float], bool]:
    """Similarity by id of the best by the whole score, and whether all have their compact copies.

    Raises:
        EmbedderFault: The index cannot be used, lengths differ, or nothing has a vector yet.
    """
    vectors.load_extension(connection)
    bound = {
        "project": project_id,
        "scene": scene_type,
        "now": now,
        "vector": query.blobs[0],
        "copy": compacted(query.blobs[:1])[0],
        "tag": tag_of(query),
        "model": query.model,
        "dimension": query.dimension,
    }
    found = connection.execute(meaning_statement(scene_type is not None), bound).all()
    exact = connection.execute(measured_statement(), {**bound, "ids": [row[0] for row in found]})
    distances: dict[str, float] = {row[0]: row[1] for row in exact if row[1] is not None}
    if found and not distances:
        vectors.check_dimension(connection, query.model, query.dimension)
        raise EmbedderFault("INDEX_NOT_READY", "the index is being built")
    near = {row[0]: round(1 - distances.get(row[0], 1.0), 6) for row in found}
    return near, all(row[1] for row in found)


def by_words(
    connection: Connection, query: str, project_id: str | None, scene_type: str | None
) -> dict[str, float]:
    """Nearness by id from the lexical index, the best hit counting 1."""
    ids = select(EPISODE.c.id).where(allowed_when(scene_type)).params(project=project_id, scene=scene_type)
    marks = marks_of(project_id, scene_type)
    found = dict(fulltext.search(connection, OWNER, query, allowed=ids, limit=SHORTLIST, marks=marks))
    best = max(found.values(), default=0.0)
    return {episode_id: round(score / best, 6) for episode_id, score in found.items()} if best > 0 else {}


def ranked(
    connection: Connection, ids: Sequence[str], near: Mapping[str, float], now: str, limit: int
) -> tuple[RecalledEpisode, ...]:
    """The episodes of these ids, scored, the best ones first; ties by arrival, newest first."""
    rows = connection.execute(select(EPISODE.c.seq, *COLUMNS).where(EPISODE.c.id.in_(set(ids)))).mappings()
    scored = [(row["seq"], recalled(episode_of(row), near.get(row["id"], 0.0), now)) for row in rows]
    scored.sort(key=lambda item: (-item[1].score, -item[0]))
    return tuple(episode for _, episode in scored[:limit])


def recalled(episode: Episode, semantic: float, now: str) -> RecalledEpisode:
    """An episode with its score and the parts of it."""
    fresh = recency(episode.created_at, now)
    score, parts = score_of(semantic=semantic, importance=episode.importance, recency=fresh)
    return RecalledEpisode(episode=episode, score=score, parts=parts)
