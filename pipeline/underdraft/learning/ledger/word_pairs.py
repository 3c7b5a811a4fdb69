"""Pairs of words, and occasions that the writer left alone."""

from __future__ import annotations

from sqlalchemy import Connection, select

from underdraft.learning.ledger.topics import BY_ID, OF_PROJECT, load_states
from underdraft.memory.db.schema.feedback import PREFERENCE_TOPIC
from underdraft.types.feedback import FeedbackEvent

WORD_AXIS = "word"
"""The axis of replaced words; a key is two words in code point order with ``|`` between."""

TOPICS_MAXIMUM = 500
"""How many pairs of a project are looked for in one edit, the latest first."""

LOOKED_BACK = 50
"""Twice as many of a pair's last signals are looked through for the word that was unwanted last."""

_PAIRS = (
    select(PREFERENCE_TOPIC.c.id, PREFERENCE_TOPIC.c.key)
    .where(OF_PROJECT, PREFERENCE_TOPIC.c.axis == WORD_AXIS)
    .order_by(PREFERENCE_TOPIC.c.created_at.desc())
    .limit(TOPICS_MAXIMUM)
)


def find_kept_pairs(connection: Connection, event: FeedbackEvent) -> list[str]:
    """The known pairs, by topic, whose unwanted word is in the model's text and still in the writer's."""
    if not event.model_text or not event.final_text or event.model_text == event.final_text:
        return []
    old, new = event.model_text.casefold(), event.final_text.casefold()
    known = connection.execute(_PAIRS, {"project_id": event.project_id})
    pairs = {row.id: row.key.partition("|")[::2] for row in known}
    both = {id_: pair for id_, pair in pairs.items() if any(word in old and word in new for word in pair)}
    found = []
    for topic_id, state in load_states(connection, BY_ID, threshold=LOOKED_BACK, ids=[*both]).items():
        stance = next((stance for stance in reversed(state.last) if stance != "kept"), None)
        unwanted = both[topic_id][stance == "accept"]
        if stance and unwanted and unwanted in old and unwanted in new:
            found.append(topic_id)
    return found
