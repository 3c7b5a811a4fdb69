"""Feedback, what an edit shows, and what is learned from it, as values."""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

from underdraft.text.strings import strings
from underdraft.types.observation import Observation
from underdraft.types.request import OWN_PROJECT, Own
from underdraft.types.values import frozen

Action = Literal["accept", "reject", "partial"]

Stance = Literal["accept", "reject", "partial", "kept"]
"""For the statement of a topic, for its opposite, half against, or: could have been changed, was not."""

EVIDENCE_AXIS = "evidence"
"""The axis of what the writer said in words or tags; other axes come from observations."""


@frozen(kw_only=True)
class Feedback:
    """Feedback on one run, as an application reports it."""

    action: Annotated[Action, "What the writer did."]
    run_id: Annotated[str | None, "The run; `None` for a signal that belongs to no run."] = None
    skill_id: Annotated[str | None, "The skill, where there is no run."] = None
    evidence_ref: Annotated[str | None, "A short text or tag that says what it was about."] = None
    final_text: Annotated[str | None, "The text that the writer kept."] = None
    selected_index: Annotated[int | None, "The candidate that was taken, from 0; -1 for none of them."] = None
    undo: Annotated[bool, "Takes back an accept of the last 30 seconds."] = False
    project_id: Annotated[str | Own | None, "Where the run is reached from."] = OWN_PROJECT


@frozen(kw_only=True)
class FeedbackEvent:
    """The writer's reaction to a run's result, as listeners get it."""

    run_id: Annotated[str | None, "The run, or `None` for a signal that belongs to no run."]
    action: Annotated[Action, "What was done."]
    project_id: str | None
    skill_id: str | None
    at: str
    evidence_ref: Annotated[str | None, "At most 240 code points; in privacy mode only a tag."] = None
    final_text: Annotated[str | None, "`None` in privacy mode and where nothing is learned."] = None
    selected_index: Annotated[int | None, "The candidate that was taken, from 0; -1 for none of them."] = None
    undo: Annotated[bool, "Whether this takes back an accept."] = False
    ignored_reason: Annotated[str | None, "Why it teaches nothing; docs/contract.md, section 5."] = None
    signal: Annotated[str, 'The implicit signal, e.g. `"LIGHT_EDIT"`.'] = "NEUTRAL"
    weight: Annotated[float, "Its weight, -1 to 1."] = 0.0
    edit_distance: Annotated[float | None, "Taken to kept text, 0 to 1; `None`: not known."] = None
    model_text: Annotated[str | None, "The text that the model wrote; `None` like `final_text`."] = None
    observations: Annotated[tuple[Observation, ...], "What the edit shows, by named measures."] = ()
    scene_type: str | None = None
    locale: Annotated[str, "The workspace's language, for statements."] = "zh"
    privacy: Annotated[bool, "Whether privacy mode is on: keep no text."] = False
    learning: Annotated[bool, "Whether preferences are to be learned at all."] = True


@frozen(kw_only=True)
class PreferenceSignal:
    """One piece of evidence for a preference or for its opposite.

    Signals with the same scope, project, axis and key have one topic and are counted together.
    """

    axis: Annotated[
        str,
        'What it is about: `"evidence"` for the writer\'s own words, else a name such as '
        '`"sentence_length"`; `[a-z][a-z0-9_.-]*`. On axes other than `"evidence"` a preference must '
        "also be shown consistently, see `learning/ledger/scores.py`.",
    ]
    key: Annotated[str, "Which one of the axis; two poles share it."]
    stance: Annotated[Stance, 'For `statement`, against it, half against it, or `"kept"`.']
    statement: Annotated[str, "What is remembered when the accepts win."]
    opposite: Annotated[str, "What is remembered when the rejects win; empty: nothing."] = ""
    before: Annotated[str, "The text that the writer changed, as evidence."] = ""
    after: Annotated[str, "What it was changed to."] = ""


def evidence_signal(evidence: str, stance: Stance, locale: str = "zh") -> PreferenceSignal:
    """The signal of what the writer said: for it, or for its avoidance, in the language of the locale."""
    avoidance = strings("preferences", locale)["avoid"].format(what=evidence)
    return PreferenceSignal(
        axis=EVIDENCE_AXIS, key=evidence, stance=stance, statement=evidence, opposite=avoidance
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


@frozen(kw_only=True)
class Noticed:
    """A habit that an edit showed, and how far it is from being a preference."""

    text: Annotated[str, "What the preference says, or would say."]
    score: Annotated[float, "How much speaks for it by now, over 0 and at most `needed`."]
    needed: Annotated[int, "The score that makes a preference of it; it also has to be steady."]
