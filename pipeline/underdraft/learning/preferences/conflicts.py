"""Preferences that contradict each other: the two poles of one axis and key, never mere likeness of words.

A project's preference beats the global one in that project until the writer settles it, by confirming
both (the project differs on purpose) or by refusing one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import attrs
from sqlalchemy import Select, select

from underdraft.learning.preferences.scores import Pole, opposite
from underdraft.learning.preferences.topics import TopicState
from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import MemoryItem
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
        for pole, item in live_items(state)
    }
    for state in states:
        for pole, mine in live_items(state):
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
    """Confirmed memories whose opposite has reached the threshold and was not refused."""
    for state in states:
        confirmed = [(pole, item) for pole, item in live_items(state) if item.user_confirmed]
        tallies = state.tallies() if confirmed else {}
        for pole, item in confirmed:
            for preference in state.preferences:
                if (
                    preference.pole != pole
                    and preference.refused_at is None
                    and tallies[preference.pole].reached
                ):
                    yield Conflicting(
                        first_id=item.id,
                        second_id=preference.id,
                        axis=state.topic.axis,
                        first=item.content,
                        second=preference.statement,
                        why="confirmed_over_signals",
                    )


def live_items(state: TopicState) -> list[tuple[Pole, MemoryItem]]:
    """The topic's memories that are in use, by pole."""
    return [(p.pole, item) for p in state.preferences if (item := state.live_item(p))]


def overruled(project_id: str) -> Select[tuple[str]]:
    """The query for ids of global memories that a project's own contradict: they stay out of its prompts."""
    their_topic, my_topic = PREFERENCE_TOPIC.alias("their_topic"), PREFERENCE_TOPIC.alias("my_topic")
    theirs, mine, item = PREFERENCE.alias("theirs"), PREFERENCE.alias("mine"), MEMORY_ITEM.alias("item")
    return (
        select(theirs.c.id)
        .join(their_topic, (their_topic.c.id == theirs.c.topic_id) & their_topic.c.project_id.is_(None))
        .join(my_topic, (my_topic.c.axis == their_topic.c.axis) & (my_topic.c.key == their_topic.c.key))
        .join(mine, (mine.c.topic_id == my_topic.c.id) & (mine.c.pole != theirs.c.pole))
        .join(
            item, (item.c.id == mine.c.id) & (item.c.project_id == project_id) & item.c.deleted_at.is_(None)
        )
        .where(my_topic.c.project_id == project_id)
    )
