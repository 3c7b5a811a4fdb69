"""The ledger of what was learned, or may be: a view of records and of the signals that they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from underdraft.learning.ledger.scores import needed_score, opposite
from underdraft.learning.ledger.topics import (
    SEEN_BY_PROJECT,
    StoredSignal,
    TopicState,
    load_signals,
    load_states,
)
from underdraft.learning.rules.lifecycle import CONTRADICTED, REASON, WITHDRAWN
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

DISTILLED = "distilled"
"""The axis of distilled rules."""

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
        entry_of(state, pole, signals.get(state.topic.id, ())) for state in states for pole in state.poles
    ]
    entries += [
        entry_of_rule(item, signals.get(item.topic_id or "", ()), threshold)
        for item in read_rules(connection, project_id)
    ]
    shown = [one for one in entries if one.state not in {"candidate", "proposed"} or one.score > 0]
    shown.sort(key=lambda e: (e.scope == "global", _ORDER.index(e.state), -e.score, e.first_at or "", e.id))
    return Ledger(items=tuple(shown))


def state_of(item: MemoryItem | None) -> State:
    """Return the ledger's name for a record's state."""
    if item is None:
        return "candidate"
    return "confirmed" if item.state == ACTIVE and item.user_confirmed else _STATES[item.state]


def entry_of(state: TopicState, pole: Pole, signals: Sequence[StoredSignal]) -> LedgerEntry:
    """One line of the ledger."""
    topic, known, item, tally = state.topic, state.items.get(pole), state.in_use(pole), state.tallies()[pole]
    became = state_of(known)
    supporting = [s for s in signals if s.stance == pole]
    spoken = [s for s in signals if s.stance != "kept"]
    return copied(
        LedgerEntry,
        tally,
        id=state.id_of(pole),
        scope=(known or topic).scope,
        project_id=(known or topic).project_id,
        axis=topic.axis,
        state=became,
        statement=item.content if item else topic.says(pole),
        threshold=needed_score(state.threshold, topic.axis),
        confidence=item.confidence if item and became == "confirmed" else tally.confidence,
        runs=tuple(s.run_id for s in supporting if s.run_id is not None),
        first_at=spoken[0].at if spoken else None,
        last_at=spoken[-1].at if spoken else None,
        reason=reason_of(known, pole),
        version=item.version if item else None,
        spans=spans_of(supporting),
        scene_type=known.scene if known else None,
    )


def spans_of(supporting: Sequence[StoredSignal]) -> tuple[Span, ...]:
    """The last places that show it."""
    return tuple([copied(Span, s) for s in supporting if s.before or s.after][-SPANS:])


def reason_of(item: MemoryItem | None, pole: Pole) -> str | None:
    """Say why a record is out of use."""
    if item is None or item.state not in {REFUSED, RETIRED, OUTDATED}:
        return None
    if item.state == REFUSED:
        return "refused by the writer"
    if item.state == OUTDATED:
        return "the writer has said otherwise since"
    against = "rejects" if opposite(pole) == "reject" else "accepts"
    reason = item.metadata.get(REASON)
    return {
        CONTRADICTED: f"contradicted by later feedback ({against})",
        WITHDRAWN: "feedback that it rested on was taken back",
    }.get(reason or "", reason)


def entry_of_rule(item: MemoryItem, signals: Sequence[StoredSignal], threshold: int) -> LedgerEntry:
    """The line of a distilled rule."""
    runs = tuple(one["runId"] for one in reversed(item.evidence))
    speaking = [one for one in signals if one.stance == item.pole and one.run_id in runs]
    support, against = (int(item.metadata.get(name, 0)) for name in ("support", "against"))
    return copied(
        LedgerEntry,
        item,
        axis=DISTILLED,
        state=state_of(item),
        statement=item.content,
        score=float(support - against),
        threshold=threshold,
        support=support,
        against=against,
        partials=0,
        kept=0,
        runs=runs,
        first_at=speaking[0].at if speaking else None,
        last_at=speaking[-1].at if speaking else None,
        reason=None,
        spans=spans_of(speaking),
        scene_type=item.scene,
    )
