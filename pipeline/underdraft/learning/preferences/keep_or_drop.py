"""Whether a worded taste that the writer has taken keeps its place in the prompt.

Two bounds, so that the prefix does not change to and fro: a taste passes its trial at a clear gain and then stays
until it has none; one that gains nothing is given up at a clear loss, or when the window is full. It never comes
back by itself.
"""

from __future__ import annotations

from typing import Literal

import attrs
from sqlalchemy import Connection, select

from underdraft.learning.preferences.apply_scores import OUTLIVED, retire, save
from underdraft.learning.preferences.kept_share import WINDOW, read_survival
from underdraft.learning.preferences.topics import BY_ID, OF_PROJECT, Preference, TopicState, load_states
from underdraft.learning.preferences.worded_keys import TRIAL, WORDED_AXIS, scene_of
from underdraft.memory.db.schema.feedback import PREFERENCE_TOPIC
from underdraft.memory.notes.record import MemoryItem
from underdraft.types.feedback import FeedbackEvent
from underdraft.types.preferences import Survival

CLEAR = 0.02
"""Gain from which a taste has passed, and loss from which one that has not is given up: two of 100 code points."""

Verdict = Literal["open", "passed", "lost"]

_TOPICS = select(PREFERENCE_TOPIC.c.id, PREFERENCE_TOPIC.c.key).where(
    OF_PROJECT, PREFERENCE_TOPIC.c.axis == WORDED_AXIS
)


def judge_tastes(connection: Connection, event: FeedbackEvent) -> tuple[MemoryItem, ...]:
    """Judge the tastes on trial in the scene of a feedback; gives those that lose their place with it."""
    if event.run_id is None or event.scene_type is None:
        return ()
    given = {"project_id": event.project_id}
    ids = [id_ for id_, key in connection.execute(_TOPICS, given) if scene_of(key) == event.scene_type]
    lost: list[MemoryItem] = []
    for state in load_states(connection, BY_ID, ids=ids).values() if ids else ():
        for preference in state.preferences:
            item = state.live_item(preference)
            if item is None or item.content != preference.statement or TRIAL not in item.metadata:
                continue  # not in use, or the writer's own words, or not to be judged any more
            if judge(connection, state, preference, item, event.at) == "lost":
                lost.append(item)
    return tuple(lost)


def judge(
    connection: Connection, state: TopicState, preference: Preference, item: MemoryItem, at: str
) -> Verdict:
    """Judge one taste and write down what follows."""
    scene, project = scene_of(state.topic.key), state.topic.project_id
    now: Verdict = "passed" if item.metadata[TRIAL] == "passed" else "open"
    found = verdict(read_survival(connection, item.id, project_id=project, scene_type=scene), now)
    if found == "lost":
        retire(connection, state, preference, state.tallies()[preference.pole], reason=OUTLIVED, at=at)
    elif found != now:
        marked = attrs.evolve(item, metadata={**item.metadata, TRIAL: found})
        save(connection, state, item, marked, action="update", at=at)
    return found


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
