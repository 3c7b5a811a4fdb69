"""Preferences that contradict each other: the two poles of one axis and key, never mere likeness of words.

A project's preference beats the global one in that project until the writer settles it, by confirming
both (the project differs on purpose) or by refusing one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import attrs
from sqlalchemy import Select, select

from underdraft.learning.ledger.scores import Pole, opposite
from underdraft.learning.ledger.topics import TopicState
from underdraft.memory.db.schema.feedback import PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import ACTIVE, MEMORIES, REFUSED, MemoryItem
from underdraft.types.preferences import Conflicting


def conflicts_of(states: Collection[TopicState]) -> tuple[Conflicting, ...]:
    """The open conflicts among the topics that a project sees: its own and the global ones."""
    found = [*between_scopes(states), *with_signals(states)]
    return tuple(sorted(found, key=attrs.astuple))


def between_scopes(states: Collection[TopicState]) -> Iterator[Conflicting]:
    """Memories in use, the project's and the global one, that say opposite things and are not both confirmed."""
    theirs = {
        (state.topic.axis, state.topic.key, pole): item
        for state in states
        if state.topic.project_id is None
        for pole, item in in_use(state)
    }
    for state in states:
        for pole, mine in in_use(state):
            axis = state.topic.axis
            other = theirs.get((axis, state.topic.key, opposite(pole)))
            if state.topic.project_id is None or other is None:
                continue
            if not (mine.user_confirmed and other.user_confirmed):
                yield Conflicting(
                    first_id=mine.id,
                    second_id=other.id,
                    axis=axis,
                    first=mine.content,
                    second=other.content,
                    why="project_over_global",
                )


def with_signals(states: Collection[TopicState]) -> Iterator[Conflicting]:
    """Confirmed records whose opposite has reached the threshold and was not refused."""
    for state in states:
        for pole, item in in_use(state):
            other = opposite(pole)
            if not item.user_confirmed or other not in state.poles or not state.tallies()[other].reached:
                continue
            against = state.items.get(other)
            if against is None or against.state != REFUSED:
                yield Conflicting(
                    first_id=item.id,
                    second_id=state.id_of(other),
                    axis=state.topic.axis,
                    first=item.content,
                    second=state.topic.says(other),
                    why="confirmed_over_signals",
                )


def in_use(state: TopicState) -> list[tuple[Pole, MemoryItem]]:
    """The topic's records that stand in prompts, by pole."""
    return [(pole, item) for pole in state.poles if (item := state.in_use(pole))]


def overruled(project_id: str) -> Select[tuple[str]]:
    """The query for ids of global records that a project's own contradict: they stay out of its prompts."""
    their_topic, my_topic = PREFERENCE_TOPIC.alias("their_topic"), PREFERENCE_TOPIC.alias("my_topic")
    theirs, mine = MEMORY_ITEM.alias("theirs"), MEMORY_ITEM.alias("mine")
    return (
        select(theirs.c.id)
        .join(their_topic, (their_topic.c.id == theirs.c.topic_id) & their_topic.c.project_id.is_(None))
        .join(my_topic, (my_topic.c.axis == their_topic.c.axis) & (my_topic.c.key == their_topic.c.key))
        .join(mine, (mine.c.topic_id == my_topic.c.id) & (mine.c.pole != theirs.c.pole))
        .where(my_topic.c.project_id == project_id, mine.c.state == ACTIVE, mine.c.section == MEMORIES)
    )
