"""From a topic's signals to its memories: create, strengthen, weaken, retire, revive.

What the writer confirmed, edited or refused is never touched.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import attrs
from sqlalchemy import Connection, select

from underdraft.learning.preferences.scores import Pole, Tally, opposite
from underdraft.learning.preferences.topics import (
    Preference,
    Topic,
    TopicState,
    load_supporting,
    update_preference,
)
from underdraft.learning.preferences.word_pairs import is_part_of_another
from underdraft.learning.preferences.worded_keys import WORDED_AXIS
from underdraft.memory.db.schema.feedback import PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_REVISION
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.rows import load, write
from underdraft.types.copies import copied

LEARNING = "learning"
"""Who writes learned memories, in revisions."""

CLEARING = "learning:clear"
"""Who removes them when the writer clears what was learned: no refusal, it may be learned anew."""

CONTRADICTED = "contradicted"
"""Retired because the recent signals speak against it; it must be learned anew from later ones."""

WITHDRAWN = "withdrawn"
"""Retired because a signal that it rested on was taken back."""

OUTLIVED = "outlived"
"""Retired because later runs kept no more of the text with it than without; the writer may restore it."""

EVIDENCE_RUNS = 50
"""How many supporting signals a learned memory names; the ledger has them all."""


def apply_scores(
    connection: Connection,
    state: TopicState,
    *,
    at: str,
    fresh: bool,
    withdrawn: bool,
    only_said: Container[str] | None = None,
) -> MemoryItem | None:
    """Bring a topic's memories in line with its signals; gives the one created or strengthened, if one was.

    The topic has just got a signal (``fresh``), or lost one; what is written is changed in ``state``, too. In privacy
    mode a memory is made or revived only with a statement that is ``only_said`` now: none of an earlier signal's words.
    """
    tallies = state.tallies()
    spent = False
    for preference in state.preferences:
        item = state.live_item(preference)
        if item is None or item.user_confirmed:
            continue
        if preference.refused_at is not None:
            update_preference(connection, preference, refused_at=None)  # the writer has brought it back
        mine, other = tallies[preference.pole], tallies[opposite(preference.pole)]
        if mine.contradicted or other.reached:
            retire(connection, state, preference, mine, reason=CONTRADICTED, at=at)
            spent = spent or not other.reached
        elif withdrawn and mine.score < state.threshold:
            retire(connection, state, preference, mine, reason=WITHDRAWN, at=at)
        elif fresh or withdrawn:
            save(connection, state, item, rated(connection, item, state, mine), action="update", at=at)
    if spent:
        spend_signals(connection, state)
        return None
    return create_or_revive(connection, state, tallies, at, only_said) if fresh else None


def create_or_revive(
    connection: Connection,
    state: TopicState,
    tallies: dict[Pole, Tally],
    at: str,
    only_said: Container[str] | None = None,
) -> MemoryItem | None:
    """The memory of the pole that has been reached: made, revived, or as it has just been strengthened."""
    in_use = {p.pole for p in state.preferences if state.live_item(p)}
    for preference in state.preferences:
        mine, item = tallies[preference.pole], state.items.get(preference.id)
        if not mine.reached:
            continue
        if item is not None and item.deleted_at is None:
            return None if item.user_confirmed else item
        words = preference.statement if item is None else item.content
        if only_said is not None and words not in only_said:
            continue
        if preference.refused_at or is_held_globally(connection, preference):
            continue
        if is_part_of_another(connection, state.topic, mine.support, preference.pole):
            continue
        if opposite(preference.pole) in in_use:
            continue  # the writer confirmed the other one: shown as a conflict, not settled here
        if item is None:
            made = rated(connection, new_item(preference, state.topic, at), state, mine)
            return save(connection, state, None, made, action="create", at=at)
        if not is_closed_by_learning(connection, item):
            update_preference(connection, preference, refused_at=item.deleted_at)
            continue
        update_preference(connection, preference, retired_at=None, retired_reason=None, promoted_to=None)
        back = rated(connection, attrs.evolve(item, deleted_at=None, updated_at=at), state, mine)
        return save(connection, state, item, back, action="restore", at=at)
    return None


def new_item(preference: Preference, topic: Topic, at: str) -> MemoryItem:
    """A fresh memory for a preference."""
    learned = {"type": "preference", "origin": "learned", "content": preference.statement}
    learned["source"] = "worded" if topic.axis == WORDED_AXIS else "measured"
    return copied(MemoryItem, preference, topic, **learned, created_at=at, updated_at=at)


def rated(connection: Connection, item: MemoryItem, state: TopicState, judged_as: Tally) -> MemoryItem:
    """The memory with what its signals say now; its words and its place stay."""
    topic = state.topic
    supporting = load_supporting(connection, topic, judged_as.pole, EVIDENCE_RUNS)
    evidence: tuple[dict[str, Any], ...] = tuple(
        {"runId": s.run_id, "action": s.stance, "at": s.at} for s in supporting
    )
    facts = {
        "axis": topic.axis,
        "kindId": topic.id,
        "score": judged_as.score,
        "signals": sum(state.counts.values()),
    }
    return attrs.evolve(
        item, confidence=judged_as.confidence, evidence=evidence, metadata={**item.metadata, **facts}
    )


def save(
    connection: Connection,
    state: TopicState,
    before: MemoryItem | None,
    after: MemoryItem,
    *,
    action: str,
    at: str,
    actor: str = LEARNING,
) -> MemoryItem:
    """Write a memory of the topic; returns it as it is now."""
    item = write(connection, before, after, action=action, actor=actor, at=at)
    state.items[item.id] = item
    return item


def retire(
    connection: Connection, state: TopicState, preference: Preference, mine: Tally, *, reason: str, at: str
) -> None:
    """Take a learned memory out of use, with the reason."""
    item = state.items[preference.id]
    gone = attrs.evolve(item, deleted_at=at, confidence=mine.confidence)
    save(connection, state, item, gone, action="delete", at=at)
    update_preference(connection, preference, retired_at=at, retired_reason=reason)


def spend_signals(connection: Connection, state: TopicState) -> None:
    """Let later signals alone count."""
    state.topic = attrs.evolve(state.topic, counted_after=state.newest)
    state.counts, state.last = {}, []
    mine = PREFERENCE_TOPIC.update().where(PREFERENCE_TOPIC.c.id == state.topic.id)
    connection.execute(mine.values(counted_after=state.topic.counted_after))


def is_closed_by_learning(connection: Connection, item: MemoryItem) -> bool:
    """Whether a deleted memory was retired or cleared, and not refused by the writer."""
    c = MEMORY_REVISION.c
    query = select(c.actor).where(c.memory_id == item.id).order_by(c.seq.desc()).limit(1)
    return connection.scalar(query) in {LEARNING, CLEARING}


def is_held_globally(connection: Connection, preference: Preference) -> bool:
    """Whether the preference was promoted, and the global one is in use or was refused."""
    if preference.promoted_to is None:
        return False
    item = load(connection, preference.promoted_to)
    return item is not None and (item.deleted_at is None or not is_closed_by_learning(connection, item))
