"""One life for all that is learned: measured preferences and distilled rules.

Each is a record (:mod:`underdraft.memory.notes`) with a ``topic_id`` and a ``pole``; its ``source`` says how it was
learned, its ``state`` whether it stands in prompts::

    (candidate) ── signals reach the threshold ───► active ── signals contradict it, or are taken back ──► retired
        │                                            ▲ │
        │ scenes agree on it, or it contradicts      │ │
        │ what the writer said                       │ └── the writer says the opposite ──► outdated
        ▼                                            │
    proposed ──── the writer confirms or edits it ───┘
        └──────── the writer refuses or deletes it ──► refused: for good, until the writer confirms it

A candidate has no record: it is a topic with signals (:mod:`underdraft.learning.ledger`). What is retired or outdated
may be learned again from later signals. What the writer confirmed, edited or refused is never touched here, and
nothing that is learned replaces what the writer said: where it says the opposite, it is proposed.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import attrs
from sqlalchemy import Connection, or_, select

from underdraft.learning.ledger.scores import Pole, Tally, opposite
from underdraft.learning.ledger.topics import (
    Topic,
    TopicState,
    load_supporting,
    preference_id_of,
)
from underdraft.learning.rules.opposed_styles import contradicts
from underdraft.memory.db.schema.feedback import PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import ACTIVE, PROPOSED, REFUSED, RETIRED, WRITERS, MemoryItem
from underdraft.memory.notes.rows import same_key, write

LEARNING = "learning"
"""The actor of learning, in revisions."""

CONTRADICTED = "contradicted"
"""Retired because the recent signals speak against it; it must be learned anew from later ones."""

WITHDRAWN = "withdrawn"
"""Retired because a signal that it rested on was taken back."""

REASON = "retired"
"""In a record's metadata: why it is retired."""

EVIDENCE_RUNS = 50
"""How many supporting signals a learned record names; the ledger has them all."""


def apply_scores(
    connection: Connection,
    state: TopicState,
    *,
    at: str,
    fresh: bool,
    withdrawn: bool,
    only_said: Container[str] | None = None,
) -> MemoryItem | None:
    """Bring a topic's records in line with its signals; gives the one made or strengthened that stands in prompts.

    The topic has just got a signal (``fresh``), or lost one; what is written is changed in ``state``, too. In privacy
    mode a record is made or revived only with a statement that is ``only_said`` now: none of an earlier signal's words.
    """
    tallies = state.tallies()
    spent = False
    for pole, item in list(state.items.items()):
        live = item.state == ACTIVE or (item.state == PROPOSED and item.source == "measured")
        if not live or item.user_confirmed:
            continue
        mine, other = tallies[pole], tallies[opposite(pole)]
        if mine.contradicted or other.reached:
            retire(connection, state, item, mine, reason=CONTRADICTED, at=at)
            spent = spent or not other.reached
        elif withdrawn and mine.score < state.threshold:
            retire(connection, state, item, mine, reason=WITHDRAWN, at=at)
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
    """The record of the pole that has been reached: made, revived, or as it has just been strengthened."""
    pole: Pole | None = next((one for one in state.poles if tallies[one].reached), None)
    if pole is None:
        return None
    item = state.items.get(pole)
    if item is not None and item.state == ACTIVE:
        return None if item.user_confirmed else item
    statement = state.topic.says(pole) if item is None else item.content
    if (only_said is not None and statement not in only_said) or (item is not None and item.state == REFUSED):
        return None
    against = state.in_use(opposite(pole)) or said_otherwise(connection, state.topic, pole)
    if against and item is not None and item.state == PROPOSED:
        return None
    fresh = new_item(state.topic, pole, at) if item is None else live_again(item, at)
    made = rated(connection, fresh, state, tallies[pole])
    made = attrs.evolve(made, state=PROPOSED if against else ACTIVE)
    saved = save(connection, state, item, made, action="create" if item is None else "restore", at=at)
    return None if against else saved


def new_item(topic: Topic, pole: Pole, at: str) -> MemoryItem:
    """A fresh record for a pole."""
    return MemoryItem(
        id=preference_id_of(topic.id, pole),
        type="preference",
        scope=topic.scope,
        project_id=topic.project_id,
        content=topic.says(pole),
        origin="learned",
        source="measured",
        topic_id=topic.id,
        pole=pole,
        created_at=at,
        updated_at=at,
    )


def live_again(item: MemoryItem, at: str) -> MemoryItem:
    """The record without what took it out of use."""
    metadata = {name: value for name, value in item.metadata.items() if name != REASON}
    moved = at if item.deleted_at is not None or item.replaced_by is not None else item.updated_at
    return attrs.evolve(item, deleted_at=None, replaced_by=None, metadata=metadata, updated_at=moved)


def rated(connection: Connection, item: MemoryItem, state: TopicState, judged_as: Tally) -> MemoryItem:
    """The record with what its signals say now; its words and its place stay."""
    topic = state.topic
    supporting = load_supporting(connection, topic, judged_as.pole, EVIDENCE_RUNS)
    evidence: tuple[dict[str, Any], ...] = tuple(
        {"runId": s.run_id, "action": s.stance, "at": s.at} for s in supporting
    )
    figures = {
        "axis": topic.axis,
        "kindId": topic.id,
        "score": judged_as.score,
        "signals": sum(state.counts.values()),
    }
    return attrs.evolve(
        item, confidence=judged_as.confidence, evidence=evidence, metadata={**item.metadata, **figures}
    )


def save(
    connection: Connection,
    state: TopicState,
    before: MemoryItem | None,
    after: MemoryItem,
    *,
    action: str,
    at: str,
) -> MemoryItem:
    """Write a record of the topic; returns it as it is now."""
    item = write(connection, before, after, action=action, actor=LEARNING, at=at)
    state.items[item.pole] = item  # type: ignore[index]
    return item


def retire(
    connection: Connection, state: TopicState, item: MemoryItem, mine: Tally, *, reason: str, at: str
) -> None:
    """Take a learned record out of use, with the reason."""
    metadata = {**item.metadata, REASON: reason}
    gone = attrs.evolve(item, state=RETIRED, deleted_at=at, confidence=mine.confidence, metadata=metadata)
    save(connection, state, item, gone, action="delete", at=at)


def spend_signals(connection: Connection, state: TopicState) -> None:
    """Let later signals alone count."""
    mine = PREFERENCE_TOPIC.update().where(PREFERENCE_TOPIC.c.id == state.topic.id)
    connection.execute(mine.values(counted_after=state.newest))


def said_otherwise(connection: Connection, topic: Topic, pole: Pole) -> bool:
    """Whether a statement of the writer's that holds where the topic does says the opposite of a pole."""
    c = MEMORY_ITEM.c
    place = or_(c.project_id.is_(None), c.project_id == topic.project_id)
    said = select(c.content).where(c.source.in_(WRITERS), c.state == ACTIVE, c.document_id.is_(None), place)
    denied = same_key(topic.says(opposite(pole)))
    return any(
        same_key(text) == denied or contradicts(topic.says(pole), text) for text in connection.scalars(said)
    )
