"""The ledger of what was learned, or may be: a view of records and of the signals that they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.learning.ledger.scores import needed_score
from underdraft.learning.ledger.topics import (
    SEEN_BY_PROJECT,
    StoredSignal,
    TopicState,
    load_signals,
    load_states,
)
from underdraft.learning.rules.lifecycle import CONTRADICTED, REASON, WITHDRAWN, new_item
from underdraft.memory.notes.record import (
    ACTIVE,
    DELETED,
    OUTDATED,
    PROPOSED,
    REFUSED,
    RETIRED,
    MemoryItem,
)
from underdraft.memory.notes.rows import read_rules
from underdraft.memory.settings import read_settings
from underdraft.types.copies import copied
from underdraft.types.preferences import Ledger, LedgerEntry, Span, State

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from underdraft.learning.ledger.scores import Pole

SPANS = 3
"""How many pairs of text spans an entry shows, the latest."""

_ORDER: tuple[State, ...] = ("confirmed", "learned", "proposed", "candidate", "retired", "refused")

_STATES: dict[str, State] = {
    PROPOSED: "proposed",
    ACTIVE: "learned",
    OUTDATED: "retired",
    RETIRED: "retired",
    REFUSED: "refused",
    DELETED: "candidate",
}


def read_ledger(connection: Connection, project_id: str | None) -> Ledger:
    """The ledger of a project, or of what holds for all projects."""
    threshold = int(read_settings(connection)["preferenceLearningThreshold"])
    states = load_states(connection, SEEN_BY_PROJECT, threshold=threshold, project_id=project_id).values()
    signals = load_signals(connection, SEEN_BY_PROJECT, project_id=project_id)
    entries = [
        entry_of_topic(state, pole, signals.get(state.topic.id, ()))
        for state in states
        for pole in state.poles
    ]
    entries += [
        entry_of_rule(item, signals.get(item.topic_id or "", ()), threshold)
        for item in read_rules(connection, project_id)
    ]
    shown = [one for one in entries if one.state not in {"candidate", "proposed"} or one.score > 0]
    shown.sort(key=lambda e: (e.scope == "global", _ORDER.index(e.state), -e.score, e.first_at or "", e.id))
    return Ledger(items=tuple(shown))


def entry_of_topic(state: TopicState, pole: Pole, signals: Sequence[StoredSignal]) -> LedgerEntry:
    """The line of a pole; without a record it is a candidate."""
    item = state.items.get(pole) or attrs.evolve(new_item(state.topic, pole, ""), state=DELETED)
    tally, in_use = state.tallies()[pole], item.state == ACTIVE
    return entry_of(
        item,
        signals,
        axis=state.topic.axis,
        statement=item.content if in_use else state.topic.says(pole),
        threshold=needed_score(state.threshold, state.topic.axis),
        confidence=item.confidence if in_use and item.user_confirmed else tally.confidence,
        **{name: getattr(tally, name) for name in ("score", "support", "against", "partials", "kept")},
    )


def entry_of_rule(item: MemoryItem, signals: Sequence[StoredSignal], threshold: int) -> LedgerEntry:
    """The line of a distilled rule: of its scene only the signals for it are known."""
    runs = {one["runId"] for one in item.evidence}
    support, against = (int(item.metadata.get(name, 0)) for name in ("support", "against"))
    return entry_of(
        item,
        [one for one in signals if one.run_id in runs],
        axis="distilled",
        statement=item.content,
        threshold=threshold,
        confidence=item.confidence,
        score=float(support - against),
        support=support,
        against=against,
        partials=0,
        kept=0,
    )


def entry_of(item: MemoryItem, signals: Sequence[StoredSignal], **figures: Any) -> LedgerEntry:
    """One line of the ledger: a record, its figures, and the signals that it rests on."""
    supporting = [s for s in signals if s.stance == item.pole]
    spoken = [s for s in signals if s.stance != "kept"]
    confirmed = item.state == ACTIVE and item.user_confirmed
    return copied(
        LedgerEntry,
        item,
        state="confirmed" if confirmed else _STATES[item.state],
        runs=tuple(s.run_id for s in supporting if s.run_id is not None),
        first_at=spoken[0].at if spoken else None,
        last_at=spoken[-1].at if spoken else None,
        reason=reason_of(item),
        version=item.version if item.state == ACTIVE else None,
        spans=tuple([copied(Span, s) for s in supporting if s.before or s.after][-SPANS:]),
        scene_type=item.scene,
        **figures,
    )


def reason_of(item: MemoryItem) -> str | None:
    """Say why a record is out of use."""
    if item.state == REFUSED:
        return "refused by the writer"
    if item.state == OUTDATED:
        return "the writer has said otherwise since"
    if item.state != RETIRED:
        return None
    against = "rejects" if item.pole == "accept" else "accepts"
    reason = item.metadata.get(REASON)
    return {
        CONTRADICTED: f"contradicted by later feedback ({against})",
        WITHDRAWN: "feedback that it rested on was taken back",
    }.get(reason or "", reason)
