"""From a kind's signals to its memory: create, strengthen, weaken, retire, revive.

What the writer confirmed, edited or refused is never touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from underdraft.learning.preferences.topics import Preference, judged, load_preferences, load_signals
from underdraft.learning.preferences.word_pairs import outdone
from underdraft.memory.items.item import MemoryItem
from underdraft.memory.items.rows import load, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from underdraft.learning.preferences.scores import Pole, Tally
    from underdraft.learning.preferences.topics import Kind, SignalRow


LEARNING = "learning"
"""Who writes learned memories, in revisions."""

CLEARING = "learning:clear"
"""Who removes them when the writer clears what was learned: no refusal, it may be learned anew."""

CONTRADICTED = "contradicted"
"""Retired because the recent signals speak against it; it must be learned anew from later ones."""

WITHDRAWN = "withdrawn"
"""Retired because a signal that it rested on was taken back."""

EVIDENCE_RUNS = 50
"""How many supporting signals a learned memory names; the ledger has them all."""


def learn(
    connection: Connection, kind: Kind, *, threshold: int, at: str, fresh: bool, withdrawn: bool
) -> MemoryItem | None:
    """Bring a kind's memories in line with its signals.

    Args:
        connection: The transaction.
        kind: The kind.
        threshold: The score that makes a preference.
        at: Now.
        fresh: Whether the kind has just got a signal.
        withdrawn: Whether a signal has just been taken back.

    Returns:
        The memory that was created or strengthened, if one was.
    """
    signals = load_signals(connection, kind)
    tallies = judged(kind, signals, threshold)
    preferences = load_preferences(connection, kind.id)
    spent = False
    for preference in preferences:
        item = load(connection, preference.id)
        if item is None or item.deleted_at is not None or item.user_confirmed:
            continue
        if preference.refused_at is not None:
            mark(connection, preference, refused_at=None)  # the writer has brought it back
        mine, other = tallies[preference.pole], tallies[opposite(preference.pole)]
        if mine.contradicted or other.reached:
            retire(connection, preference, item, mine, reason=CONTRADICTED, at=at)
            spent = spent or not other.reached
        elif withdrawn and mine.score < threshold:
            retire(connection, preference, item, mine, reason=WITHDRAWN, at=at)
        elif fresh or withdrawn:
            now = rated(item, kind, signals, mine)
            write(connection, item, now, action="update", actor=LEARNING, at=at)
    if spent:
        spend(connection, kind, signals)
        return None
    return grown(connection, kind, preferences, signals, tallies, at) if fresh else None


def grown(
    connection: Connection,
    kind: Kind,
    preferences: Sequence[Preference],
    signals: Sequence[SignalRow],
    tallies: dict[Pole, Tally],
    at: str,
) -> MemoryItem | None:
    """The memory of the pole that has been reached: made, revived, or as it has just been strengthened."""
    held = {p.pole for p in preferences if alive(connection, p)}
    for preference in preferences:
        mine = tallies[preference.pole]
        item = load(connection, preference.id)
        if not mine.reached:
            continue
        if item is not None and item.deleted_at is None:
            return None if item.user_confirmed else item
        if preference.refused_at or held_globally(connection, preference):
            continue
        if outdone(connection, kind, mine.support, preference.pole):
            continue
        if opposite(preference.pole) in held:
            continue  # the writer confirmed the other one: shown as a conflict, not settled here
        if item is None:
            made = rated(item_for(preference, kind, at), kind, signals, mine)
            return write(connection, None, made, action="create", actor=LEARNING, at=at)
        if not closed_by_learning(connection, item):
            mark(connection, preference, refused_at=item.deleted_at)
            continue
        mark(connection, preference, retired_at=None, retired_reason=None, promoted_to=None)
        back = rated(attrs.evolve(item, deleted_at=None, updated_at=at), kind, signals, mine)
        return write(connection, item, back, action="restore", actor=LEARNING, at=at)
    return None


def item_for(preference: Preference, kind: Kind, at: str) -> MemoryItem:
    """A fresh memory for a preference."""
    return MemoryItem(
        id=preference.id,
        type="preference",
        scope=kind.scope,
        project_id=kind.project_id,
        origin="learned",
        content=preference.statement,
        created_at=at,
        updated_at=at,
    )


def rated(item: MemoryItem, kind: Kind, signals: Sequence[SignalRow], judged_as: Tally) -> MemoryItem:
    """The memory with what its signals say now; its words and its place stay."""
    supporting = [s for s in signals if s.stance == judged_as.pole][-EVIDENCE_RUNS:]
    evidence: tuple[dict[str, Any], ...] = tuple(
        {"runId": s.run_id, "action": s.stance, "at": s.at} for s in supporting
    )
    facts = {"axis": kind.axis, "kindId": kind.id, "score": judged_as.score, "signals": len(signals)}
    return attrs.evolve(
        item,
        confidence=judged_as.confidence,
        evidence=evidence,
        metadata={**item.metadata, **facts},
    )


def retire(
    connection: Connection, preference: Preference, item: MemoryItem, mine: Tally, *, reason: str, at: str
) -> None:
    """Take a learned memory out of use, with the reason."""
    gone = attrs.evolve(item, deleted_at=at, confidence=mine.confidence)
    write(connection, item, gone, action="delete", actor=LEARNING, at=at)
    mark(connection, preference, retired_at=at, retired_reason=reason)


def spend(connection: Connection, kind: Kind, signals: Sequence[SignalRow]) -> None:
    """Let later signals alone count."""
    from underdraft.memory.db.schema.feedback import PREFERENCE_KIND as TABLE

    connection.execute(TABLE.update().where(TABLE.c.id == kind.id).values(counted_after=signals[-1].seq))


def mark(connection: Connection, preference: Preference, **values: str | None) -> None:
    """Change a preference's row."""
    from underdraft.memory.db.schema.feedback import PREFERENCE as TABLE

    connection.execute(TABLE.update().where(TABLE.c.id == preference.id).values(values))


def alive(connection: Connection, preference: Preference) -> bool:
    """Whether the preference has a memory that is in use."""
    item = load(connection, preference.id)
    return item is not None and item.deleted_at is None


def closed_by_learning(connection: Connection, item: MemoryItem) -> bool:
    """Whether a deleted memory was retired or cleared, and not refused by the writer."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.user_memory import MEMORY_REVISION as TABLE

    query = select(TABLE.c.actor).where(TABLE.c.memory_id == item.id).order_by(TABLE.c.seq.desc()).limit(1)
    return connection.scalar(query) in {LEARNING, CLEARING}


def held_globally(connection: Connection, preference: Preference) -> bool:
    """Whether the preference was promoted, and the global one is in use or was refused."""
    if preference.promoted_to is None:
        return False
    item = load(connection, preference.promoted_to)
    return item is not None and (item.deleted_at is None or not closed_by_learning(connection, item))


def opposite(pole: Pole) -> Pole:
    """The other pole."""
    return "reject" if pole == "accept" else "accept"
