"""One feedback, booked: event, signals and what they teach, in the caller's transaction."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import attrs

from underdraft.learning.evidence import ignored_reason
from underdraft.learning.preferences.apply_scores import learn
from underdraft.learning.preferences.events import add_event, completed, current_event, same
from underdraft.learning.preferences.topics import ensure_kind, judged, kind_id_of, load_kind, load_signals
from underdraft.learning.preferences.word_pairs import kept_words
from underdraft.memory.settings import read_settings
from underdraft.text.clean import normalised, tag_or_none
from underdraft.types.feedback import EVIDENCE_AXIS, FeedbackEvent, FeedbackResult, PreferenceSignal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

    from underdraft.learning.preferences.events import StoredEvent
    from underdraft.learning.preferences.topics import Kind


PLAIN_KEY = re.compile(r"[a-z0-9][a-z0-9._:|-]{0,63}\Z")
"""Keys that privacy mode lets through beside tags: names of measures and styles."""


def settled(connection: Connection, event: FeedbackEvent) -> FeedbackResult | None:
    """The answer to an event that is stored already, or ``None``.

    Raises:
        Conflict: There is no accept to undo, or it is too long ago.
    """
    stored = current_event(connection, event.run_id)
    event = completed(stored, event)
    if stored is None or not same(stored, event):
        return None
    event = attrs.evolve(event, signal=stored.signal, weight=stored.weight)
    return answer_of(connection, event, taught=taught_by(connection, stored))


def book(
    connection: Connection, event: FeedbackEvent, signals: Sequence[PreferenceSignal]
) -> tuple[FeedbackResult, FeedbackEvent | None]:
    """Store an event with its signals and learn from them.

    Settings are read again here: what was switched off meanwhile is not stored.

    Returns:
        The answer, and the event as it was stored; ``None`` when it had been stored before.

    Raises:
        Conflict: There is no accept to undo, or it is too long ago.
    """
    answered = settled(connection, event)
    if answered is not None:
        return answered, None
    settings = read_settings(connection)
    threshold = int(settings["preferenceLearningThreshold"])
    said = event.evidence_ref
    event = completed(current_event(connection, event.run_id), event)
    event = under(
        event,
        learning=bool(settings["preferenceLearningEnabled"]),
        privacy=bool(settings["privacyModeEnabled"]),
    )
    seq = add_event(connection, event)
    source = f"event:{seq}" if event.run_id is None else f"run:{event.run_id}"
    if event.evidence_ref != said:
        signals = [*signals, *inherited(connection, event, source)]
    dropped = drop_signals(connection, source)
    added: dict[str, Kind] = {}
    for signal in allowed(event, signals) if event.learning else ():
        kind = ensure_kind(connection, signal, event.project_id, event.at)
        if kind.id not in added:
            add_signal(connection, signal, kind, source, seq, event)
            added[kind.id] = kind
    for signal, kind in kept_words(connection, event) if event.learning else ():
        if kind.id not in added:
            add_signal(connection, signal, kind, source, seq, event)
            added[kind.id] = kind
    learned = []
    for kind_id in [*added, *sorted(dropped - added.keys())]:
        found = added.get(kind_id) or load_kind(connection, kind_id)
        if found is not None:
            item = learn(
                connection,
                found,
                threshold=threshold,
                at=event.at,
                fresh=kind_id in added,
                withdrawn=kind_id in dropped,
            )
            learned += [item] if item is not None else []
    stored = current_event(connection, event.run_id)
    taught = event.ignored_reason is None or (stored is not None and taught_by(connection, stored))
    return answer_of(connection, event, taught=taught, learned=learned[0] if learned else None), event


def taught_by(connection: Connection, stored: StoredEvent) -> bool:
    """Whether a run's event says anything for or against a preference."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL as TABLE

    spoken = select(TABLE.c.seq).where(TABLE.c.event_seq == stored.seq, TABLE.c.stance != "kept").limit(1)
    return stored.ignored_reason is None or connection.scalar(spoken) is not None


