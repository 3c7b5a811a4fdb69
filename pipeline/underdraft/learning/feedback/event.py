"""The event that a feedback is: pure functions of what is reported, of the run, and of the settings.

What a feedback reports and what its run was do not change any more (:class:`FeedbackDraft`); the settings and what
was said of the run before (:class:`Basis`) may, until the event is stored. :func:`decide` takes both.
"""

from __future__ import annotations

from typing import Annotated, get_args

import attrs

from underdraft.errors import Conflict
from underdraft.learning.feedback.evidence import EMPTY, NOTHING_AT_ALL, STAND_IN, ignored_reason, shortened
from underdraft.text.clean import normalised, sha256, tag_or_none
from underdraft.types.checks import check_flag, check_length, check_storable, refuse
from underdraft.types.feedback import Action, Feedback, FeedbackEvent
from underdraft.types.observation import Observation
from underdraft.types.signals import (
    UNDO_WINDOW_MS,
    Outcome,
    edit_distance,
    implicit_signal,
    undo_in_time,
)
from underdraft.types.values import frozen

FINAL_TEXT_MAXIMUM = 100_000
"""Maximum code points of ``final_text``: a long chapter; comparing two of them takes about a second."""


def check_feedback(feedback: Feedback) -> None:
    """See that the caller's values have their types and ranges."""
    if feedback.action not in get_args(Action):
        refuse("action", "accept, reject or partial")
    for field, value in (
        ("runId", feedback.run_id),
        ("skillId", feedback.skill_id),
        ("evidenceRef", feedback.evidence_ref),
        ("finalText", feedback.final_text),
    ):
        if value is not None:
            check_storable(field, value)
    if feedback.final_text is not None:
        check_length("finalText", feedback.final_text, FINAL_TEXT_MAXIMUM, unit="code points")
    if feedback.selected_index is not None and type(feedback.selected_index) is not int:
        refuse("selectedIndex", "a whole number")
    check_flag("undo", feedback.undo)
    if feedback.undo and feedback.run_id is None:
        refuse("undo", "a run")


@frozen(kw_only=True)
class RunSituation:
    """The run that feedback is about, as far as it is known."""

    project_id: str | None
    skill_id: str | None
    scene_type: str | None = None
    texts: Annotated[
        tuple[str, ...],
        "The candidates; empty where texts are not kept, or are not needed for this feedback.",
    ] = ()
    candidates: int = 1
    earlier_runs: Annotated[
        int, "Earlier runs of the skill in the scene and project, as many as add to the weight."
    ] = 0
    no_lesson: Annotated[
        str | None,
        "Why nothing is learned from the candidates, or `None`; see :func:`underdraft.types.run.no_lesson`.",
    ] = None


@frozen(kw_only=True)
class FeedbackDraft:
    """One feedback with all that follows from itself and from its run."""

    feedback: Feedback
    run: RunSituation
    at: str
    locale: str
    model_text: Annotated[
        str | None, "The candidate that was taken, where it was kept and something can be learned from it."
    ] = None
    distance: Annotated[
        float | None, "From it to the kept text, 0 to 1; `None` when one of the two is not known."
    ] = None
    observations: tuple[Observation, ...] = ()


def make_draft(feedback: Feedback, run: RunSituation, *, at: str, locale: str) -> FeedbackDraft:
    """Compare the text that was taken with the one that was kept: up to a second for the longest."""
    index = feedback.selected_index
    if index is not None and not -1 <= index < run.candidates:
        refuse("selectedIndex", f"-1 (none) or 0 to {run.candidates - 1}")
    taken, kept = max(index or 0, 0), feedback.final_text
    text = run.texts[taken] if taken < len(run.texts) and run.no_lesson not in NOTHING_AT_ALL else None
    distance = None if text is None or kept is None else edit_distance(text, kept)
    shown: tuple[Observation, ...] = ()
    if text and kept and not (feedback.undo or run.no_lesson):
        from underdraft.learning.edits.observe import observe

        shown = observe(text, kept, distance=distance)
    return FeedbackDraft(
        feedback=feedback,
        run=run,
        at=at,
        locale=locale,
        model_text=None if run.no_lesson else text,
        distance=distance,
        observations=shown,
    )


@frozen(kw_only=True)
class StoredEvent:
    """A stored event, as far as it matters for the next one."""

    seq: int
    at: str
    action: str
    undo: bool
    evidence_ref: str | None
    final_hash: str | None
    signal: str
    weight: float
    ignored_reason: str | None


@frozen(kw_only=True)
class Basis:
    """The state that decides about a draft."""

    learning: bool = True
    privacy: bool = False
    threshold: Annotated[int, "The score that makes a preference."]
    last: Annotated[StoredEvent | None, "The event of the run that has counted so far."] = None

    def after(self, earlier: Basis) -> Basis:
        """This basis, with whatever was barred at an earlier moment of the same feedback still barred."""
        return attrs.evolve(
            self, learning=self.learning and earlier.learning, privacy=self.privacy or earlier.privacy
        )


