"""Feedback, what an edit shows, and what is learned from it, as values."""

from __future__ import annotations

from typing import Any, Literal, Protocol

import attrs

from underdraft.types.observation import Observation
from underdraft.types.request import OWN_PROJECT, Own

Action = Literal["accept", "reject", "partial"]

Stance = Literal["accept", "reject", "partial", "kept"]
"""For the statement of a topic, for its opposite, half against, or: could have been changed, was not."""

EVIDENCE_AXIS = "evidence"
"""The axis of what the writer said in words or tags; other axes come from observations."""


@attrs.frozen(kw_only=True)
class Feedback:
    """What is reported of one run.

    Attributes:
        action: What the writer did.
        run_id: The run; ``None`` for a signal that belongs to no run.
        skill_id: The skill, where there is no run.
        evidence_ref: A short text or tag that says what it was about.
        final_text: The text that the writer kept.
        selected_index: The candidate that was taken, from 0; -1 for none of them.
        undo: Takes back an accept of the last 30 seconds.
        project_id: The run's project; :data:`OWN_PROJECT` means "whatever the run's is".
    """

    action: Action
    run_id: str | None = None
    skill_id: str | None = None
    evidence_ref: str | None = None
    final_text: str | None = None
    selected_index: int | None = None
    undo: bool = False
    project_id: str | Own | None = OWN_PROJECT


@attrs.frozen(kw_only=True)
class FeedbackEvent:
    """What the writer did with a run's result.

    Attributes:
        run_id: The run, or ``None`` for a signal that belongs to no run.
        action: What was done.
        project_id: The run's project, or ``None``.
        skill_id: The run's skill.
        at: When.
        evidence_ref: The writer's short text or tag, at most 240 code points, or ``None``; in privacy
            mode a tag or ``None``.
        final_text: The text that the writer kept, or ``None``; always ``None`` in privacy mode, and where
            nothing is learned from what the model wrote: a reply that is not whole, the stand-in's.
        selected_index: The candidate that was taken, from 0; -1 for none of them.
        undo: Whether this takes back an accept.
        ignored_reason: Why ``evidence_ref`` teaches nothing (``failed``, ``truncated``, ``stand_in``,
            ``empty``, ``too_short``, ``learning_disabled``, ``privacy_mode_reject``), or ``None``.
        signal: The implicit signal, e.g. ``"LIGHT_EDIT"``.
        weight: Its weight, -1 to 1.
        edit_distance: From the taken text to the kept one, 0 to 1; ``None`` when one is not known.
        model_text: The text that the model wrote; ``None`` like ``final_text``.
        observations: What the edit shows, by named measures.
        scene_type: The run's scene.
        locale: The workspace's language, for statements.
        privacy: Whether privacy mode is on: keep no text.
        learning: Whether preferences are to be learned at all.
    """

    run_id: str | None
    action: Action
    project_id: str | None
    skill_id: str | None
    at: str
    evidence_ref: str | None = None
    final_text: str | None = None
    selected_index: int | None = None
    undo: bool = False
    ignored_reason: str | None = None
    signal: str = "NEUTRAL"
    weight: float = 0.0
    edit_distance: float | None = None
    model_text: str | None = None
    observations: tuple[Observation, ...] = ()
    scene_type: str | None = None
    locale: str = "zh"
    privacy: bool = False
    learning: bool = True


@attrs.frozen(kw_only=True)
class PreferenceSignal:
    """One piece of evidence for a preference or for its opposite.

    Signals with the same scope, project, axis and key have one topic and are counted together.

    Attributes:
        axis: What it is about: ``"evidence"`` for the writer's own words, else a name such as
            ``"sentence_length"``; ``[a-z][a-z0-9_.-]*``. On axes other than ``"evidence"`` a
            preference must also be shown consistently, see ``learning/preferences/scores.py``.
        key: Which one of the axis; two poles share it.
        stance: For ``statement``, against it, half against it, or ``"kept"``.
        statement: What is remembered when the accepts win.
        opposite: What is remembered when the rejects win; empty: nothing.
        before: The text that the writer changed, as evidence.
        after: What it was changed to.
    """

    axis: str
    key: str
    stance: Stance
    statement: str
    opposite: str = ""
    before: str = ""
    after: str = ""


def evidence_signal(evidence: str, stance: Stance) -> PreferenceSignal:
    """The signal of what the writer said: for it, or for its avoidance."""
    return PreferenceSignal(
        axis=EVIDENCE_AXIS, key=evidence, stance=stance, statement=evidence, opposite=f"避免：{evidence}"
    )


class PreferenceWriter(Protocol):
    """Takes what a feedback listener learns.

    It is stored together with the event, in one transaction, or not at all; nothing is stored of a
    listener that fails or takes too long, nor when learning is switched off.
    """

    def signal(self, signal: PreferenceSignal) -> None:
        """Hand in one signal for the event's project, or for all projects when it has none.

        Raises:
            InvalidArgument: The axis is no such name, the key or the statement is blank.
        """


@attrs.frozen(kw_only=True)
class FeedbackResult:
    """The answer to a feedback.

    Attributes:
        recorded: The event is in the store (also when it had been before).
        ignored: Nothing was learned from it.
        ignored_reason: Why, or ``None``.
        signal: The implicit signal.
        weight: Its weight, -1 to 1.
        score: The evidence's score after this: accepts - rejects - 0.5 x partials.
        threshold: The score that makes a preference.
        learned: The preference that this created or strengthened (a memory), or ``None``.
        observations: What the edit showed.
    """

    recorded: bool
    ignored: bool
    ignored_reason: str | None
    signal: str
    weight: float
    score: float
    threshold: int
    learned: Any = None
    observations: tuple[Observation, ...] = ()
