"""How runs fared with a memory in their prompt, and without it.

Nothing is stored for this: a run's receipt says which memories it had, its feedback how it fared. Feedback
that is replaced or undone counts at once.
"""

from __future__ import annotations

from sqlalchemy import Connection, case, func, select

from underdraft.learning.feedback.event_log import load_event
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.feedback import FEEDBACK_EVENT, RUN_FEEDBACK
from underdraft.memory.db.schema.runs import RUN, RUN_SOURCE
from underdraft.memory.notes.rows import load
from underdraft.types.checks import check_reach
from underdraft.types.copies import copied
from underdraft.types.layers import Layer
from underdraft.types.preferences import MemoryAttribution, RunAttribution, RunStats, RunVerdict
from underdraft.types.run import RunRecord

MEMORY_LAYERS = (Layer.PROFILE, Layer.RECENT)
"""The layers that hold memories."""


def attribute_run(connection: Connection, record: RunRecord, project_id: str | None) -> RunAttribution:
    """How the memories of one run that the project reaches fared."""
    check_reach("runId", record.project_id, project_id, "run")
    event = load_event(connection, record.id)
    verdict = None
    if event is not None:
        verdict = copied(RunVerdict, event)
    lines = [line for line in record.injected if line.layer in MEMORY_LAYERS and line.id]
    memories: list[MemoryAttribution] = []
    for line in {line.id: line for line in lines}.values():
        item = load(connection, line.id or "")
        memories.append(
            copied(
                MemoryAttribution,
                line,
                content=item.content if item is not None and item.deleted_at is None else None,
                with_it=read_stats(connection, record, line.id or "", held=True),
                without_it=read_stats(connection, record, line.id or "", held=False),
            )
        )
    return copied(RunAttribution, record, run_id=record.id, feedback=verdict, memories=tuple(memories))


def read_stats(connection: Connection, record: RunRecord, item_id: str, *, held: bool) -> RunStats:
    """How the runs of the same project and skill fared whose prompt held the memory, or did not."""
    sources = select(RUN_SOURCE.c.run_seq).where(RUN_SOURCE.c.item_id == item_id)
    accepted = case((FEEDBACK_EVENT.c.action == "accept", 1.0), else_=0.0)
    query = (
        select(func.count(), func.avg(FEEDBACK_EVENT.c.weight), func.avg(accepted))
        .select_from(RUN)
        .join(RUN_FEEDBACK, RUN_FEEDBACK.c.run_id == RUN.c.id)
        .join(FEEDBACK_EVENT, FEEDBACK_EVENT.c.seq == RUN_FEEDBACK.c.event_seq)
        .where(
            RUN.c.skill_id == record.skill_id,
            is_value(RUN.c.project_id, record.project_id),
            RUN.c.seq.in_(sources) if held else RUN.c.seq.not_in(sources),
        )
    )
    count, weight, share = connection.execute(query).one()
    return RunStats(
        runs=count,
        mean_weight=None if weight is None else round(weight, 3),
        accepted=None if share is None else round(share, 3),
    )
