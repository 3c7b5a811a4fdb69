"""The purge of feedback and of what was learned from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, select

from underdraft.memory.db.dialect import delete_in, select_in
from underdraft.memory.db.schema.feedback import (
    FEEDBACK_EVENT,
    PREFERENCE_SIGNAL,
    PREFERENCE_TOPIC,
    RUN_FEEDBACK,
)
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.purge.scope import PurgeScope, rows_of
from underdraft.memory.purge.steps import PurgeStep
from underdraft.memory.purge.words import LEAST_MATCH
from underdraft.text.clean import normalised


def plan_feedback(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """Events, signals and topics of what is purged.

    Of a single memory its topic goes with all signals, and the events that named it lose their words.
    """
    topics = dict(rows_of(connection, scope, PREFERENCE_TOPIC, "id"))
    c = PREFERENCE_TOPIC.c
    own = select_in(connection, select(MEMORY_ITEM.c.topic_id), MEMORY_ITEM.c.id, scope.item_ids)
    if own:
        topics |= {r.id: r.project_id for r in connection.execute(select(c.id, c.project_id)) if r.id in own}
    keys = select_in(connection, select(c.key), c.id, topics)
    keys |= {normalised(text) for text in scope.texts if len(text) >= LEAST_MATCH}
    gone = rows_of(connection, scope, FEEDBACK_EVENT, "seq")
    events, going = FEEDBACK_EVENT.c, {seq for seq, _ in gone}
    said: list[Any] = []
    if keys and not scope.everything:
        query = select(events.seq, events.project_id, events.evidence_ref)
        rows = connection.execute(query.where(events.evidence_ref.is_not(None)))
        said = [r for r in rows if r.seq not in going and normalised(r.evidence_ref) in keys]
    spans = [PREFERENCE_SIGNAL.c.before, PREFERENCE_SIGNAL.c.after]
    query = select(PREFERENCE_SIGNAL.c.seq, PREFERENCE_TOPIC.c.project_id, *spans).join(PREFERENCE_TOPIC)
    quoted = [] if scope.everything else scope.words.find(connection, query, *spans)

    def take_out(connection: Connection, seqs: Sequence[int]) -> None:
        """Take the words out of the edits that a preference is shown by."""
        chosen = PREFERENCE_SIGNAL.c.seq.in_(seqs)
        for row in connection.execute(select(PREFERENCE_SIGNAL.c.seq, *spans).where(chosen)).all():
            texts = {name: scope.words.take_out(getattr(row, name)) for name in ("before", "after")}
            mine = PREFERENCE_SIGNAL.update().where(PREFERENCE_SIGNAL.c.seq == row.seq)
            connection.execute(mine.values(texts))

    return [
        PurgeStep(kind="preference", rows=list(topics.items()), write=delete_topics),
        PurgeStep(kind="feedback", rows=[(r.seq, r.project_id) for r in quoted], write=take_out),
        PurgeStep(kind="feedback", rows=[(r.seq, r.project_id) for r in said], write=forget_words),
        PurgeStep(kind="feedback", rows=gone, write=delete_events),
    ]


def delete_topics(connection: Connection, ids: Sequence[str]) -> None:
    """Remove topics with their signals."""
    for column in (PREFERENCE_SIGNAL.c.topic_id, PREFERENCE_TOPIC.c.id):
        delete_in(connection, column, ids)


def forget_words(connection: Connection, seqs: Sequence[int]) -> None:
    """Take the words out of events; their numbers stay."""
    chosen = FEEDBACK_EVENT.c.seq.in_(seqs)
    connection.execute(FEEDBACK_EVENT.update().where(chosen).values(evidence_ref=None))


def delete_events(connection: Connection, seqs: Sequence[int]) -> None:
    """Remove events with what counted them."""
    for column in (PREFERENCE_SIGNAL.c.event_seq, RUN_FEEDBACK.c.event_seq, FEEDBACK_EVENT.c.seq):
        connection.execute(delete(column.table).where(column.in_(seqs)))
