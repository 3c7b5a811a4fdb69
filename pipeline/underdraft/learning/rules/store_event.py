"""One event with its signals and what they teach, inside the caller's transaction."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs
from sqlalchemy import Connection, bindparam, delete, select

from underdraft.learning.commit_gate import CommitGate, begin_commit
from underdraft.learning.feedback.event import Decision, FeedbackDraft, decide
from underdraft.learning.feedback.event_log import add_event, read_basis
from underdraft.learning.feedback.evidence import NOTHING_AT_ALL
from underdraft.learning.feedback.result import FeedbackResult
from underdraft.learning.ledger.scores import POLES, needed_score
from underdraft.learning.ledger.topics import (
    BY_ID,
    Topic,
    TopicState,
    add_topics,
    load_states,
    new_topic,
    preference_id_of,
    topic_id_of,
)
from underdraft.learning.ledger.word_pairs import WORD_AXIS, find_kept_pairs
from underdraft.learning.rules.lifecycle import apply_scores
from underdraft.memory.db.database import Database
from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.memory.db.schema.runs import RUN, RUN_SOURCE
from underdraft.memory.notes.record import MemoryItem
from underdraft.text.clean import normalised, tag_or_none
from underdraft.types.copies import copied
from underdraft.types.feedback import (
    EVIDENCE_AXIS,
    FeedbackEvent,
    Noticed,
    PreferenceSignal,
    Stance,
    evidence_signal,
)

PLAIN_KEY = re.compile(r"[a-z0-9][a-z0-9._:|-]{0,63}\Z")
"""Keys that privacy mode lets through beside tags: names of measures and styles."""

KEPT = PreferenceSignal(axis=WORD_AXIS, key="", stance="kept", statement="")
"""The signal for a pair of words that was left alone."""

HABITS_MAXIMUM = 5
"""Maximum habits that an answer names; one edit can replace many words."""

_HELD = (
    select(RUN_SOURCE.c.item_id)
    .join(RUN, RUN.c.seq == RUN_SOURCE.c.run_seq)
    .where(RUN.c.id == bindparam("run_id"))
)
"""Records of memory in a run's prompt."""


def store_decision(
    database: Database,
    draft: FeedbackDraft,
    decision: Decision,
    signals: Sequence[PreferenceSignal],
    gate: CommitGate,
    also: Callable[[Connection, FeedbackEvent], None],
) -> FeedbackResult:
    """Store the event and its signals and learn from them, in one transaction; ``also`` writes into it, too. Blocks.

    The decision holds unless its basis has changed while plugins were asked: another feedback on the run was
    stored, or a setting was switched. Only then is it made anew. What is raised has undone all of it.
    """
    with database.write() as connection:
        basis = read_basis(connection, decision.event.run_id).after(decision.basis)
        if basis != decision.basis:
            decision = decide(draft, basis)
        if decision.repeated:
            result = repeated_result(connection, decision)
        else:
            result = store_event(connection, decision, signals)
            also(connection, decision.event)
        begin_commit(gate)
    return result


def read_result(database: Database, decision: Decision) -> FeedbackResult:
    """Return the answer about an event that was stored before. Blocks."""
    with database.read() as connection:
        return repeated_result(connection, decision)


def store_event(
    connection: Connection, decision: Decision, signals: Sequence[PreferenceSignal]
) -> FeedbackResult:
    """Store an event with its signals, instead of what the run's last event said, and learn from them."""
    event, last = decision.event, decision.basis.last
    seq = add_event(connection, event, last)
    source = f"event:{seq}" if event.run_id is None else f"run:{event.run_id}"
    withdrawn = {} if last is None else drop_signals(connection, source)
    said = event.evidence_ref
    if said and said != decision.reported.evidence_ref and EVIDENCE_AXIS in withdrawn.values():
        # the caller need not repeat it
        signals = [*signals, evidence_signal(said, event.action, event.locale)]
    given = gather_signals(connection, event, signals) if event.learning else {}
    add_signals(connection, given, event=event, seq=seq, source=source)
    changed = [*given, *sorted(withdrawn.keys() - given.keys())]
    states = load_states(connection, BY_ID, threshold=decision.basis.threshold, ids=changed)
    learned = [
        apply_scores(
            connection,
            states[topic_id],
            at=event.at,
            fresh=topic_id in given,
            withdrawn=topic_id in withdrawn,
            only_said=words_of(given.get(topic_id)) if event.privacy else None,
        )
        for topic_id in changed
    ]
    shown: dict[str, Stance] = {topic_id: signal.stance for topic_id, signal in given.items()}
    return result_of(connection, decision, shown, next(filter(None, learned), None))


def habits(shown: Mapping[str, Stance], states: Mapping[str, TopicState]) -> tuple[Noticed, ...]:
    """List the habits that an edit's signals, by topic, speak for, the surest first; words that were said have a score of their own."""
    found = []
    for topic_id, stance in shown.items():
        state = states[topic_id]
        if stance not in POLES or state.topic.axis == EVIDENCE_AXIS:
            continue
        needed = needed_score(state.threshold, state.topic.axis)
        text, score = state.topic.says(stance), state.tallies()[stance].score
        if text and score > 0:
            found.append(Noticed(text=text, score=min(score, needed), needed=needed))
    return tuple(sorted(found, key=lambda one: one.needed - one.score)[:HABITS_MAXIMUM])


