"""The area of learning: feedback, and what was learned from it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, select

from underdraft.memory.areas.area import Area, PurgedTable, rewrite_words, words_of
from underdraft.memory.areas.scope import PurgeScope
from underdraft.memory.areas.steps import PurgeStep
from underdraft.memory.areas.words import LEAST_MATCH
from underdraft.memory.db.dialect import delete_in, select_in
from underdraft.memory.db.schema.feedback import (
    FEEDBACK_EVENT,
    PREFERENCE_SIGNAL,
    PREFERENCE_TOPIC,
    RUN_FEEDBACK,
)
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.text.clean import normalised


def plan_named(connection: Connection, scope: PurgeScope) -> list[PurgeStep]:
    """Of a purged memory its topic goes with all signals, and the events that named it lose their words."""
    if scope.everything:
        return []
    c, events = PREFERENCE_TOPIC.c, FEEDBACK_EVENT.c
    own = select_in(connection, select(MEMORY_ITEM.c.topic_id), MEMORY_ITEM.c.id, scope.item_ids)

    def goes_anyway(row: Any) -> bool:
        return scope.project_id is not None and row.project_id == scope.project_id

    everyone = connection.execute(select(c.id, c.project_id, c.key)).all()
    topics = [row for row in everyone if row.id in own or goes_anyway(row)]
    gone, columns = {row.id for row in topics}, words_of(PREFERENCE_TOPIC)
    held = scope.keys.find(connection, select(c.id, c.project_id, *columns), *columns)
    keys = {row.key for row in topics} | {normalised(t) for t in scope.texts if len(t) >= LEAST_MATCH}
    query = select(events.seq, events.project_id, events.evidence_ref)
    said = connection.execute(query.where(events.evidence_ref.is_not(None))) if keys else ()
    found = [row for row in said if normalised(row.evidence_ref) in keys]
    return [
        PurgeStep(
            kind="preference",
            rows=[(r.id, r.project_id) for r in topics if not goes_anyway(r)],
            write=delete_topics,
        ),
        PurgeStep(
            kind="preference",
            rows=[(r.id, r.project_id) for r in held if r.id not in gone],
            write=partial(clear_topics, scope),
        ),
        PurgeStep(
            kind="feedback",
            rows=[(r.seq, r.project_id) for r in found if not goes_anyway(r)],
            write=forget_words,
        ),
    ]


def delete_topics(connection: Connection, ids: Sequence[str]) -> None:
    """Remove topics with their signals."""
    for column in (PREFERENCE_SIGNAL.c.topic_id, PREFERENCE_TOPIC.c.id):
        delete_in(connection, column, ids)


def clear_topics(scope: PurgeScope, connection: Connection, ids: Sequence[str]) -> None:
    """Take purged words out of topics, also as a key has them."""
    columns = words_of(PREFERENCE_TOPIC)
    rewrite_words(connection, PREFERENCE_TOPIC.c.id, columns, ids, lambda _, text: scope.keys.take_out(text))


def forget_words(connection: Connection, seqs: Sequence[int]) -> None:
    """Take the words out of events; their numbers stay."""
    chosen = FEEDBACK_EVENT.c.seq.in_(seqs)
    connection.execute(FEEDBACK_EVENT.update().where(chosen).values(evidence_ref=None))


def delete_events(connection: Connection, seqs: Sequence[int]) -> None:
    """Remove events with what counted them."""
    for column in (PREFERENCE_SIGNAL.c.event_seq, RUN_FEEDBACK.c.event_seq, FEEDBACK_EVENT.c.seq):
        connection.execute(delete(column.table).where(column.in_(seqs)))


LEARNING = Area(
    tables=(
        PurgedTable(kind="preference", key=PREFERENCE_TOPIC.c.id, texts=(), remove=delete_topics),
        PurgedTable(
            kind="feedback",
            key=PREFERENCE_SIGNAL.c.seq,
            project=select(PREFERENCE_TOPIC.c.project_id)
            .where(PREFERENCE_TOPIC.c.id == PREFERENCE_SIGNAL.c.topic_id)
            .scalar_subquery(),
            goes=False,
        ),
        PurgedTable(
            kind="feedback",
            key=FEEDBACK_EVENT.c.seq,
            remove=delete_events,
        ),
    ),
    follow=(RUN_FEEDBACK,),
    plan=plan_named,
)
