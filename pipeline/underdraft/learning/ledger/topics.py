"""Topics of signals, the wordings of their two poles, and the signals; ids follow from content.

A topic is not a rule: what is learned from a pole is a record (:mod:`underdraft.memory.notes`), whose id follows from the
topic's, so that processes agree on it. A pole without a record is a candidate.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args

import attrs
from sqlalchemy import ColumnElement, Connection, Executable, bindparam, func, select

from underdraft.learning.ledger.scores import POLES, WINDOW_THRESHOLDS, Pole, Tally, tally
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.feedback import PREFERENCE_SIGNAL, PREFERENCE_TOPIC
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import ACTIVE, MemoryItem
from underdraft.memory.notes.rows import item_of
from underdraft.memory.sections import MEMORIES
from underdraft.types.feedback import Stance
from underdraft.types.values import frozen


@frozen(kw_only=True)
class Topic:
    """A subject for which signals are counted."""

    id: str
    scope: str
    project_id: str | None
    axis: str
    key: str
    counted_after: int
    created_at: str
    accept: str = ""
    reject: str = ""

    def says(self, pole: Pole) -> str:
        """Return the wording of a pole; empty where nothing can be learned from it."""
        return self.accept if pole == "accept" else self.reject


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
        items: The records of both poles, in all states.
    """

    topic: Topic
    threshold: int
    counts: Mapping[Stance, int]
    last: list[Stance] = attrs.field(factory=list)
    newest: int = 0
    items: dict[Pole, MemoryItem] = attrs.field(factory=dict)

    def tallies(self) -> dict[Pole, Tally]:
        """Both poles, judged by the signals that count."""
        by: dict[str, Any] = {"threshold": self.threshold, "axis": self.topic.axis}
        return {pole: tally(self.last, pole=pole, counts=self.counts, **by) for pole in POLES}

    @property
    def poles(self) -> list[Pole]:
        """The poles with a wording."""
        return [pole for pole in POLES if self.topic.says(pole)]

    def id_of(self, pole: Pole) -> str:
        """The id of a pole and the record for it."""
        return preference_id_of(self.topic.id, pole)

    def in_use(self, pole: Pole) -> MemoryItem | None:
        """The pole's record, if it stands in prompts."""
        item = self.items.get(pole)
        return item if item is not None and item.state == ACTIVE else None


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


def new_topic(
    project_id: str | None, axis: str, key: str, at: str, *, accept: str = "", reject: str = ""
) -> Topic:
    """A topic without signals, with what its poles say; ``key`` is normalised."""
    return Topic(
        id=topic_id_of(project_id, axis, key),
        scope="global" if project_id is None else "project",
        project_id=project_id,
        axis=axis,
        key=key,
        counted_after=0,
        created_at=at,
        accept=" ".join(accept.split()),
        reject=" ".join(reject.split()),
    )


def add_topics(connection: Connection, topics: Iterable[Topic]) -> None:
    """Add those topics that are not in the store; what the poles say stays as it first was."""
    wanted = {topic.id: topic for topic in topics}
    known = set(connection.scalars(_KNOWN, {"ids": [*wanted]})) if wanted else set()
    if new := [attrs.asdict(topic) for topic_id, topic in wanted.items() if topic_id not in known]:
        connection.execute(PREFERENCE_TOPIC.insert(), new)


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
    return counted.correlate(PREFERENCE_TOPIC).scalar_subquery().label(f"{stance}s")


@cache
def state_queries(condition: ColumnElement[bool]) -> tuple[Executable, ...]:
    """The queries for topics under a condition, and for their last signals and records."""
    last, item = PREFERENCE_SIGNAL.alias(), MEMORY_ITEM.c
    return (
        select(PREFERENCE_TOPIC, *map(_count, get_args(Stance))).where(condition),
        select(last.c.topic_id, last.c.seq, last.c.stance)
        .join(PREFERENCE_TOPIC, last.c.topic_id == _T.id)
        .where(condition, last.c.seq > func.coalesce(_BEFORE_LAST, _T.counted_after))
        .order_by(last.c.seq),
        select(MEMORY_ITEM).where(
            item.topic_id.in_(select(_T.id).where(condition)), item.section == MEMORIES
        ),
    )


def load_states(
    connection: Connection, condition: ColumnElement[bool], *, threshold: int = 1, **parameters: Any
) -> dict[str, TopicState]:
    """The topics under a condition, by id, with all that decides about them at this threshold."""
    topics, last, items = state_queries(condition)
    names = [a.name for a in attrs.fields(Topic)]
    states = {
        row["id"]: TopicState(
            topic=Topic(**{name: row[name] for name in names}),
            threshold=threshold,
            counts={stance: row[f"{stance}s"] for stance in get_args(Stance)},
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
    for row in connection.execute(items, parameters).mappings():
        states[row["topic_id"]].items[row["pole"]] = item_of(row)
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