def inherited(connection: Connection, event: FeedbackEvent, source: str) -> list[PreferenceSignal]:
    """The signal of evidence that the caller did not repeat, if the run's last event taught it."""
    from sqlalchemy import select

    from underdraft.memory.db.schema.feedback import PREFERENCE_KIND, PREFERENCE_SIGNAL

    kind = PREFERENCE_KIND.c
    query = (
        select(kind.id)
        .join(PREFERENCE_SIGNAL, PREFERENCE_SIGNAL.c.kind_id == kind.id)
        .where(PREFERENCE_SIGNAL.c.source == source, kind.axis == EVIDENCE_AXIS)
    )
    if event.evidence_ref is None or connection.scalar(query) is None:
        return []
    return [evidence_signal(event.evidence_ref, event.action)]


def evidence_signal(evidence: str, stance: Any) -> PreferenceSignal:
    """The signal of the writer's own words."""
    return PreferenceSignal(
        axis=EVIDENCE_AXIS, key=evidence, stance=stance, statement=evidence, opposite=f"避免：{evidence}"
    )


def under(event: FeedbackEvent, *, learning: bool, privacy: bool) -> FeedbackEvent:
    """The event under the settings of this moment."""
    if event.learning == learning and event.privacy == privacy:
        return event
    reason = ignored_reason(event.evidence_ref, learning=learning, privacy=privacy)
    if event.privacy and event.evidence_ref is None:
        reason = event.ignored_reason  # its words are gone already
    changed = attrs.evolve(event, learning=learning, privacy=privacy, ignored_reason=reason)
    if not privacy:
        return changed
    evidence = tag_or_none(event.evidence_ref)
    return attrs.evolve(changed, evidence_ref=evidence, final_text=None, model_text=None, observations=())


def allowed(event: FeedbackEvent, signals: Iterable[PreferenceSignal]) -> list[PreferenceSignal]:
    """The signals that the event and privacy mode let through."""
    kept: list[PreferenceSignal] = []
    for signal in signals:
        if not normalised(signal.key):
            continue
        if signal.axis == EVIDENCE_AXIS and event.ignored_reason is not None:
            continue
        if event.privacy:
            plain = tag_or_none(signal.key) if signal.axis == EVIDENCE_AXIS else PLAIN_KEY.match(signal.key)
            if not plain:
                continue
            signal = attrs.evolve(signal, before="", after="")  # noqa: PLW2901
        kept.append(signal)
    return kept


def add_signal(
    connection: Connection, signal: PreferenceSignal, kind: Kind, source: str, seq: int, event: FeedbackEvent
) -> None:
    """Store one signal."""
    from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL as TABLE

    connection.execute(
        TABLE.insert().values(
            source=source,
            event_seq=seq,
            kind_id=kind.id,
            run_id=event.run_id,
            stance=signal.stance,
            before=signal.before,
            after=signal.after,
            at=event.at,
        )
    )


def drop_signals(connection: Connection, source: str) -> set[str]:
    """Remove what an earlier event of the same run said; returns the kinds that lost a signal."""
    from sqlalchemy import delete, select

    from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL as TABLE

    kinds = set(connection.scalars(select(TABLE.c.kind_id).where(TABLE.c.source == source)))
    connection.execute(delete(TABLE).where(TABLE.c.source == source))
    return kinds


def answer_of(
    connection: Connection, event: FeedbackEvent, *, taught: bool, learned: Any = None
) -> FeedbackResult:
    """What the caller hears."""
    threshold = int(read_settings(connection)["preferenceLearningThreshold"])
    score = 0.0
    if event.evidence_ref is not None:
        found = load_kind(
            connection, kind_id_of(event.project_id, EVIDENCE_AXIS, normalised(event.evidence_ref))
        )
        if found is not None:
            score = judged(found, load_signals(connection, found), threshold)["accept"].score
    return FeedbackResult(
        recorded=True,
        ignored=not taught,
        ignored_reason=None if taught else event.ignored_reason,
        signal=event.signal,
        weight=event.weight,
        score=score,
        threshold=threshold,
        learned=learned,
        observations=event.observations,
    )
