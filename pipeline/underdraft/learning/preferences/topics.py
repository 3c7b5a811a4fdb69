"""Topics of signals and their two preferences as rows; ids follow from content, so processes agree on them."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args

import attrs
from sqlalchemy import ColumnElement, Connection, Executable, bindparam, func, select

from underdraft.learning.preferences.scores import POLES, WINDOW_THRESHOLDS, Pole, Tally, judged
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import MemoryItem
from underdraft.memory.notes.rows import item_of
from underdraft.types.feedback import Stance


@attrs.frozen(kw_only=True)
class Topic:
    """What signals are counted for."""

    id: str
    scope: str
    project_id: str | None
    axis: str
    key: str
    counted_after: int
    created_at: str


@attrs.frozen(kw_only=True)
class Preference:
    """One pole of a topic, and the decisions about it that its memory does not show."""

    id: str
    topic_id: str
    pole: Pole
    statement: str
    refused_at: str | None = None
    retired_at: str | None = None
    retired_reason: str | None = None
    promoted_to: str | None = None


class StoredSignal(NamedTuple):
    """One signal as it is stored; there are many."""

    seq: int
    topic_id: str
    run_id: str | None
    stance: Stance
    before: str
    after: str
    at: str


@attrs.define(kw_only=True)
class TopicState:
    """All that decides about a topic, kept in step with what is written in the same transaction.

    Attributes:
        threshold: The score that makes a preference.
        counts: How many signals count, by stance.
        last: Of these the last ones that a preference is judged by, oldest first.
        newest: The number of the last signal that counts; 0 without one.
        preferences: Its poles, ``accept`` first.
        items: The memories of its preferences by id, deleted ones too.
    """

    topic: Topic
    threshold: int
    counts: Mapping[Stance, int]
    last: list[Stance] = attrs.field(factory=list)
    newest: int = 0
    preferences: list[Preference] = attrs.field(factory=list)
    items: dict[str, MemoryItem] = attrs.field(factory=dict)

    def tallies(self) -> dict[Pole, Tally]:
        """Both poles, judged by the signals that count."""
        by: dict[str, Any] = {"threshold": self.threshold, "axis": self.topic.axis}
        return {pole: judged(self.counts, self.last, pole=pole, **by) for pole in POLES}

    def live_item(self, preference: Preference) -> MemoryItem | None:
        """The preference's memory, if it is in use."""
        item = self.items.get(preference.id)
        return item if item is not None and item.deleted_at is None else None


BY_ID = PREFERENCE_TOPIC.c.id.in_(bindparam("ids", expanding=True))
"""The topics with these ids."""

OF_PROJECT = is_value(PREFERENCE_TOPIC.c.project_id, bindparam("project_id"))
"""A project's own topics; without a project those that hold for all projects."""

SEEN_BY_PROJECT = PREFERENCE_TOPIC.c.project_id.is_(None) | (
    PREFERENCE_TOPIC.c.project_id == bindparam("project_id")
)
"""A project's own topics and those that hold for all projects."""

# Queries are made once: making one takes five times as long as running it.
_KNOWN = select(PREFERENCE_TOPIC.c.id).where(BY_ID)


def topic_id_of(project_id: str | None, axis: str, key: str) -> str:
    """The id of a topic; ``key`` is normalised."""
    return hashlib.sha256(json.dumps(["kind", project_id, axis, key]).encode()).hexdigest()[:32]


def preference_id_of(topic_id: str, pole: Pole) -> str:
    """The id of a pole, and of the memory that it becomes."""
    return f"learned-{hashlib.sha256(json.dumps([topic_id, pole]).encode()).hexdigest()[:32]}"


def new_topic(project_id: str | None, axis: str, key: str, at: str) -> Topic:
    """A topic without signals; ``key`` is normalised."""
    return Topic(
        id=topic_id_of(project_id, axis, key),
        scope="global" if project_id is None else "project",
        project_id=project_id,
        axis=axis,
        key=key,
        counted_after=0,
        created_at=at,
    )


def add_topics(connection: Connection, topics: Iterable[tuple[Topic, Mapping[Pole, str]]]) -> None:
    """Add those topics, with the statements of their poles, that are not in the store.

    Statements stay as they first were; a blank one makes no preference.
    """
    wanted = {topic.id: (topic, statements) for topic, statements in topics}
    known = set(connection.scalars(_KNOWN, {"ids": [*wanted]})) if wanted else set()
    new = [made for topic_id, made in wanted.items() if topic_id not in known]
    preferences = [
        Preference(id=preference_id_of(topic.id, pole), topic_id=topic.id, pole=pole, statement=said)
        for topic, statements in new
        for pole, statement in statements.items()
        if (said := " ".join(statement.split()))
    ]
    if new:
        connection.execute(PREFERENCE_TOPIC.insert(), [attrs.asdict(topic) for topic, _ in new])
    if preferences:
        connection.execute(PREFERENCE.insert(), [attrs.asdict(preference) for preference in preferences])


