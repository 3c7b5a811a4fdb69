"""Topics of signals and their two preferences as rows; ids follow from content, so processes agree on them."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
from sqlalchemy import select

from underdraft.learning.preferences.scores import POLES, Pole, Tally, tally
from underdraft.memory.db.schema.feedback import PREFERENCE, PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.items.item import MemoryItem
from underdraft.memory.items.rows import item_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import ColumnElement, Connection, RowMapping

    from underdraft.types.feedback import Stance


Value = TypeVar("Value", bound=attrs.AttrsInstance)


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
    """One pole of a topic, and what became of it beside its memory."""

    id: str
    topic_id: str
    pole: Pole
    statement: str
    refused_at: str | None = None
    retired_at: str | None = None
    retired_reason: str | None = None
    promoted_to: str | None = None


@attrs.frozen(kw_only=True)
class StoredSignal:
    """One signal as it is stored."""

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
        topic: The topic.
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
    query = select(PREFERENCE_TOPIC.c.id).where(PREFERENCE_TOPIC.c.id.in_(wanted))
    known = set(connection.scalars(query)) if wanted else set()
    new = [made for topic_id, made in wanted.items() if topic_id not in known]
    preferences = [
        Preference(id=preference_id_of(topic.id, pole), topic_id=topic.id, pole=pole, statement=said)
        for topic, statements in new
        for pole, statement in statements.items()
        if (said := " ".join(statement.split()))
    ]
    if new:
        connection.execute(PREFERENCE_TOPIC.insert(), [attrs.asdict(topic) for topic, _ in new])
        connection.execute(PREFERENCE.insert(), [attrs.asdict(preference) for preference in preferences])


def load_states(connection: Connection, condition: ColumnElement[bool]) -> dict[str, TopicState]:
    """The topics that fulfil a condition on ``PREFERENCE_TOPIC``, by id, with all that belongs to them."""
    rows = connection.execute(select(PREFERENCE_TOPIC).where(condition)).mappings()
    states = {row["id"]: TopicState(topic=from_row(Topic, row)) for row in rows}
    if not states:
        return states
    wanted = select(PREFERENCE_TOPIC.c.id).where(condition)
    own = PREFERENCE.c.topic_id.in_(wanted)
    for row in connection.execute(select(PREFERENCE).where(own).order_by(PREFERENCE.c.pole)).mappings():
        states[row["topic_id"]].preferences.append(from_row(Preference, row))
    for signal in load_signals(connection, PREFERENCE_SIGNAL.c.topic_id.in_(wanted)):
        states[signal.topic_id].signals.append(signal)
    items = select(MEMORY_ITEM, PREFERENCE.c.topic_id).join(PREFERENCE, PREFERENCE.c.id == MEMORY_ITEM.c.id)
    for row in connection.execute(items.where(own)).mappings():
        states[row["topic_id"]].items[row["id"]] = item_of(row)
    return states


def load_state(connection: Connection, topic_id: str) -> TopicState | None:
    """The topic of this id with all that belongs to it."""
    return load_states(connection, PREFERENCE_TOPIC.c.id == topic_id).get(topic_id)


def load_signals(connection: Connection, condition: ColumnElement[bool]) -> list[StoredSignal]:
    """The signals that fulfil a condition on ``PREFERENCE_SIGNAL``, oldest first."""
    columns = [PREFERENCE_SIGNAL.c[a.name] for a in attrs.fields(StoredSignal)]
    query = select(*columns).where(condition).order_by(PREFERENCE_SIGNAL.c.seq)
    return [from_row(StoredSignal, row) for row in connection.execute(query).mappings()]


def from_row(value_class: type[Value], row: RowMapping) -> Value:
    """The value in a row, whose columns have the names of its attributes."""
    return value_class(**{a.name: row[a.name] for a in attrs.fields(value_class)})


def update_preference(connection: Connection, preference: Preference, **values: Any) -> None:
    """Change columns of a preference's row."""
    connection.execute(PREFERENCE.update().where(PREFERENCE.c.id == preference.id).values(values))
