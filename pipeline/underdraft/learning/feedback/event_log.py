"""The store's side of a new feedback: the state that decides about it, and the log of events."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import attrs
from sqlalchemy import Connection, bindparam, func, select

from underdraft.errors import NotFound
from underdraft.learning.feedback.event import Basis, FeedbackDraft, RunSituation, StoredEvent, make_draft
from underdraft.memory.db.database import Database
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.feedback import FEEDBACK_EVENT, RUN_FEEDBACK
from underdraft.memory.db.schema.runs import RUN
from underdraft.memory.runs.store import load_texts
from underdraft.memory.settings import read_settings
from underdraft.text.clean import sha256
from underdraft.types.copies import copied
from underdraft.types.feedback import Feedback, FeedbackEvent
from underdraft.types.run import no_lesson
from underdraft.types.signals import REPEAT_MAXIMUM, REPEAT_STEP

# Queries are made once: making one takes five times as long as running it.
_RUN = select(
    RUN.c.seq,
    RUN.c.project_id,
    RUN.c.skill_id,
    RUN.c.scene_type,
    RUN.c.model,
    RUN.c.finish_reason,
    RUN.c.status,
).where(RUN.c.id == bindparam("run_id"))
_EARLIER_RUNS = select(func.count()).select_from(  # no more than add to the weight
    select(RUN.c.seq)
    .where(
        RUN.c.seq < bindparam("seq"),
        RUN.c.status == "done",
        RUN.c.skill_id == bindparam("skill_id"),
        RUN.c.scene_type == bindparam("scene_type"),  # none where it is not known: nothing equals null
        is_value(RUN.c.project_id, bindparam("project_id")),
    )
    .limit(math.ceil(REPEAT_MAXIMUM / REPEAT_STEP))
    .subquery()
)
_REPLACE_CURRENT = RUN_FEEDBACK.update().where(RUN_FEEDBACK.c.run_id == bindparam("of_run"))
_LAST_EVENT = (
    select(*(FEEDBACK_EVENT.c[a.name] for a in attrs.fields(StoredEvent)))
    .join(RUN_FEEDBACK, RUN_FEEDBACK.c.event_seq == FEEDBACK_EVENT.c.seq)
    .where(RUN_FEEDBACK.c.run_id == bindparam("run_id"))
)


def read_draft(
    database: Database, feedback: Feedback, clock: Callable[[], str], locale: str
) -> tuple[FeedbackDraft, Basis]:
    """Draft the event of a feedback and its run, and read the state that decides about it. Blocks."""
    with database.read() as connection:
        run = read_run(connection, feedback)
        basis = read_basis(connection, feedback.run_id)
    return make_draft(feedback, run, at=clock(), locale=locale), basis


def read_run(connection: Connection, feedback: Feedback) -> RunSituation:
    """Read the run that feedback is about; its texts only if the feedback asks for them."""
    if feedback.run_id is None:
        project = feedback.project_id if isinstance(feedback.project_id, str) else None
        return RunSituation(project_id=project, skill_id=feedback.skill_id)
    row = connection.execute(_RUN, {"run_id": feedback.run_id}).first()
    if row is None or row.project_id not in {None, feedback.project_id}:
        raise NotFound("runId: there is no such run", details={"field": "runId"})
    texts: tuple[str, ...] | None = None
    if feedback.final_text is not None or feedback.selected_index is not None:
        texts = load_texts(connection, row.seq)
    return copied(
        RunSituation,
        row,
        texts=texts if texts and any(texts) else (),
        candidates=1 if texts is None else len(texts),
        earlier_runs=connection.scalar(_EARLIER_RUNS, row._asdict()) or 0,
        no_lesson=no_lesson(row.model, row.finish_reason, row.status),
    )


def read_basis(connection: Connection, run_id: str | None) -> Basis:
    """The settings of this moment, and the event of the run that counts."""
    settings, last = read_settings(connection), None
    if run_id is not None:
        last = connection.execute(_LAST_EVENT, {"run_id": run_id}).mappings().first()
    return Basis(
        learning=bool(settings["preferenceLearningEnabled"]),
        privacy=bool(settings["privacyModeEnabled"]),
        threshold=int(settings["preferenceLearningThreshold"]),
        last=None if last is None else StoredEvent(**last),
    )


def add_event(connection: Connection, event: FeedbackEvent, last: StoredEvent | None) -> int:
    """Add an event to the log and make it the one that counts for its run, instead of the last; its number."""
    values: dict[str, Any] = {
        c.name: getattr(event, c.name, None) for c in FEEDBACK_EVENT.c if c.name != "seq"
    }
    values["final_hash"] = None if event.final_text is None else sha256(event.final_text)
    seq: int = connection.execute(FEEDBACK_EVENT.insert(), values).inserted_primary_key[0]  # type: ignore[index]
    if last is not None:
        connection.execute(_REPLACE_CURRENT, {"of_run": event.run_id, "event_seq": seq})
    elif event.run_id is not None:
        connection.execute(RUN_FEEDBACK.insert(), {"run_id": event.run_id, "event_seq": seq})
    return seq
