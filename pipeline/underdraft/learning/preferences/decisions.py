"""What the writer decides about preferences: confirm, edit, refuse, promote, clear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.learning.preferences.apply_scores import CLEARING, LEARNING, item_for, mark, rated
from underdraft.learning.preferences.topics import (
    Kind,
    Preference,
    judged,
    kind_id_of,
    load_kind,
    load_preference,
    load_preferences,
    load_signals,
    preference_id_of,
)
from underdraft.memory.items.item import CONTENT_MAXIMUM, MemoryItem, text
from underdraft.memory.items.rows import load, write
from underdraft.memory.settings import read_settings

if TYPE_CHECKING:
    from sqlalchemy import Connection


USER = "user"


def found(connection: Connection, preference_id: str, project_id: str | None) -> tuple[Preference, Kind]:
    """A preference and its kind.

    Raises:
        NotFound: There is none, or it belongs to another project.
    """
    preference = load_preference(connection, preference_id)
    kind = None if preference is None else load_kind(connection, preference.kind_id)
    foreign = kind is not None and project_id is not None and kind.project_id not in {None, project_id}
    if preference is None or kind is None or foreign:
        raise NotFound("id: there is no such preference", details={"field": "id"})
    return preference, kind


def confirm(connection: Connection, preference_id: str, project_id: str | None, at: str) -> MemoryItem:
    """Keep it, whatever signals say from now on."""
    preference, kind = found(connection, preference_id, project_id)
    return kept(connection, preference, kind, at, content=None)


def edit(
    connection: Connection, preference_id: str, project_id: str | None, at: str, content: str
) -> MemoryItem:
    """Keep it in the writer's words."""
    text("content", content, CONTENT_MAXIMUM)
    preference, kind = found(connection, preference_id, project_id)
    return kept(connection, preference, kind, at, content=content)


def kept(
    connection: Connection, preference: Preference, kind: Kind, at: str, *, content: str | None
) -> MemoryItem:
    """The preference's memory, made or brought back where it is not in use, and confirmed."""
    threshold = int(read_settings(connection)["preferenceLearningThreshold"])
    signals = load_signals(connection, kind)
    before = load(connection, preference.id)
    mark(connection, preference, refused_at=None, retired_at=None, retired_reason=None, promoted_to=None)
    if before is None:
        fresh = rated(
            item_for(preference, kind, at), kind, signals, judged(kind, signals, threshold)[preference.pole]
        )
        after = attrs.evolve(fresh, content=content or fresh.content, user_confirmed=True)
        return write(connection, None, after, action="create", actor=USER, at=at)
    after = attrs.evolve(before, content=content or before.content, user_confirmed=True, deleted_at=None)
    if after.content != before.content or before.deleted_at is not None:
        after = attrs.evolve(after, updated_at=at)
    if after == before:
        return before
    action = "update" if before.deleted_at is None else "restore"
    return write(connection, before, after, action=action, actor=USER, at=at)


def refuse(connection: Connection, preference_id: str, project_id: str | None, at: str) -> str:
    """Remove it and never learn it again; returns its id."""
    preference, _ = found(connection, preference_id, project_id)
    item = load(connection, preference.id)
    if item is not None and item.deleted_at is None:
        write(connection, item, attrs.evolve(item, deleted_at=at), action="delete", actor=USER, at=at)
    mark(connection, preference, refused_at=at, retired_at=None, retired_reason=None)
    return preference.id


