"""The purge of feedback and of what was learned from it."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from underdraft.memory.db.dialect import delete_in, select_in
from underdraft.memory.db.schema.feedback import (
    FEEDBACK_EVENT,
    PREFERENCE,
    PREFERENCE_SIGNAL,
    PREFERENCE_TOPIC,
    RUN_FEEDBACK,
)
from underdraft.memory.purge.scope import PurgeScope
from underdraft.text.clean import normalised


def purge_feedback(connection: Connection, scope: PurgeScope) -> int:
    """Remove events, signals and topics of what is purged; returns 0, as memories are counted elsewhere.

    Of a single memory its topic goes with all signals, and the events that named it lose their words.
    """
    if scope.everything:
        for table in (PREFERENCE_SIGNAL, PREFERENCE, PREFERENCE_TOPIC, RUN_FEEDBACK, FEEDBACK_EVENT):
            connection.execute(delete(table))
        return 0
    topics = select_in(connection, select(PREFERENCE.c.topic_id), PREFERENCE.c.id, scope.item_ids)
    if scope.project_id is not None:
        own = select(PREFERENCE_TOPIC.c.id).where(PREFERENCE_TOPIC.c.project_id == scope.project_id)
        topics.update(connection.scalars(own))
    keys = select_in(connection, select(PREFERENCE_TOPIC.c.key), PREFERENCE_TOPIC.c.id, topics)
    keys |= {normalised(text) for text in scope.texts}
    for column in (PREFERENCE_SIGNAL.c.topic_id, PREFERENCE.c.topic_id, PREFERENCE_TOPIC.c.id):
        delete_in(connection, column, topics)
    events = FEEDBACK_EVENT.c
    if keys:
        said = select(events.seq, events.evidence_ref).where(events.evidence_ref.is_not(None))
        for row in connection.execute(said).all():
            if normalised(row.evidence_ref) in keys:
                connection.execute(
                    FEEDBACK_EVENT.update().where(events.seq == row.seq).values(evidence_ref=None)
                )
    if scope.project_id is not None:
        seqs = select(events.seq).where(events.project_id == scope.project_id)
        connection.execute(delete(PREFERENCE_SIGNAL).where(PREFERENCE_SIGNAL.c.event_seq.in_(seqs)))
        connection.execute(delete(RUN_FEEDBACK).where(RUN_FEEDBACK.c.event_seq.in_(seqs)))
        connection.execute(delete(FEEDBACK_EVENT).where(events.project_id == scope.project_id))
    return 0