@frozen(kw_only=True)
class Decision:
    """The decision about a feedback."""

    reported: Annotated[FeedbackEvent, "The event as it was reported: what listeners get."]
    event: Annotated[
        FeedbackEvent, "The event as it is stored, with the evidence of what it adds to or takes back."
    ]
    repeated: bool
    basis: Basis


def decide(draft: FeedbackDraft, basis: Basis) -> Decision:
    """Decide what is to be done with a feedback; an undo that has no accept, or comes too late, is a ``Conflict``."""
    reported = make_event(draft, basis)
    last = basis.last
    if reported.undo:
        check_undo(reported, last)
    event = with_last_evidence(reported, last)
    repeated = last is not None and repeats(event, last)
    if last is not None and repeated:
        event = attrs.evolve(event, signal=last.signal, weight=last.weight)
    return Decision(reported=reported, event=event, repeated=repeated, basis=basis)


def make_event(draft: FeedbackDraft, basis: Basis) -> FeedbackEvent:
    """The event as it was reported; in privacy mode without text."""
    feedback, run = draft.feedback, draft.run
    implicit = implicit_signal(outcome(draft))
    evidence, observations = shortened(feedback.evidence_ref), draft.observations
    if basis.privacy:
        evidence = tag_or_none(evidence)
        observations = tuple(o.without_text() for o in observations if not o.holds_words)
    return FeedbackEvent(
        run_id=feedback.run_id,
        project_id=run.project_id,
        skill_id=run.skill_id,
        at=draft.at,
        # Taking an accept back speaks against what was accepted, whatever the caller calls it.
        action="reject" if feedback.undo else feedback.action,
        evidence_ref=evidence,
        final_text=None if basis.privacy or run.no_lesson else feedback.final_text,
        ignored_reason=ignored_reason(
            feedback.evidence_ref,
            learning=basis.learning,
            privacy=basis.privacy,
            no_lesson=run.no_lesson,
        ),
        signal=implicit.signal.value,
        weight=implicit.weight,
        edit_distance=draft.distance,
        model_text=None if basis.privacy else draft.model_text,
        observations=observations,
        selected_index=feedback.selected_index,
        undo=feedback.undo,
        scene_type=run.scene_type,
        locale=draft.locale,
        privacy=basis.privacy,
        learning=basis.learning,
    )


def outcome(draft: FeedbackDraft) -> Outcome:
    """Return the writer's choice among the run's candidates.

    No index means the first, after a reject none of them. An accept without a text kept the candidate as it was; of a
    partial without one, and of a text that was made of one that is not kept, the distance is not known.
    """
    feedback, run, distance = draft.feedback, draft.run, draft.distance
    if feedback.undo:
        return Outcome(candidate_count=run.candidates, undone=True)
    if feedback.action == "accept" and feedback.final_text is None:
        distance = 0.0
    return Outcome(
        selected_index=-1 if feedback.action == "reject" else feedback.selected_index or 0,
        candidate_count=run.candidates,
        edit_distance=distance,
        earlier_runs=run.earlier_runs,
    )


def check_undo(event: FeedbackEvent, last: StoredEvent | None) -> None:
    """See that there is an accept that may be taken back, or an undo that is repeated; else ``Conflict``."""
    if last is None or not (last.undo or last.action == "accept"):
        raise Conflict("undo: there is no accept of this run to undo", details={"field": "undo"})
    if not last.undo and not undo_in_time(last.at, event.at):
        raise Conflict(
            "undo: the accept is too long ago", details={"field": "undo", "windowMs": UNDO_WINDOW_MS}
        )


def with_last_evidence(event: FeedbackEvent, last: StoredEvent | None) -> FeedbackEvent:
    """The event with the evidence that the caller need not repeat: of what it takes back or adds to."""
    if last is None or last.evidence_ref is None or event.ignored_reason not in {EMPTY, STAND_IN}:
        return event
    if not event.undo and (last.undo or last.action != event.action):
        return event
    evidence = tag_or_none(last.evidence_ref) if event.privacy else last.evidence_ref
    reason = ignored_reason(last.evidence_ref, learning=event.learning, privacy=event.privacy)
    return attrs.evolve(event, evidence_ref=evidence, ignored_reason=reason)


def repeats(event: FeedbackEvent, last: StoredEvent) -> bool:
    """Whether an event says what is stored already.

    A kept text that was not reported before says something new, and so does evidence that was ignored
    for a reason that no longer holds.
    """
    return (
        last.action == event.action
        and last.undo == event.undo
        and last.ignored_reason == event.ignored_reason
        and normalised(last.evidence_ref or "") == normalised(event.evidence_ref or "")
        and (event.final_text is None or last.final_hash == sha256(event.final_text))
    )