def promote(connection: Connection, preference_id: str, project_id: str | None, at: str) -> MemoryItem:
    """Let a project's preference hold for all projects; the project's own gives way to it.

    Raises:
        Conflict: It holds for all projects already, or what it says is not in use.
    """
    from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_KIND

    preference, kind = found(connection, preference_id, project_id)
    if kind.project_id is None:
        raise Conflict("id: the preference holds for all projects already", details={"field": "id"})
    item = load(connection, preference.id)
    if item is None or item.deleted_at is not None:
        raise Conflict("id: the preference is not in use; confirm it first", details={"field": "id"})
    wide = Kind(
        id=kind_id_of(None, kind.axis, kind.key),
        scope="global",
        project_id=None,
        axis=kind.axis,
        key=kind.key,
        counted_after=0,
        created_at=at,
    )
    if load_kind(connection, wide.id) is None:
        connection.execute(PREFERENCE_KIND.insert().values(attrs.asdict(wide)))
        for one in load_preferences(connection, kind.id):
            made = Preference(
                id=preference_id_of(wide.id, one.pole),
                kind_id=wide.id,
                pole=one.pole,
                statement=one.statement,
            )
            connection.execute(PREFERENCE.insert().values(attrs.asdict(made)))
    target = load_preference(connection, preference_id_of(wide.id, preference.pole))
    if target is None:
        raise InvalidArgument("id: the preference has no global form", details={"field": "id"})
    promoted = kept(connection, target, wide, at, content=item.content)
    promoted = carried(connection, promoted, item, at)
    write(connection, item, attrs.evolve(item, deleted_at=at), action="delete", actor=LEARNING, at=at)
    mark(connection, preference, promoted_to=promoted.id)
    return promoted


def carried(connection: Connection, promoted: MemoryItem, item: MemoryItem, at: str) -> MemoryItem:
    """The global memory with the evidence of the project's."""
    after = attrs.evolve(
        promoted,
        evidence=item.evidence,
        confidence=item.confidence,
        metadata={**promoted.metadata, "promotedFrom": item.id},
    )
    return write(connection, promoted, after, action="update", actor=USER, at=at)


def clear(connection: Connection, project_id: str | None, at: str) -> int:
    """Remove a scope's learned memories and their signals; what the writer refused stays refused.

    Returns:
        How many memories were removed.
    """
    from sqlalchemy import delete, select

    from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_KIND, PREFERENCE_SIGNAL
    from underdraft.memory.db.schema.user_memory import MEMORY_ITEM

    c = MEMORY_ITEM.c
    learned = select(c.id).where(
        c.origin == "learned", c.deleted_at.is_(None), c.project_id.is_not_distinct_from(project_id)
    )
    count = 0
    for item_id in connection.scalars(learned.order_by(c.id)).all():
        item = load(connection, item_id)
        if item is not None:
            gone = attrs.evolve(item, deleted_at=at, user_confirmed=False)
            write(connection, item, gone, action="delete", actor=CLEARING, at=at)
            count += 1
    kinds = select(PREFERENCE_KIND.c.id).where(PREFERENCE_KIND.c.project_id.is_not_distinct_from(project_id))
    remember_refusals(connection, project_id, at)
    connection.execute(delete(PREFERENCE_SIGNAL).where(PREFERENCE_SIGNAL.c.kind_id.in_(kinds)))
    refused = select(PREFERENCE.c.kind_id).where(PREFERENCE.c.refused_at.is_not(None))
    connection.execute(
        PREFERENCE.update()
        .where(PREFERENCE.c.kind_id.in_(kinds))
        .values(retired_at=None, retired_reason=None, promoted_to=None)
    )
    idle = PREFERENCE_KIND.c.id.in_(kinds) & PREFERENCE_KIND.c.id.not_in(refused)
    gone_kinds = connection.scalars(select(PREFERENCE_KIND.c.id).where(idle)).all()
    for kind_id in gone_kinds:
        connection.execute(delete(PREFERENCE).where(PREFERENCE.c.kind_id == kind_id))
        connection.execute(delete(PREFERENCE_KIND).where(PREFERENCE_KIND.c.id == kind_id))
    return count


def remember_refusals(connection: Connection, project_id: str | None, at: str) -> None:
    """Mark what the writer deleted as refused, so that it survives the loss of its signals."""
    from sqlalchemy import select

    from underdraft.learning.preferences.ledger import state_of
    from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_KIND

    query = select(PREFERENCE).join(PREFERENCE_KIND, PREFERENCE_KIND.c.id == PREFERENCE.c.kind_id)
    query = query.where(PREFERENCE_KIND.c.project_id.is_not_distinct_from(project_id))
    for row in connection.execute(query).mappings().all():
        preference = Preference(**row)
        item = load(connection, preference.id)
        if preference.refused_at is None and state_of(connection, preference, item) == "refused":
            mark(connection, preference, refused_at=item.deleted_at if item else at)
