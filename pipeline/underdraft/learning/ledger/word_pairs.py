"""Pairs of words: occasions that the writer left alone, and pairs that are only a part of another one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from underdraft.learning.ledger.scores import Pole
from underdraft.learning.ledger.topics import BY_ID, OF_PROJECT, Topic
from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.types.feedback import FeedbackEvent

WORD_AXIS = "word"
"""The axis of replaced words; a key is two words in code point order with ``|`` between."""

TOPICS_MAXIMUM = 500
"""How many pairs of a project are looked for in one edit, the latest first."""


_PAIRS = (
    select(PREFERENCE_TOPIC.c.id, PREFERENCE_TOPIC.c.key)
    .where(OF_PROJECT, PREFERENCE_TOPIC.c.axis == WORD_AXIS)
    .order_by(PREFERENCE_TOPIC.c.created_at.desc())
    .limit(TOPICS_MAXIMUM)
)
_STANCES = (
    select(
        PREFERENCE_SIGNAL.c.topic_id,
        PREFERENCE_SIGNAL.c.stance,
        func.count().label("support"),
        func.max(PREFERENCE_SIGNAL.c.seq).label("last"),
    )
    .join(PREFERENCE_TOPIC, PREFERENCE_TOPIC.c.id == PREFERENCE_SIGNAL.c.topic_id)
    .where(BY_ID, PREFERENCE_SIGNAL.c.stance != "kept")
    .where(PREFERENCE_SIGNAL.c.seq > PREFERENCE_TOPIC.c.counted_after)
    .group_by(PREFERENCE_SIGNAL.c.topic_id, PREFERENCE_SIGNAL.c.stance)
    .order_by("last")
)


def find_kept_pairs(connection: Connection, event: FeedbackEvent) -> list[str]:
    """The known pairs, by topic, whose unwanted word is in the model's text and still in the writer's."""
    if not event.model_text or not event.final_text or event.model_text == event.final_text:
        return []
    old, new = event.model_text.casefold(), event.final_text.casefold()
    pairs = {
        topic_id: pair
        for topic_id, pair in load_pairs(connection, event.project_id).items()
        if any(word in old and word in new for word in pair)
    }
    last = {row.topic_id: row.stance for row in load_stances(connection, pairs)}
    unwanted = {topic_id: pairs[topic_id][stance == "accept"] for topic_id, stance in last.items()}
    return [topic_id for topic_id, word in unwanted.items() if word and word in old and word in new]


def is_part_of_another(connection: Connection, topic: Topic, support: int, pole: Pole) -> bool:
    """Whether another pair explains the same exchange of characters as often or more often.

    砚突 -> 砚忽 is only 突然 -> 忽然 after a name: the pair that comes back with every neighbour wins.
    """
    if topic.axis != WORD_AXIS:
        return False
    exchanged = core(pair_of(topic.key))
    pairs = load_pairs(connection, topic.project_id).items()
    others = [i for i, pair in pairs if i != topic.id and core(pair) == exchanged]
    found = (row.support for row in load_stances(connection, others) if row.stance == pole)
    return max(found, default=0) >= support


def core(pair: tuple[str, str]) -> tuple[str, str]:
    """Return two words without the letters that they share at their ends."""
    first, second = pair
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    end = 0
    while end < min(len(first), len(second)) - start and first[-1 - end] == second[-1 - end]:
        end += 1
    return first[start : len(first) - end], second[start : len(second) - end]


def pair_of(key: str) -> tuple[str, str]:
    """The two words of a key."""
    first, _, second = key.partition("|")
    return first, second


def load_pairs(connection: Connection, project_id: str | None) -> dict[str, tuple[str, str]]:
    """The pairs of a project by topic, the latest first."""
    rows = connection.execute(_PAIRS, {"project_id": project_id})
    return {row.id: pair_of(row.key) for row in rows}


def load_stances(connection: Connection, topic_ids: Collection[str]) -> Sequence[Any]:
    """Return how many signals count by topic and stance, the latest last, without the occasions that were left alone."""
    return connection.execute(_STANCES, {"ids": [*topic_ids]}).all() if topic_ids else ()