_C, _T = PREFERENCE_SIGNAL.c, PREFERENCE_TOPIC.c
_COUNTED = (_C.topic_id == _T.id, _C.seq > _T.counted_after)
_BEFORE_LAST = (  # nothing where all that count are among the last
    select(_C.seq)
    .where(*_COUNTED)
    .order_by(_C.seq.desc())
    .limit(1)
    .offset(bindparam("window"))
    .correlate(PREFERENCE_TOPIC)
    .scalar_subquery()
)
_SUPPORTING = (
    select(_C.run_id, _C.stance, _C.at)
    .where(_C.topic_id == bindparam("topic_id"), _C.stance == bindparam("stance"))
    .where(_C.seq > bindparam("counted_after"))
    .order_by(_C.seq.desc())
    .limit(bindparam("most"))
)


def _count(stance: Stance) -> ColumnElement[int]:
    counted = select(func.count()).where(*_COUNTED, _C.stance == stance)
    return counted.correlate(PREFERENCE_TOPIC).scalar_subquery().label(stance)


@cache
def state_queries(condition: ColumnElement[bool]) -> tuple[Executable, ...]:
    """The queries for topics under a condition, and for their last signals, preferences and memories."""
    own = PREFERENCE.c.topic_id.in_(select(_T.id).where(condition))
    last = PREFERENCE_SIGNAL.alias()
    items = select(MEMORY_ITEM, PREFERENCE.c.topic_id).join(PREFERENCE, PREFERENCE.c.id == MEMORY_ITEM.c.id)
    return (
        select(PREFERENCE_TOPIC, *map(_count, get_args(Stance))).where(condition),
        select(last.c.topic_id, last.c.seq, last.c.stance)
        .join(PREFERENCE_TOPIC, last.c.topic_id == _T.id)
        .where(condition, last.c.seq > func.coalesce(_BEFORE_LAST, _T.counted_after))
        .order_by(last.c.seq),
        select(*(PREFERENCE.c[a.name].label(a.name) for a in attrs.fields(Preference)))
        .where(own)
        .order_by(PREFERENCE.c.pole),
        items.where(own),
    )


def load_states(
    connection: Connection, condition: ColumnElement[bool], *, threshold: int = 1, **parameters: Any
) -> dict[str, TopicState]:
    """The topics under a condition, by id, with all that decides about them at this threshold."""
    topics, last, preferences, items = state_queries(condition)
    names = [a.name for a in attrs.fields(Topic)]
    states = {
        row["id"]: TopicState(
            topic=Topic(**{name: row[name] for name in names}),
            threshold=threshold,
            counts={stance: row[stance] for stance in get_args(Stance)},
        )
        for row in connection.execute(topics, parameters).mappings()
    }
    if not states:
        return states
    for topic_id, seq, stance in connection.execute(
        last, parameters | {"window": WINDOW_THRESHOLDS * threshold}
    ):
        states[topic_id].last.append(stance)
        states[topic_id].newest = seq
    for row in connection.execute(preferences, parameters).mappings():
        states[row["topic_id"]].preferences.append(Preference(**row))
    for row in connection.execute(items, parameters).mappings():
        states[row["topic_id"]].items[row["id"]] = item_of(row)
    return states


def load_supporting(connection: Connection, topic: Topic, pole: Pole, most: int) -> Sequence[Any]:
    """Run, stance and time of the last signals that count for a pole, oldest first."""
    asked = {"topic_id": topic.id, "stance": pole, "counted_after": topic.counted_after, "most": most}
    return connection.execute(_SUPPORTING, asked).all()[::-1]


def load_signals(
    connection: Connection, condition: ColumnElement[bool], **parameters: Any
) -> Mapping[str, Sequence[StoredSignal]]:
    """All signals of the topics under a condition, by topic, oldest first, also those that do not count any more."""
    found: defaultdict[str, list[StoredSignal]] = defaultdict(list)
    wanted = _C.topic_id.in_(select(_T.id).where(condition))
    query = select(*(_C[name] for name in StoredSignal._fields)).where(wanted).order_by(_C.seq)
    for signal in map(StoredSignal._make, connection.execute(query, parameters)):
        found[signal.topic_id].append(signal)
    return found


def update_preference(connection: Connection, preference: Preference, **values: Any) -> None:
    """Change columns of a preference's row."""
    connection.execute(PREFERENCE.update().where(PREFERENCE.c.id == preference.id).values(values))
