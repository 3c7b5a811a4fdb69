"""How much of what the model writes is kept, with a taste in its prompt and without: the statistic of a trial.

A run's *survival* is the share of its text that the writer kept: 1 - edit distance, 1 where nothing was changed,
0 where nothing was taken. Of a taste's kind of scene the last 12 judged runs with it and the last 12 without are
compared, skill by skill and model by model; its *gain* is the mean difference, weighted by the runs with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.feedback import FEEDBACK_EVENT, RUN_FEEDBACK
from underdraft.memory.db.schema.runs import RUN, RUN_SOURCE
from underdraft.types.preferences import KeptShare, Survival
from underdraft.types.run import no_lesson
from underdraft.types.signals import Signal

WINDOW = 12
"""How many of the last judged runs count on either side."""

RUNS_WITH, RUNS_WITHOUT = 6, 4
"""Fewest runs, on either side, from which a gain is worked out."""

READ = 4 * WINDOW
"""How many are read for that: of some it is not known what was kept."""

_SOURCES = select(RUN_SOURCE.c.run_seq).where(RUN_SOURCE.c.item_id == bindparam("item_id"))
_JUDGED = (
    select(
        RUN.c.skill_id,
        RUN.c.model,
        RUN.c.finish_reason,
        RUN.c.status,
        FEEDBACK_EVENT.c.action,
        FEEDBACK_EVENT.c.signal,
        FEEDBACK_EVENT.c.edit_distance,
    )
    .join(RUN_FEEDBACK, RUN_FEEDBACK.c.run_id == RUN.c.id)
    .join(FEEDBACK_EVENT, FEEDBACK_EVENT.c.seq == RUN_FEEDBACK.c.event_seq)
    .where(
        RUN.c.scene_type == bindparam("scene_type"),
        is_value(RUN.c.project_id, bindparam("project_id")),
    )
    .order_by(FEEDBACK_EVENT.c.seq.desc())
    .limit(READ)
)
_WITH, _WITHOUT = _JUDGED.where(RUN.c.seq.in_(_SOURCES)), _JUDGED.where(RUN.c.seq.not_in(_SOURCES))


class JudgedRun(NamedTuple):
    """A run of which it is known what was kept."""

    kind: tuple[str, str]
    survival: float


def read_survival(
    connection: Connection, item_id: str, *, project_id: str | None, scene_type: str
) -> Survival:
    """How runs of a project in a kind of scene fared with a memory in their prompt, and without."""
    named = {"item_id": item_id, "project_id": project_id, "scene_type": scene_type}
    having, lacking = (
        list(islice((run for row in connection.execute(query, named) if (run := judged(row))), WINDOW))
        for query in (_WITH, _WITHOUT)
    )
    return Survival(with_it=share(having), without_it=share(lacking), gain=gain_of(having, lacking))


def judged(row: Any) -> JudgedRun | None:
    """The run with its survival, if that is known."""
    if no_lesson(row.model, row.finish_reason, row.status):
        return None
    if row.action == "reject" or row.signal == Signal.FULL_REJECT:
        kept = 0.0
    elif row.edit_distance is not None:
        kept = 1.0 - row.edit_distance
    elif row.signal == Signal.DIRECT_ACCEPT:
        kept = 1.0
    else:
        return None
    return JudgedRun((row.skill_id, row.model), kept)


def gain_of(having: Sequence[JudgedRun], lacking: Sequence[JudgedRun]) -> float | None:
    """The mean difference of runs of one skill and model, -1 to 1; ``None`` where there are too few to say."""
    sides: defaultdict[tuple[str, str], tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for side, runs in enumerate((having, lacking)):
        for run in runs:
            sides[run.kind][side].append(run.survival)
    alike = [(mine, other) for mine, other in sides.values() if mine and other]
    count = sum(len(mine) for mine, _ in alike)
    if count < RUNS_WITH or sum(len(other) for _, other in alike) < RUNS_WITHOUT:
        return None
    differences = (len(mine) * (mean(mine) - mean(other)) for mine, other in alike)
    return round(sum(differences) / count, 4)


def share(runs: Sequence[JudgedRun]) -> KeptShare:
    """How many runs, and the mean share that was kept of them."""
    kept = round(mean([run.survival for run in runs]), 4) if runs else None
    return KeptShare(runs=len(runs), kept=kept)


def mean(values: Sequence[float]) -> float:
    """The mean of at least one value."""
    return sum(values) / len(values)
