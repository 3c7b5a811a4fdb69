"""The ledger: every preference that signals speak of, with its evidence, score, dates and state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from underdraft.learning.preferences.apply_scores import (
    CONTRADICTED,
    OUTLIVED,
    WITHDRAWN,
    is_closed_by_learning,
)
from underdraft.learning.preferences.conflicts import conflicts_of
from underdraft.learning.preferences.kept_share import read_survival
from underdraft.learning.preferences.scores import Tally, needed_score, opposite
from underdraft.learning.preferences.topics import (
    SEEN_BY_PROJECT,
    Preference,
    StoredSignal,
    TopicState,
    load_signals,
    load_states,
)
from underdraft.learning.preferences.worded_keys import TRIAL, WORDED_AXIS, scene_of
from underdraft.memory.settings import read_settings
from underdraft.types.copies import copied
from underdraft.types.preferences import Conflicting, Ledger, LedgerEntry, Span, State

if TYPE_CHECKING:
    from sqlalchemy import Connection


SPANS = 3
"""How many pairs of text spans an entry shows, the latest."""


_ORDER: dict[State, int] = {
    "confirmed": 0,
    "learned": 1,
    "proposed": 2,
    "candidate": 3,
    "retired": 4,
    "refused": 5,
}


def read_ledger(connection: Connection, project_id: str | None) -> Ledger:
    """The ledger of a project, or of what holds for all projects."""
    threshold = int(read_settings(connection)["preferenceLearningThreshold"])
    states = load_states(connection, SEEN_BY_PROJECT, threshold=threshold, project_id=project_id).values()
    signals = load_signals(connection, SEEN_BY_PROJECT, project_id=project_id)
    conflicts = conflicts_of(states)
    entries: list[LedgerEntry] = []
    for state in states:
        tallies = state.tallies()
        for preference in state.preferences:
            tally, found = tallies[preference.pole], state_of(connection, state, preference)
            if found not in {"candidate", "proposed"} or tally.score > 0:
                entry = entry_of(state, preference, found, tally, signals.get(state.topic.id, ()), conflicts)
                entries.append(with_trial(connection, entry, state))
    entries.sort(key=lambda e: (e.scope == "global", _ORDER[e.state], -e.score, e.first_at or "", e.id))
    return Ledger(items=tuple(entries), conflicts=conflicts)


def state_of(connection: Connection, state: TopicState, preference: Preference) -> State:
    """The state of a preference."""
    item = state.items.get(preference.id)
    if item is not None and item.deleted_at is None:
        return "confirmed" if item.user_confirmed else "learned"
    if preference.refused_at is not None:
        return "refused"
    if item is None:
        return "proposed" if state.topic.axis == WORDED_AXIS else "candidate"
    if preference.promoted_to is not None or preference.retired_at is not None:
        return "retired"
    if not is_closed_by_learning(connection, item):
        return "refused"
    return "proposed" if state.topic.axis == WORDED_AXIS else "candidate"


def entry_of(
    state: TopicState,
    preference: Preference,
    became: State,
    tally: Tally,
    signals: Sequence[StoredSignal],
    conflicts: tuple[Conflicting, ...],
) -> LedgerEntry:
    """One line of the ledger."""
    topic, item = state.topic, state.live_item(preference)
    supporting = [s for s in signals if s.stance == preference.pole]
    spoken = [s for s in signals if s.stance != "kept"]
    return copied(
        LedgerEntry,
        preference,
        topic,
        tally,
        state=became,
        statement=item.content if item else preference.statement,
        threshold=needed_score(state.threshold, topic.axis),
        confidence=item.confidence if item and became == "confirmed" else tally.confidence,
        runs=tuple(s.run_id for s in supporting if s.run_id is not None),
        first_at=spoken[0].at if spoken else None,
        last_at=spoken[-1].at if spoken else None,
        reason=reason_of(preference, became),
        version=item.version if item else None,
        spans=tuple(
            Span(run_id=s.run_id, before=s.before, after=s.after)
            for s in supporting[-SPANS:]
            if s.before or s.after
        ),
        conflicts_with=tuple(
            sorted({c.other(preference.id) for c in conflicts if preference.id in {c.first_id, c.second_id}})
        ),
    )


def with_trial(connection: Connection, entry: LedgerEntry, state: TopicState) -> LedgerEntry:
    """The entry of a worded taste with its kind of scene and, once it was taken, how runs fared with it."""
    if entry.axis != WORDED_AXIS:
        return entry
    scene, survival, trial = scene_of(state.topic.key), None, None
    if entry.id in state.items:
        survival = read_survival(connection, entry.id, project_id=entry.project_id, scene_type=scene)
        item = state.items[entry.id]
        trial = item.metadata.get(TRIAL) if item.deleted_at is None else None
    return attrs.evolve(entry, scene_type=scene, survival=survival, trial=trial)


def reason_of(preference: Preference, state: State) -> str | None:
    """Why a preference is out of use."""
    if state == "refused":
        return "refused by the writer"
    if state != "retired":
        return None
    if preference.promoted_to is not None:
        return "promoted to all projects"
    against = "rejects" if opposite(preference.pole) == "reject" else "accepts"
    return {
        CONTRADICTED: f"contradicted by later feedback ({against})",
        WITHDRAWN: "feedback that it rested on was taken back",
        OUTLIVED: "no more of the text was kept with it than without; confirm it to restore it",
    }.get(preference.retired_reason or "", preference.retired_reason)