def words_of(signal: PreferenceSignal | None) -> tuple[str, ...]:
    """The statements that a signal brings, as topics keep them."""
    return (
        ()
        if signal is None
        else tuple(" ".join(words.split()) for words in (signal.statement, signal.opposite))
    )


def drop_signals(connection: Connection, source: str) -> dict[str, str]:
    """Remove what an earlier event of the same run said; returns the topics that lost a signal, and their axes."""
    of_source = PREFERENCE_SIGNAL.c.source == source
    query = select(PREFERENCE_TOPIC.c.id, PREFERENCE_TOPIC.c.axis).where(of_source)
    query = query.join(PREFERENCE_SIGNAL, PREFERENCE_SIGNAL.c.topic_id == PREFERENCE_TOPIC.c.id)
    lost = {row.id: row.axis for row in connection.execute(query)}
    connection.execute(delete(PREFERENCE_SIGNAL).where(of_source))
    return lost


def gather_signals(
    connection: Connection, event: FeedbackEvent, signals: Iterable[PreferenceSignal]
) -> dict[str, PreferenceSignal]:
    """One signal a topic, the first one; topics that are new are added."""
    given: dict[str, PreferenceSignal] = {}
    topics: list[Topic] = []
    passed = filter_signals(event, signals)
    held: set[str] = set()
    if any(signal.stance == "kept" for signal in passed):
        held.update(connection.scalars(_HELD, {"run_id": event.run_id}))
    for signal in passed:
        says = {"accept": signal.statement, "reject": signal.opposite}
        topic = new_topic(event.project_id, signal.axis, normalised(signal.key), event.at, **says)
        if signal.stance == "kept" and held & memories_of(topic):
            continue  # the model was told: what the writer left alone is as it should be
        if topic.id not in given:
            given[topic.id] = signal
            topics.append(topic)
    add_topics(connection, topics)
    for topic_id in find_kept_pairs(connection, event):
        given.setdefault(topic_id, KEPT)
    return given


def memories_of(topic: Topic) -> set[str]:
    """The ids of the memories that a topic can become, in its project and for all projects."""
    wide = topic_id_of(None, topic.axis, topic.key)
    return {preference_id_of(topic_id, pole) for topic_id in (topic.id, wide) for pole in POLES}


def filter_signals(event: FeedbackEvent, signals: Iterable[PreferenceSignal]) -> list[PreferenceSignal]:
    """The signals that the event and privacy mode let through."""
    kept: list[PreferenceSignal] = []
    if event.ignored_reason in NOTHING_AT_ALL:
        return kept
    for signal in signals:
        said = signal.axis == EVIDENCE_AXIS
        if not normalised(signal.key) or (said and event.ignored_reason is not None):
            continue
        if not event.privacy:
            kept.append(signal)
        elif tag_or_none(signal.key) if said else signal.axis != WORD_AXIS and PLAIN_KEY.match(signal.key):
            kept.append(attrs.evolve(signal, before="", after=""))
    return kept


def add_signals(
    connection: Connection,
    given: Mapping[str, PreferenceSignal],
    *,
    event: FeedbackEvent,
    seq: int,
    source: str,
) -> None:
    """Store the signals of an event, by topic."""
    same = {"source": source, "event_seq": seq, "run_id": event.run_id, "at": event.at}
    rows = [
        {**same, "topic_id": topic_id, "stance": s.stance, "before": s.before, "after": s.after}
        for topic_id, s in given.items()
    ]
    if rows:
        connection.execute(PREFERENCE_SIGNAL.insert(), rows)


def repeated_result(connection: Connection, decision: Decision) -> FeedbackResult:
    """Return the answer about an event that is stored already."""
    c, seq = PREFERENCE_SIGNAL.c, decision.basis.last.seq if decision.basis.last else 0
    of_event = select(c.topic_id, c.stance).where(c.event_seq == seq).order_by(c.seq)
    return result_of(connection, decision, {row.topic_id: row.stance for row in connection.execute(of_event)})


def result_of(
    connection: Connection, decision: Decision, shown: Mapping[str, Stance], learned: MemoryItem | None = None
) -> FeedbackResult:
    """Build the answer to the caller about an event and what it has shown, by topic."""
    event, threshold = decision.event, decision.basis.threshold
    said = topic_id_of(event.project_id, EVIDENCE_AXIS, normalised(event.evidence_ref or ""))
    states = load_states(connection, BY_ID, threshold=threshold, ids=[*shown, said])
    spoken = event.run_id is not None and any(stance != "kept" for stance in shown.values())
    reason = None if spoken else event.ignored_reason
    return copied(
        FeedbackResult,
        event,
        recorded=True,
        ignored=reason is not None,
        ignored_reason=reason,
        observations=tuple(one for one in event.observations if one.lean != "kept"),
        learned=learned,
        score=states[said].tallies()["accept"].score if said in states else 0.0,
        threshold=threshold,
        noticed=habits(shown, states),
    )
