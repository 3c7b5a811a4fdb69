"""What the writer decides about preferences: confirm, edit, refuse, promote, clear."""

from __future__ import annotations

from collections.abc import Iterable

import attrs
from sqlalchemy import Connection, delete, func, select

from underdraft.errors import Conflict, InvalidArgument, NotFound
from underdraft.learning.preferences.apply_scores import CLEARING, OUTLIVED, new_item, rated, save
from underdraft.learning.preferences.ledger import state_of
from underdraft.learning.preferences.topics import (
    BY_ID,
    OF_PROJECT,
    Preference,
    TopicState,
    add_topics,
    load_states,
    new_topic,
    preference_id_of,
    topic_id_of,
    update_preference,
)
from underdraft.learning.preferences.worded_keys import TRIAL, WORDED_AXIS, scene_of
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.feedback import (
    FEEDBACK_EVENT,
    PREFERENCE,
    PREFERENCE_SIGNAL,
    PREFERENCE_TOPIC,
)
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import MEMORIES, MemoryItem
from underdraft.memory.notes.rows import item_of, write
from underdraft.memory.settings import read_settings

USER = "user"


def find_preference(
    connection: Connection, preference_id: str, project_id: str | None
) -> tuple[TopicState, Preference]:
    """A preference that this project sees and its topic, else ``NotFound``."""
    topic_id = connection.scalar(select(PREFERENCE.c.topic_id).where(PREFERENCE.c.id == preference_id))
    threshold = int(read_settings(connection)["preferenceLearningThreshold"])
    state = load_states(connection, BY_ID, threshold=threshold, ids=[topic_id]).get(topic_id or "")
    if state is None or state.topic.project_id not in {None, project_id}:
        raise NotFound("id: there is no such preference", details={"field": "id"})
    return state, next(p for p in state.preferences if p.id == preference_id)


def keep(
    connection: Connection, state: TopicState, preference: Preference, at: str, content: str | None = None
) -> MemoryItem:
    """Confirm the preference's memory, in other words if given; it is made or brought back where it is not in use."""
    update_preference(
        connection, preference, refused_at=None, retired_at=None, retired_reason=None, promoted_to=None
    )
    before = state.items.get(preference.id)
    if before is None:
        fresh = new_item(preference, state.topic, at)
        after = rated(connection, fresh, state, state.tallies()[preference.pole])
    else:
        after = attrs.evolve(before, deleted_at=None)
    after = attrs.evolve(after, content=content or after.content, user_confirmed=True)
    if state.topic.axis == WORDED_AXIS:
        after = tried(before, after, insisted=content is not None or preference.retired_reason == OUTLIVED)
    if before is None:
        return save(connection, state, None, after, action="create", actor=USER, at=at)
    if after.content != before.content or before.deleted_at is not None:
        after = attrs.evolve(after, updated_at=at)
    if after == before:
        return before
    action = "update" if before.deleted_at is None else "restore"
    return save(connection, state, before, after, action=action, actor=USER, at=at)


def tried(before: MemoryItem | None, after: MemoryItem, *, insisted: bool) -> MemoryItem:
    """A worded taste that is taken: on trial, unless the writer insists on it or it is tried already."""
    metadata = {name: value for name, value in after.metadata.items() if name != TRIAL}
    mark = "open" if before is None or before.deleted_at is not None else before.metadata.get(TRIAL)
    if mark is not None and not insisted:
        metadata[TRIAL] = mark
    return attrs.evolve(after, metadata=metadata)


def refuse(connection: Connection, state: TopicState, preference: Preference, at: str) -> None:
    """Remove the preference's memory and never learn it again."""
    item = state.live_item(preference)
    if item is not None:
        gone = attrs.evolve(item, deleted_at=at)
        save(connection, state, item, gone, action="delete", actor=USER, at=at)
    update_preference(connection, preference, refused_at=at, retired_at=None, retired_reason=None)
    if state.topic.axis == WORDED_AXIS:  # the next edit of the scene asks for another wording
        scene = topic_id_of(state.topic.project_id, WORDED_AXIS, scene_of(state.topic.key))
        shown = PREFERENCE_TOPIC.update().where(PREFERENCE_TOPIC.c.id == scene)
        connection.execute(shown.values(counted_after=0))


