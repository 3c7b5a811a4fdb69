"""Preferences that contradict each other: the two poles of one axis and key, never mere likeness of words.

A project's preference beats the global one in that project. What contradicts a confirmed one is proposed.
"""

from __future__ import annotations

from sqlalchemy import Select, select

from underdraft.memory.db.schema.feedback import PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import ACTIVE, MEMORIES


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
