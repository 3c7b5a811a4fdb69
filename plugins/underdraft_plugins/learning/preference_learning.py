"""Learns preferences from feedback: from the writer's own words, and from what an edit shows.

One listener of ``underdraft_feedback`` among others; without it feedback is recorded and nothing is
learned.
"""

from __future__ import annotations

from underdraft import FeedbackEvent, Observation, PreferenceSignal, PreferenceWriter, hookimpl
from underdraft.types.copies import copied
from underdraft.types.feedback import evidence_signal

STANCES = {"first": "accept", "second": "reject", "kept": "kept"}
"""An observation's first pole is its topic's statement, the second its opposite."""


@hookimpl
def underdraft_feedback(event: FeedbackEvent, preferences: PreferenceWriter) -> None:
    """Hand in one signal for the evidence and one for each observation."""
    if not event.learning:
        return
    evidence = event.evidence_ref
    if evidence is not None and event.ignored_reason is None:
        preferences.signal(evidence_signal(evidence, event.action, event.locale))
    for observation in event.observations:
        preferences.signal(signal_of(observation, event.locale))


def signal_of(observation: Observation, locale: str) -> PreferenceSignal:
    """An observation as a signal, with its statements in the workspace's language."""
    statement, opposite = observation.statements(locale)
    stance = STANCES[observation.lean]
    return copied(PreferenceSignal, observation, stance=stance, statement=statement, opposite=opposite)
