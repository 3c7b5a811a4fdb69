"""Episodes as rows: loading, the one way of writing, and making room; all inside the caller's transaction."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import attrs
from sqlalchemy import ColumnElement, Connection, bindparam, func, select

from underdraft.memory.db.dialect import delete_in, is_value
from underdraft.memory.db.schema.episodes import EPISODE
from underdraft.memory.episodes.episode import content_of
from underdraft.memory.episodes.limits import EpisodeLimits
from underdraft.text.clean import sha256
from underdraft.types.episodes import Episode
from underdraft.types.values import frozen

FIELDS = tuple(a.name for a in attrs.fields(Episode))
COLUMNS = tuple(EPISODE.c[name] for name in FIELDS)


def of_project(project_id: str | None) -> ColumnElement[bool]:
    """The condition for one project's episodes; those without a project are a project of their own."""
    return is_value(EPISODE.c.project_id, project_id)


# Statements are made once: making one takes longer than running it.
_OF_KIND = (
    is_value(EPISODE.c.project_id, bindparam("project")),
    EPISODE.c.compressed == bindparam("kind"),
)
_ONE = select(EPISODE).where(EPISODE.c.id == bindparam("wanted"))
_REPLACE = EPISODE.update().where(EPISODE.c.id == bindparam("wanted"))
_NEWEST = select(
    *(
        select(func.max(EPISODE.c.used_seq))
        .where(_OF_KIND[0], EPISODE.c.compressed.is_(kind))
        .scalar_subquery()
        for kind in (False, True)
    )
)
"""By kind, since each has its end of an index."""
_COUNT = select(func.count()).select_from(EPISODE).where(*_OF_KIND)
_MOVABLE = select(EPISODE.c.id).where(*_OF_KIND, EPISODE.c.user_confirmed.is_(False))
EXPIRED = _MOVABLE.where(EPISODE.c.created_at <= bindparam("before")).order_by(
    EPISODE.c.created_at, EPISODE.c.id
)
_COLDEST = (
    _MOVABLE.where(EPISODE.c.created_at > bindparam("before"))
    .order_by(EPISODE.c.used_seq, EPISODE.c.recall_count, EPISODE.c.importance, EPISODE.c.id)
    .limit(bindparam("most"))
)


@frozen(kw_only=True)
class Evicted:
    """Rows that make room, and the places that cannot be freed, because the rest may not go.

    Attributes:
        expired: Ids of what has outlived its time, oldest first.
        coldest: Ids of what was used longest ago; of what was used at once, the less recalled and less important first.
    """

    expired: tuple[str, ...] = ()
    coldest: tuple[str, ...] = ()
    missing: int = 0


def episode_of(row: Mapping[Any, Any]) -> Episode:
    """The episode in a row of ``episode``."""
    values = {name: row[name] for name in FIELDS}
    summary = json.loads(values["summary"]) if values["summary"] else None
    return Episode(**{**values, "summary": summary})


def load(connection: Connection, episode_id: str) -> Episode | None:
    """The episode of this id."""
    row = connection.execute(_ONE, {"wanted": episode_id}).mappings().first()
    return None if row is None else episode_of(row)


def next_use(connection: Connection, project_id: str | None) -> int:
    """The next number in the order of use."""
    return max(found or 0 for found in connection.execute(_NEWEST, {"project": project_id}).one()) + 1


def write(
    connection: Connection, before: Episode | None, after: Episode, *, used_seq: int | None = None
) -> None:
    """Insert or replace an episode and keep the lexical index in step.

    ``used_seq`` is its place in the order of use; ``None`` leaves it.
    """
    content = after.content or content_of(after)
    row: dict[str, Any] = {name: getattr(after, name) for name in FIELDS}
    row |= {"content": content, "content_hash": sha256(content)}
    row["summary"] = (
        None if after.summary is None else json.dumps(after.summary, ensure_ascii=False, sort_keys=True)
    )
    if used_seq is not None:
        row["used_seq"] = used_seq
    if before is None:
        connection.execute(EPISODE.insert(), row)
    else:
        connection.execute(_REPLACE, row | {"wanted": after.id})


def delete(connection: Connection, ids: Collection[str]) -> int:
    """Remove episodes with their index entries; returns how many there were."""
    return delete_in(connection, EPISODE.c.id, ids)


def make_room(
    connection: Connection,
    project_id: str | None,
    limits: EpisodeLimits,
    now: str,
    *,
    compressed: bool,
    incoming: int,
) -> Evicted:
    """Evict what must go, and give it; where there is no room for something incoming, evict nothing.

    While everything fits, nothing goes. Otherwise all that has expired goes, and if that is not enough, as few
    of the coldest as will do. What the writer confirmed stays.
    """
    total = connection.scalar(_COUNT, {"project": project_id, "kind": compressed}) or 0
    excess = total + incoming - limits.budget(compressed=compressed)
    if excess <= 0:
        return Evicted()
    before = limits.expired_before(now, compressed=compressed)
    of = {"project": project_id, "kind": compressed, "before": before}
    expired = tuple(connection.scalars(EXPIRED, of))
    lacking = max(0, excess - len(expired))
    coldest = tuple(connection.scalars(_COLDEST, of | {"most": lacking}))
    missing = lacking - len(coldest)
    if missing and incoming:
        return Evicted(missing=missing)
    delete(connection, expired + coldest)
    return Evicted(expired=expired, coldest=coldest, missing=missing)


def projects(connection: Connection) -> Iterable[str | None]:
    """Every project that has episodes, in a fixed order."""
    found = connection.scalars(select(EPISODE.c.project_id).distinct()).all()
    return sorted(found, key=lambda project: (project is not None, project or ""))
