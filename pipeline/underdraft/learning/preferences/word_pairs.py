"""Pairs of words: occasions that the writer left alone, and pairs that are only a part of another one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sqlalchemy import select

from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL, PREFERENCE_TOPIC

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from underdraft.learning.preferences.scores import Pole
    from underdraft.learning.preferences.topics import Topic
    from underdraft.types.feedback import FeedbackEvent


WORD_AXIS = "word"
"""The axis of replaced words; a key is two words in code point order with ``|`` between."""

TOPICS_MAXIMUM = 500
"""How many pairs of a project are looked for in one edit, the latest first."""


def find_kept_pairs(connection: Connection, event: FeedbackEvent) -> list[str]:
    """The known pairs, by topic, whose unwanted word is in the model's text and still in the writer's."""
    if not event.model_text or not event.final_text or event.model_text == event.final_text:
        return []
    old, new = event.model_text.casefold(), event.final_text.casefold()
    found = {
        topic_id: pair
        for topic_id, pair in load_pairs(connection, event.project_id).items()
        if any(word in old and word in new for word in pair)
    }
    unwanted = load_unwanted(connection, found)
    return [topic_id for topic_id, word in unwanted.items() if word in old and word in new]


def load_unwanted(connection: Connection, pairs: dict[str, tuple[str, str]]) -> dict[str, str]:
    """The word of each pair that its last signal replaced; a pair without one is left out."""
    c = PREFERENCE_SIGNAL.c
    query = (
        select(c.topic_id, c.stance)
        .join(PREFERENCE_TOPIC, PREFERENCE_TOPIC.c.id == c.topic_id)
        .where(c.topic_id.in_(pairs), c.stance != "kept", c.seq > PREFERENCE_TOPIC.c.counted_after)
        .order_by(c.seq)
    )
    last = {row.topic_id: row.stance for row in connection.execute(query)} if pairs else {}
    return {
        topic_id: pair[last[topic_id] == "accept"] for topic_id, pair in pairs.items() if topic_id in last
    }


def is_part_of_another(connection: Connection, topic: Topic, support: int, pole: Pole) -> bool:
    """Whether another pair explains the same exchange of characters as often or more often.

    砚突 -> 砚忽 is only 突然 -> 忽然 after a name: the pair that comes back with every neighbour wins.
    """
    if topic.axis != WORD_AXIS:
        return False
    pairs = load_pairs(connection, topic.project_id)
    exchanged = core(*topic.key.split("|", 1))
    others = [i for i, pair in pairs.items() if i != topic.id and core(*pair) == exchanged]
    if not others:
        return False
    c = PREFERENCE_SIGNAL.c
    counted = select(c.topic_id).join(PREFERENCE_TOPIC, PREFERENCE_TOPIC.c.id == c.topic_id)
    counted = counted.where(
        c.topic_id.in_(others), c.stance == pole, c.seq > PREFERENCE_TOPIC.c.counted_after
    )
    return max(Counter(connection.scalars(counted)).values(), default=0) >= support


def core(first: str, second: str) -> tuple[str, str]:
    """What two words of a pair do not share at their ends."""
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    return first[start : len(first) - end], second[start : len(second) - end]


def load_pairs(connection: Connection, project_id: str | None) -> dict[str, tuple[str, str]]:
    """The pairs of a project by topic, the latest first."""
    c = PREFERENCE_TOPIC.c
    query = select(c.id, c.key).where(c.project_id.is_not_distinct_from(project_id), c.axis == WORD_AXIS)
    rows = connection.execute(query.order_by(c.created_at.desc()).limit(TOPICS_MAXIMUM))
    return {row.id: row.key.partition("|")[::2] for row in rows}
