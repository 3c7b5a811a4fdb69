"""The ledger: every preference that signals speak of, with its evidence, score, dates and state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs

from underdraft.learning.preferences.apply_scores import closed_by_learning, opposite
from underdraft.learning.preferences.conflicts import Conflicting, conflicts_of
from underdraft.learning.preferences.scores import needed_score
from underdraft.learning.preferences.topics import Kind, Preference, SignalRow, judged, signal_rows
from underdraft.memory.items.rows import load
from underdraft.memory.settings import read_settings

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

    from underdraft.learning.preferences.scores import Pole, Tally
    from underdraft.memory.items.item import MemoryItem


State = Literal["candidate", "learned", "confirmed", "refused", "retired"]

SPANS = 3
"""How many pairs of text spans an entry shows, the latest."""


@attrs.frozen(kw_only=True)
class Span:
    """A place in the model's text and what the writer made of it."""

    run_id: str | None
    before: str
    after: str


@attrs.frozen(kw_only=True)
class Entry:
    """One preference.

    Attributes:
        id: Names it, also for confirm, edit, refuse and promote; the id of its memory.
        state: ``candidate`` (short of the threshold), ``learned``, ``confirmed``, ``refused`` or
            ``retired``.
        statement: The memory's words, or what they would be.
        axis: ``"evidence"`` for the writer's own words, else what is observed.
        score: Accepts - rejects - 0.5 x partials, or for an avoidance rejects - accepts.
        threshold: The score that makes a preference of it.
        confidence: 0 to 1.
        support: Signals for it.
        against: Signals against it.
        partials: Half-hearted ones.
        kept: Occasions that the writer left alone.
        runs: The runs that support it, oldest first.
        first_at: The first signal's time.
        last_at: The last one's.
        reason: Why it is retired or refused, or ``None``.
        spans: Where edits showed it.
        conflicts_with: Ids of preferences that say the opposite.
    """

    id: str
    state: State
    scope: str
    project_id: str | None
    statement: str
    axis: str
    score: float
    threshold: int
    confidence: float
    support: int
    against: int
    partials: int
    kept: int
    runs: tuple[str, ...]
    first_at: str | None
    last_at: str | None
    reason: str | None = None
    spans: tuple[Span, ...] = ()
    conflicts_with: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class Ledger:
    """All preferences that a project sees: its own and the global ones.

    Attributes:
        items: Project before global; confirmed, learned, candidates by score, then the others.
        conflicts: Pairs that contradict each other and wait for the writer.
    """

    items: tuple[Entry, ...]
    conflicts: tuple[Conflicting, ...]


_ORDER: dict[State, int] = {"confirmed": 0, "learned": 1, "candidate": 2, "retired": 3, "refused": 4}


def ledger(connection: Connection, project_id: str | None) -> Ledger:
    """The ledger of a project, or of what holds for all projects."""
    from sqlalchemy import or_, select

    from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_KIND, PREFERENCE_SIGNAL

    threshold = int(read_settings(connection)["preferenceLearningThreshold"])
    columns = PREFERENCE_KIND.c
    where: ColumnElement[bool] = columns.project_id.is_(None)
    if project_id is not None:
        where = or_(where, columns.project_id == project_id)
    kinds = [Kind(**row) for row in connection.execute(select(PREFERENCE_KIND).where(where)).mappings()]
    wanted = select(columns.id).where(where)
    names = [PREFERENCE_SIGNAL.c[a.name] for a in attrs.fields(SignalRow)]
    chosen = select(*names).where(PREFERENCE_SIGNAL.c.kind_id.in_(wanted)).order_by(PREFERENCE_SIGNAL.c.seq)
    signals: dict[str, list[SignalRow]] = {}
    for row in signal_rows(connection.execute(chosen).mappings()):
        signals.setdefault(row.kind_id, []).append(row)
    poles: dict[str, list[Preference]] = {}
    picked = select(PREFERENCE).where(PREFERENCE.c.kind_id.in_(wanted)).order_by(PREFERENCE.c.pole)
    for found in connection.execute(picked).mappings():
        poles.setdefault(found["kind_id"], []).append(Preference(**found))
    conflicts = conflicts_of(connection, project_id, threshold)
    entries: list[Entry] = []
    for kind in kinds:
        counted = [s for s in signals.get(kind.id, []) if s.seq > kind.counted_after]
        tallies = judged(kind, counted, threshold)
        for preference in poles.get(kind.id, []):
            item = load(connection, preference.id)
            state = state_of(connection, preference, item)
            if state == "candidate" and tallies[preference.pole].score <= 0:
                continue
            entries.append(
                entry_of(
                    kind,
                    preference,
                    item,
                    state,
                    signals.get(kind.id, []),
                    tallies[preference.pole],
                    threshold,
                    conflicts,
                )
            )
    entries.sort(
        key=lambda e: (e.scope == "global", _ORDER[e.state], -e.score, e.first_at or "", e.id),
    )
    return Ledger(items=tuple(entries), conflicts=conflicts)


def state_of(connection: Connection, preference: Preference, item: MemoryItem | None) -> State:
    """What became of a preference."""
    if item is not None and item.deleted_at is None:
        return "confirmed" if item.user_confirmed else "learned"
    if preference.refused_at is not None:
        return "refused"
    if item is None:
        return "candidate"
    if preference.promoted_to is not None or preference.retired_at is not None:
        return "retired"
    return "candidate" if closed_by_learning(connection, item) else "refused"


def entry_of(
    kind: Kind,
    preference: Preference,
    item: MemoryItem | None,
    state: State,
    signals: list[SignalRow],
    mine: Tally,
    threshold: int,
    conflicts: tuple[Conflicting, ...],
) -> Entry:
    """One line of the ledger."""
    supporting = [s for s in signals if s.stance == preference.pole]
    spoken = [s for s in signals if s.stance != "kept"]
    live = item is not None and item.deleted_at is None
    return Entry(
        id=preference.id,
        state=state,
        scope=kind.scope,
        project_id=kind.project_id,
        statement=item.content if item is not None and live else preference.statement,
        axis=kind.axis,
        score=mine.score,
        threshold=needed_score(threshold, kind.axis),
        confidence=mine.confidence if not (item is not None and state == "confirmed") else item.confidence,
        support=mine.support,
        against=mine.against,
        partials=mine.partials,
        kept=mine.kept,
        runs=tuple(s.run_id for s in supporting if s.run_id is not None),
        first_at=spoken[0].at if spoken else None,
        last_at=spoken[-1].at if spoken else None,
        reason=reason_of(preference, state),
        spans=tuple(
            Span(run_id=s.run_id, before=s.before, after=s.after)
            for s in supporting[-SPANS:]
            if s.before or s.after
        ),
        conflicts_with=tuple(
            sorted({c.other(preference.id) for c in conflicts if preference.id in {c.first_id, c.second_id}})
        ),
    )


def reason_of(preference: Preference, state: State) -> str | None:
    """Why a preference is out of use."""
    if state == "refused":
        return "refused by the writer"
    if state != "retired":
        return None
    if preference.promoted_to is not None:
        return "promoted to all projects"
    return {
        "contradicted": f"contradicted by later feedback ({opposite_word(preference.pole)})",
        "withdrawn": "feedback that it rested on was taken back",
    }.get(preference.retired_reason or "", preference.retired_reason)


def opposite_word(pole: Pole) -> str:
    """What speaks against a pole, for people."""
    return "rejects" if opposite(pole) == "reject" else "accepts"
