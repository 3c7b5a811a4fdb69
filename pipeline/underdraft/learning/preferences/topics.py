"""Topics of signals and their two preferences as rows; ids follow from content, so processes agree on them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

import attrs
from sqlalchemy import ColumnElement, Connection, Executable, bindparam, select

from underdraft.learning.preferences.scores import POLES, Pole, Tally, tally
from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.items.item import MemoryItem
from underdraft.memory.items.rows import item_of
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
    """All that the store holds of a topic, kept in step with what is written in the same transaction.

    Attributes:
        preferences: Its poles, ``accept`` first.
        signals: Its signals, oldest first, also those that do not count any more.
        items: The memories of its preferences by id, deleted ones too.
    """

    topic: Topic
    preferences: list[Preference] = attrs.field(factory=list)
    signals: list[StoredSignal] = attrs.field(factory=list)
    items: dict[str, MemoryItem] = attrs.field(factory=dict)

    @property
    def counted(self) -> list[StoredSignal]:
        """The signals that count."""
        return [s for s in self.signals if s.seq > self.topic.counted_after]

    def tallies(self, threshold: int) -> dict[Pole, Tally]:
        """Both poles, judged by the signals that count."""
        stances: list[Stance] = [s.stance for s in self.counted]
        return {pole: tally(stances, pole=pole, threshold=threshold, axis=self.topic.axis) for pole in POLES}

    def live_item(self, preference: Preference) -> MemoryItem | None:
        """The preference's memory, if it is in use."""
        item = self.items.get(preference.id)
        return item if item is not None and item.deleted_at is None else None


BY_ID = PREFERENCE_TOPIC.c.id.in_(bindparam("ids", expanding=True))
"""The topics with these ids."""

OF_PROJECT = PREFERENCE_TOPIC.c.project_id.is_not_distinct_from(bindparam("project_id"))
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


@cache
def state_queries(condition: ColumnElement[bool]) -> tuple[Executable, ...]:
    """The queries for topics under a condition, and for their preferences, signals and memories."""
    wanted = select(PREFERENCE_TOPIC.c.id).where(condition)
    own = PREFERENCE.c.topic_id.in_(wanted)
    items = select(MEMORY_ITEM, PREFERENCE.c.topic_id).join(PREFERENCE, PREFERENCE.c.id == MEMORY_ITEM.c.id)
    signals = select(*(PREFERENCE_SIGNAL.c[name] for name in StoredSignal._fields))
    return (
        select(PREFERENCE_TOPIC).where(condition),
        select(*(PREFERENCE.c[a.name].label(a.name) for a in attrs.fields(Preference)))
        .where(own)
        .order_by(PREFERENCE.c.pole),
        signals.where(PREFERENCE_SIGNAL.c.topic_id.in_(wanted)).order_by(PREFERENCE_SIGNAL.c.seq),
        items.where(own),
    )


def load_states(
    connection: Connection, condition: ColumnElement[bool], **parameters: Any
) -> dict[str, TopicState]:
    """The topics under a condition, by id, with all that belongs to them."""
    topics, preferences, signals, items = state_queries(condition)
    found = connection.execute(topics, parameters).mappings()
    states = {row["id"]: TopicState(topic=Topic(**row)) for row in found}
    if not states:
        return states
    for row in connection.execute(preferences, parameters).mappings():
        states[row["topic_id"]].preferences.append(Preference(**row))
    for signal in map(StoredSignal._make, connection.execute(signals, parameters)):
        states[signal.topic_id].signals.append(signal)
    for row in connection.execute(items, parameters).mappings():
        states[row["topic_id"]].items[row["id"]] = item_of(row)
    return states


def update_preference(connection: Connection, preference: Preference, **values: Any) -> None:
    """Change columns of a preference's row."""
    connection.execute(PREFERENCE.update().where(PREFERENCE.c.id == preference.id).values(values))