def promote(connection: Connection, state: TopicState, preference: Preference, at: str) -> MemoryItem:
    """Let a preference that is in use in a project hold for all; the project's own gives way to it."""
    if state.topic.project_id is None:
        raise Conflict("id: the preference holds for all projects already", details={"field": "id"})
    item = state.live_item(preference)
    if item is None:
        raise Conflict("id: the preference is not in use; confirm it first", details={"field": "id"})
    wide = new_topic(None, state.topic.axis, state.topic.key, at)
    add_topics(connection, [(wide, {one.pole: one.statement for one in state.preferences})])
    target_id = preference_id_of(wide.id, preference.pole)
    try:
        target_state, target = find_preference(connection, target_id, None)
    except NotFound:
        raise InvalidArgument("id: the preference has no global form", details={"field": "id"}) from None
    kept = keep(connection, target_state, target, at, item.content)
    after = attrs.evolve(
        kept,
        evidence=item.evidence,
        confidence=item.confidence,
        metadata={**kept.metadata, "promotedFrom": item.id},
    )
    promoted = save(connection, target_state, kept, after, action="update", actor=USER, at=at)
    save(connection, state, item, attrs.evolve(item, deleted_at=at), action="delete", at=at)
    update_preference(connection, preference, promoted_to=promoted.id)
    return promoted


def clear(connection: Connection, project_id: str | None, at: str) -> int:
    """Remove a scope's learned memories and signals; refusals stay. Returns how many memories went."""
    own = MEMORY_ITEM.c
    learned = select(MEMORY_ITEM).where(
        own.section == MEMORIES,
        own.origin == "learned",
        own.deleted_at.is_(None),
        is_value(own.project_id, project_id),
    )
    items = [item_of(row) for row in connection.execute(learned.order_by(own.id)).mappings()]
    for item in items:
        gone = attrs.evolve(item, deleted_at=at, user_confirmed=False)
        write(connection, item, gone, action="delete", actor=CLEARING, at=at)
    remember_refusals(connection, load_states(connection, OF_PROJECT, project_id=project_id).values(), at)
    in_scope = is_value(PREFERENCE_TOPIC.c.project_id, project_id)
    topics = select(PREFERENCE_TOPIC.c.id).where(in_scope)
    connection.execute(delete(PREFERENCE_SIGNAL).where(PREFERENCE_SIGNAL.c.topic_id.in_(topics)))
    mine = PREFERENCE.update().where(PREFERENCE.c.topic_id.in_(topics))
    connection.execute(mine.values(retired_at=None, retired_reason=None, promoted_to=None))
    refused = select(PREFERENCE.c.topic_id).where(PREFERENCE.c.refused_at.is_not(None))
    c = PREFERENCE_TOPIC.c
    counts_edits = (c.axis == WORDED_AXIS) & ~c.key.contains("\n")
    idle = in_scope & c.id.not_in(refused) & ~counts_edits
    connection.execute(delete(PREFERENCE_TOPIC).where(idle))  # its preferences go with it
    newest = select(func.max(FEEDBACK_EVENT.c.seq)).scalar_subquery()
    shown = PREFERENCE_TOPIC.update().where(in_scope, counts_edits)
    connection.execute(shown.values(counted_after=func.coalesce(newest, 0)))
    return len(items)


def remember_refusals(connection: Connection, states: Iterable[TopicState], at: str) -> None:
    """Mark what the writer deleted as refused, so that it survives the loss of its signals."""
    for state in states:
        for preference in state.preferences:
            if preference.refused_at is None and state_of(connection, state, preference) == "refused":
                item = state.items.get(preference.id)
                update_preference(connection, preference, refused_at=item.deleted_at if item else at)
