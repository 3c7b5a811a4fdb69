"""Feedback events as rows: the log, and the one event of a run that counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from underdraft.errors import Conflict, NotFound
from underdraft.learning.evidence import EMPTY, ignored_reason
from underdraft.memory.runs.texts import digest
from underdraft.text.clean import normalised, tag_or_none
from underdraft.types.feedback import Feedback, FeedbackEvent
from underdraft.types.request import OWN_PROJECT
from underdraft.types.signals import UNDO_WINDOW_MS, undo_in_time

if TYPE_CHECKING:
    from sqlalchemy import Connection


@attrs.frozen(kw_only=True)
class StoredEvent:
    """An event as it is stored."""

    seq: int
    run_id: str | None
    project_id: str | None
    skill_id: str | None
    at: str
    action: str
    evidence_ref: str | None
    selected_index: int | None
    undo: bool
    edit_distance: float | None
    final_hash: str | None
    signal: str
    weight: float
    ignored_reason: str | None


@attrs.frozen(kw_only=True)
class RunRow:
    """The columns of a run that feedback needs."""

    seq: int
    id: str
    project_id: str | None
    skill_id: str
    scene_type: str | None
    privacy: bool


def run_row(connection: Connection, feedback: Feedback) -> RunRow:
    """The run that feedback is about.

    Raises:
        NotFound: There is none, or it belongs to another project than the caller says.
    """
    from sqlalchemy import select

    from underdraft.memory.db.schema.runs import RUN

    columns = [RUN.c[a.name] for a in attrs.fields(RunRow)]
    row = connection.execute(select(*columns).where(RUN.c.id == feedback.run_id)).mappings().first()
    own = feedback.project_id is OWN_PROJECT
    if row is None or not (own or feedback.project_id == row["project_id"]):
        raise NotFound("runId: there is no such run", details={"field": "runId"})
    return RunRow(**row)


def earlier_runs(connection: Connection, run: RunRow) -> int:
    """How many earlier runs of the project used this skill in this scene; 0 when the scene is not known."""
    from sqlalchemy import func, select

    from underdraft.memory.db.schema.runs import RUN

    if run.scene_type is None:
        return 0
    query = select(func.count()).where(
        RUN.c.seq < run.seq,
        RUN.c.skill_id == run.skill_id,
        RUN.c.scene_type == run.scene_type,
        RUN.c.project_id.is_not_distinct_from(run.project_id),
    )
    return connection.scalar(query) or 0


def current_event(connection: Connection, run_id: str | None) -> StoredEvent | None:
    """The event of a run that counts."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.feedback import FEEDBACK_EVENT, RUN_FEEDBACK

    if run_id is None:
        return None
    query = select(FEEDBACK_EVENT).join(RUN_FEEDBACK, RUN_FEEDBACK.c.event_seq == FEEDBACK_EVENT.c.seq)
    row = connection.execute(query.where(RUN_FEEDBACK.c.run_id == run_id)).mappings().first()
    return None if row is None else StoredEvent(**row)


def same(stored: StoredEvent, event: FeedbackEvent) -> bool:
    """Whether an event says what is stored already.

    A kept text that was not reported before says something new, and so does evidence that was ignored
    for a reason that no longer holds.
    """
    said = normalised(stored.evidence_ref or "") == normalised(event.evidence_ref or "")
    known = event.final_text is None or stored.final_hash == digest(event.final_text)
    return (
        stored.action == event.action
        and stored.undo == event.undo
        and said
        and known
        and stored.ignored_reason == event.ignored_reason
    )


def completed(stored: StoredEvent | None, event: FeedbackEvent) -> FeedbackEvent:
    """The event with what the caller need not repeat: the evidence of what it takes back or adds to.

    Raises:
        Conflict: There is no accept to undo, or it is too long ago.
    """
    if event.undo:
        if stored is None or not (stored.undo or stored.action == "accept"):
            raise Conflict("undo: there is no accept of this run to undo", details={"field": "undo"})
        if not stored.undo and not undo_in_time(stored.at, event.at):
            raise Conflict(
                "undo: the accept is too long ago", details={"field": "undo", "windowMs": UNDO_WINDOW_MS}
            )
    elif stored is None or stored.undo or stored.action != event.action:
        return event
    if event.ignored_reason != EMPTY or stored.evidence_ref is None:
        return event
    evidence = tag_or_none(stored.evidence_ref) if event.privacy else stored.evidence_ref
    reason = ignored_reason(stored.evidence_ref, learning=event.learning, privacy=event.privacy)
    return attrs.evolve(event, evidence_ref=evidence, ignored_reason=reason)


def add_event(connection: Connection, event: FeedbackEvent) -> int:
    """Add an event to the log and make it the one that counts for its run; returns its number."""
    from sqlalchemy import delete

    from underdraft.memory.db.schema.feedback import FEEDBACK_EVENT, RUN_FEEDBACK

    values = {a.name: getattr(event, a.name) for a in attrs.fields(StoredEvent) if hasattr(event, a.name)}
    values["final_hash"] = None if event.final_text is None else digest(event.final_text)
    seq: int = connection.execute(FEEDBACK_EVENT.insert().values(values)).inserted_primary_key[0]  # type: ignore[index]
    if event.run_id is not None:
        connection.execute(delete(RUN_FEEDBACK).where(RUN_FEEDBACK.c.run_id == event.run_id))
        connection.execute(RUN_FEEDBACK.insert().values(run_id=event.run_id, event_seq=seq))
    return seq
