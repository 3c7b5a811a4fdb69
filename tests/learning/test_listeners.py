"""Listeners: who is told of feedback, what they may hand in, and that their faults are theirs."""

from __future__ import annotations

import asyncio
import threading

import pytest

from learning.feedback_samples import Desk, Listener
from underdraft import InvalidArgument, PreferenceSignal, hookimpl
from underdraft.learning.listeners import SignalCollector


class EventOnly:
    """A listener that takes the event alone."""

    def __init__(self):
        self.actions = []

    @hookimpl
    def underdraft_feedback(self, event):
        self.actions.append(event.action)


def test_a_listener_may_take_the_event_alone(tmp_path):
    """A hook implementation may leave out arguments."""
    listener = EventOnly()
    desk = Desk(tmp_path, plugins=[listener])
    desk.feed("partial")
    assert listener.actions == ["partial"]
    desk.close()


@pytest.mark.parametrize("fault", [RuntimeError, SystemExit, KeyError])
def test_a_failing_listener_costs_nobody_else(tmp_path, fault):
    """Preference learning goes on when a stranger's listener raises, and its own signals are dropped."""

    def act(_event, preferences):
        preferences.signal(PreferenceSignal(axis="stranger", key="k", stance="accept", statement="s"))
        raise fault

    desk = Desk(tmp_path, plugins=[Listener(act)])
    assert desk.feed("accept", "偏好短句")["score"] == 1
    assert [k["axis"] for k in desk.rows("preference_kind")] == ["evidence"]
    desk.close()


def test_a_slow_listener_is_not_waited_for(tmp_path, monkeypatch):
    """What it hands in after its time does not count."""
    monkeypatch.setattr("underdraft.learning.listeners.LISTENER_TIMEOUT_MS", 60)
    release, late = threading.Event(), threading.Event()

    def act(_event, preferences):
        release.wait(10)
        preferences.signal(PreferenceSignal(axis="stranger", key="k", stance="accept", statement="s"))
        late.set()

    desk = Desk(tmp_path, plugins=[Listener(act)])
    assert desk.feed("accept", "偏好短句")["score"] == 1
    release.set()
    assert late.wait(10)
    assert [k["axis"] for k in desk.rows("preference_kind")] == ["evidence"]
    desk.close()


def test_a_strangers_axis_is_learned_like_an_observation(tmp_path):
    """A plugin can teach preferences on an axis of its own, through public names, also in a coroutine function."""
    signal = PreferenceSignal(
        axis="rhyme",
        key="rhyme",
        stance="accept",
        statement="押韵",
        opposite="不押韵",
        before="甲",
        after="乙",
    )

    async def act(_event, preferences):
        await asyncio.sleep(0)
        preferences.signal(signal)

    desk = Desk(tmp_path, plugins=[Listener(act)])
    for _ in range(4):
        answer = desk.feed("accept")
    assert (answer["ignored"], answer["learned"]["content"]) == (False, "押韵")
    assert {(s["before"], s["after"]) for s in desk.entry("押韵")["spans"]} == {("甲", "乙")}
    desk.close()


@pytest.mark.parametrize(
    "wrong",
    [
        {"axis": "No Spaces"},
        {"stance": "maybe"},
        {"key": " "},
        {"statement": ""},
    ],
)
def test_malformed_signals_are_refused_at_the_plugin(wrong):
    """A plugin hears at once what is wrong."""
    right = {"axis": "rhyme", "key": "k", "stance": "accept", "statement": "s"}
    with pytest.raises(InvalidArgument):
        SignalCollector().signal(PreferenceSignal(**(right | wrong)))
    with pytest.raises(InvalidArgument):
        SignalCollector().signal("rhyme")
