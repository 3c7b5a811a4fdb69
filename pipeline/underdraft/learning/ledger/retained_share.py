"""How much of the model's text is kept with a memory in the prompt, and without it.

Nothing is stored for this: a run's receipt says which memories it had, its feedback what the writer kept. Feedback
that is replaced or undone counts at once. The share kept is 1 - edit distance: 1 where nothing was changed, 0 where
nothing was taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Connection, select

from underdraft.learning.feedback.event_log import load_event
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.feedback import FEEDBACK_EVENT, RUN_FEEDBACK
from underdraft.memory.db.schema.runs import RUN, RUN_SOURCE
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.rows import load
from underdraft.types.checks import check_reach
from underdraft.types.copies import copied
from underdraft.types.layers import Layer
from underdraft.types.preferences import (
    MemoryAttribution,
    RetainedShare,
    RunAttribution,
    RunVerdict,
    Survival,
)
from underdraft.types.run import RunRecord, no_lesson
from underdraft.types.signals import Signal

WINDOW = 12
"""How many of the last judged runs count on either side."""

READ = 4 * WINDOW
"""How many are read for that: of some it is not known what was kept."""

MEMORY_LAYERS = (Layer.PROFILE, Layer.RECENT)
"""The layers that hold memories."""


def survival_of(connection: Connection, item: MemoryItem) -> Survival:
    """Return how runs in a rule's kind of scene fared with it in their prompt, and without."""
    return read_survival(connection, item.id, item.project_id, RUN.c.scene_type == item.scene)


def attribute_run(connection: Connection, record: RunRecord, project_id: str | None) -> RunAttribution:
    """Return how runs of the same project and skill fared with each memory of one run, and without."""
    check_reach("runId", record.project_id, project_id, "run")
    event = load_event(connection, record.id)
    verdict = None if event is None else copied(RunVerdict, event)
    lines = [line for line in record.injected if line.layer in MEMORY_LAYERS and line.id]
    memories: list[MemoryAttribution] = []
    for id_, line in {line.id or "": line for line in lines}.items():
        item = load(connection, id_)
        fared = read_survival(connection, id_, record.project_id, RUN.c.skill_id == record.skill_id)
        content = item.content if item is not None and item.deleted_at is None else None
        having, lacking = fared.with_it, fared.without_it
        memories.append(copied(MemoryAttribution, line, content=content, with_it=having, without_it=lacking))
    return copied(RunAttribution, record, run_id=record.id, feedback=verdict, memories=tuple(memories))


def read_survival(
    connection: Connection, item_id: str, project_id: str | None, alike: ColumnElement[bool]
) -> Survival:
    """Return how a project's runs that are alike fared with a memory in their prompt, and without."""
    events = FEEDBACK_EVENT.c
    judged = (
        select(
            RUN.c.model, RUN.c.finish_reason, RUN.c.status, events.action, events.signal, events.edit_distance
        )
        .join(RUN_FEEDBACK, RUN_FEEDBACK.c.run_id == RUN.c.id)
        .join(FEEDBACK_EVENT, events.seq == RUN_FEEDBACK.c.event_seq)
        .where(alike, is_value(RUN.c.project_id, project_id))
        .order_by(events.seq.desc())
        .limit(READ)
    )
    sources = select(RUN_SOURCE.c.run_seq).where(RUN_SOURCE.c.item_id == item_id)
    return Survival(
        with_it=share(connection.execute(judged.where(RUN.c.seq.in_(sources))).all()),
        without_it=share(connection.execute(judged.where(RUN.c.seq.not_in(sources))).all()),
    )


def share(rows: Sequence[Any]) -> RetainedShare:
    """Return how many of the last runs are judged, and the mean share that was kept of them."""
    known = list(islice((kept for row in rows if (kept := retained_of(row)) is not None), WINDOW))
    return RetainedShare(runs=len(known), kept=round(sum(known) / len(known), 4) if known else None)


def retained_of(row: Any) -> float | None:
    """The share of a run's text that was kept, 0 to 1, if that is known."""
    if no_lesson(row.model, row.finish_reason, row.status):
        return None
    if row.action == "reject" or row.signal == Signal.FULL_REJECT:
        return 0.0
    if row.edit_distance is not None:
        return 1.0 - float(row.edit_distance)
    return 1.0 if row.signal == Signal.DIRECT_ACCEPT else None
