"""Pairs of words, and occasions that the writer left alone."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from underdraft.learning.ledger.topics import BY_ID, OF_PROJECT
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
    known = connection.execute(_PAIRS, {"project_id": event.project_id})
    pairs = {row.id: row.key.partition("|")[::2] for row in known}
    both = {id_: pair for id_, pair in pairs.items() if any(word in old and word in new for word in pair)}
    last: dict[str, str] = {}
    if both:
        last = {row.topic_id: row.stance for row in connection.execute(_STANCES, {"ids": [*both]})}
    unwanted = {topic_id: both[topic_id][stance == "accept"] for topic_id, stance in last.items()}
    return [topic_id for topic_id, word in unwanted.items() if word and word in old and word in new]
