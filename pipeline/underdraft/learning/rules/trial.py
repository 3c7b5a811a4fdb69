"""Whether a worded taste that the writer has taken keeps its place in the prompt.

Two bounds, so that the prefix does not change to and fro: a taste passes its trial at a clear gain and then stays
until it has none; one that gains nothing is given up at a clear loss, or when the window is full. It never comes
back by itself.
"""

from __future__ import annotations

from typing import Literal

import attrs
from sqlalchemy import Connection, select

from underdraft.learning.ledger.kept_share import WINDOW, read_survival
from underdraft.learning.ledger.topics import BY_ID, TopicState, load_states
from underdraft.learning.rules.lifecycle import OUTLIVED, retire, save
from underdraft.memory.db.dialect import is_value
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.notes.record import ACTIVE, MEMORIES, MemoryItem
from underdraft.types.feedback import FeedbackEvent
from underdraft.types.preferences import Survival

CLEAR = 0.02
"""Gain from which a taste has passed, and loss from which one that has not is given up: two of 100 code points."""

Verdict = Literal["open", "passed", "lost"]

TRIAL = "trial"
"""In a record's metadata: ``open`` or ``passed``; a taste without it is not judged."""


def judge_tastes(connection: Connection, event: FeedbackEvent) -> tuple[MemoryItem, ...]:
    """Judge the tastes on trial in the scene of a feedback; gives those that lose their place with it."""
    if event.run_id is None or event.scene_type is None:
        return ()
    c = MEMORY_ITEM.c
    mine = (c.section == MEMORIES, c.source == "worded", c.state == ACTIVE, c.scene == event.scene_type)
    topics = select(c.topic_id).where(*mine, is_value(c.project_id, event.project_id))
    ids = connection.scalars(topics).all()
    lost: list[MemoryItem] = []
    for state in load_states(connection, BY_ID, ids=ids).values() if ids else ():
        for item in list(state.items.values()):
            if item.content != state.topic.says("accept") or TRIAL not in item.metadata:
                continue  # the writer's own words, or not to be judged any more
            if judge(connection, state, item, event) == "lost":
                lost.append(item)
    return tuple(lost)


def judge(connection: Connection, state: TopicState, item: MemoryItem, event: FeedbackEvent) -> Verdict:
    """Judge one taste and write down what follows."""
    now: Verdict = "passed" if item.metadata[TRIAL] == "passed" else "open"
    found = verdict(survival_of(connection, item), now)
    if found == "lost":
        retire(connection, state, item, state.tallies()["accept"], reason=OUTLIVED, at=event.at)
    elif found != now:
        marked = attrs.evolve(item, metadata={**item.metadata, TRIAL: found})
        save(connection, state, item, marked, action="update", at=event.at)
    return found


def survival_of(connection: Connection, item: MemoryItem) -> Survival:
    """How runs in a rule's kind of scene fared with it in their prompt, and without."""
    return read_survival(connection, item.id, project_id=item.project_id, scene_type=item.scene or "")


def verdict(survival: Survival, now: Verdict) -> Verdict:
    """What the figures say of a taste that is on trial, or has passed."""
    gain = survival.gain
    if gain is None:
        return now
    if gain >= CLEAR:
        return "passed"
    if now == "passed":
        return "passed" if gain > 0 else "lost"
    return "lost" if gain <= -CLEAR or survival.with_it.runs >= WINDOW else "open"
