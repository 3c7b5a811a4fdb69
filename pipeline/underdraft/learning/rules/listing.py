"""Lists of what was learned: the ledger of a project's preferences, and the rules for kinds of scene.

Both are views of the same records and of the signals that they rest on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from underdraft.learning.ledger.scores import needed_score, opposite
from underdraft.learning.ledger.topics import (
    BY_ID,
    SEEN_BY_PROJECT,
    StoredSignal,
    TopicState,
    load_signals,
    load_states,
)
from underdraft.learning.rules.lifecycle import CONTRADICTED, REASON, WITHDRAWN
from underdraft.memory.episodes.semantic import read_items, rule_of
from underdraft.memory.notes.record import (
    ACTIVE,
    DELETED,
    OUTDATED,
    PROPOSED,
    REFUSED,
    RETIRED,
    MemoryItem,
)
from underdraft.memory.settings import read_settings
from underdraft.types.copies import copied
from underdraft.types.preferences import LearnedOffer, Ledger, LedgerEntry, Span, State

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from underdraft.learning.ledger.scores import Pole

SPANS = 3
"""How many pairs of text spans an entry shows, the latest."""

RUNS_SHOWN = 20
"""Maximum runs of an offer."""

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
        scene_type=topic.scene,
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


def read_learned_offers(connection: Connection, project_id: str | None) -> tuple[LearnedOffer, ...]:
    """A project's worded tastes and distilled rules in all states, by scene, the best supported first."""
    entries = read_ledger(connection, project_id).items
    tastes = [offer_of_taste(one) for one in entries if one.scene_type is not None]
    items = read_items(connection, project_id)
    signals = load_signals(connection, BY_ID, ids=[item.topic_id for item in items])
    rules = [offer_of_rule(item, signals.get(item.topic_id or "", ())) for item in items]
    return tuple(sorted([*tastes, *rules], key=lambda one: (one.scene_type, -one.support, one.id)))


def offer_of_taste(entry: LedgerEntry) -> LearnedOffer:
    """A worded taste of the ledger."""
    runs = entry.runs[-RUNS_SHOWN:]
    return copied(LearnedOffer, entry, kind="taste", text=entry.statement, runs=runs)


def offer_of_rule(item: MemoryItem, signals: Sequence[StoredSignal]) -> LearnedOffer:
    """A distilled rule."""
    rule = rule_of(item)
    runs = tuple(one.run_id for one in reversed(rule.evidence))
    return copied(
        LearnedOffer,
        rule,
        kind="rule",
        reason=None,
        runs=runs,
        spans=spans_of([one for one in signals if one.stance == item.pole and one.run_id in runs]),
    )
