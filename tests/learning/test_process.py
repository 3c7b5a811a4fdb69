"""The feedback stage: listeners, what they are told, what they may hand in, limits and cancellation."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from learning.preferences.feedback_samples import TEXT, Desk
from underdraft import Canceled, FeedbackEvent, InvalidArgument, NotFound, PreferenceSignal, Timeout, hookimpl
from underdraft.learning.commit_gate import CommitGate
from underdraft.learning.event import Basis, Draft, RunSituation, decide, measure_edit
from underdraft.learning.listeners import SignalCollector
from underdraft.types.feedback import Feedback


class Listener:
    """Remembers what it is told; ``act`` says what else it does."""

    def __init__(self, act=None):
        self.events, self.act = [], act or (lambda _event, _preferences: None)

    @hookimpl
    def underdraft_feedback(self, event, preferences):
        self.events.append(event)
        return self.act(event, preferences)


class EventOnly:
    """A listener that takes the event alone."""

    def __init__(self):
        self.actions = []

    @hookimpl
    def underdraft_feedback(self, event):
        self.actions.append(event.action)


@pytest.fixture
def listening(tmp_path):
    """A workspace with a listener."""
    listener = Listener()
    desk = Desk(tmp_path, plugins=[listener])
    yield desk, listener
    desk.close()


def test_third_parties_hear_what_happened(listening):
    """Issue 3.1: every new event is announced once, with its facts."""
    desk, listener = listening
    run = desk.run(scene_type="dialogue")
    for _ in range(2):
        desk.feed("accept", "偏好短句", run, finalText=TEXT[:-1] + "！")
    (event,) = listener.events
    assert isinstance(event, FeedbackEvent)
    assert (event.run_id, event.action, event.skill_id, event.project_id) == (
        run,
        "accept",
        "polish",
        "novel",
    )
    assert (event.signal, event.scene_type, event.model_text, event.locale) == (
        "LIGHT_EDIT",
        "dialogue",
        TEXT,
        "zh",
    )
    assert [o.tag for o in event.observations if o.lean != "kept"] == []
    assert 0 < event.edit_distance < 0.2


def test_ignored_events_are_announced_with_their_reason(listening):
    """Observers see noise, too."""
    desk, listener = listening
    desk.feed("reject")
    assert [(e.action, e.ignored_reason) for e in listener.events] == [("reject", "empty")]


def test_listeners_get_no_text_in_privacy_mode(listening):
    """What must not be stored is not handed out."""
    desk, listener = listening
    run = desk.run()
    desk.settings(privacyModeEnabled=True)
    desk.feed("accept", "一段原文", run, finalText="另一段原文")
    (event,) = listener.events
    assert (event.evidence_ref, event.final_text, event.model_text) == (None, None, None)
    assert event.privacy


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
    monkeypatch.setattr("underdraft.learning.service.process_feedback", _quick())
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


def _quick():
    from underdraft.learning.process import process_feedback

    return lambda *args, **options: process_feedback(*args, **options, listener_timeout_ms=60)


def test_a_strangers_axis_is_learned_like_an_observation(tmp_path):
    """A plugin can teach preferences of its own kind, through public names alone."""
    signal = PreferenceSignal(
        axis="rhyme",
        key="rhyme",
        stance="accept",
        statement="押韵",
        opposite="不押韵",
        before="甲",
        after="乙",
    )
    desk = Desk(tmp_path, plugins=[Listener(lambda _e, preferences: preferences.signal(signal))])
    for _ in range(4):
        answer = desk.feed("accept")
    assert (answer["ignored"], answer["learned"]["content"]) == (False, "押韵")
    assert {(s["before"], s["after"]) for s in desk.entry("押韵")["spans"]} == {("甲", "乙")}
    desk.close()


def test_an_async_listener_is_awaited(tmp_path):
    """A listener may be a coroutine function."""

    async def act(_event, preferences):
        await asyncio.sleep(0)
        preferences.signal(PreferenceSignal(axis="rhyme", key="r", stance="accept", statement="押韵"))

    desk = Desk(tmp_path, plugins=[Listener(act)])
    desk.feed("accept")
    assert desk.entry("押韵")["support"] == 1
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


def test_python_callers_get_values_and_exceptions(listening):
    """``ws.feedback`` raises typed errors and gives the learned memory as a value."""
    desk, _ = listening
    with pytest.raises(NotFound):
        desk.ws.feedback_sync("none", "accept")
    with pytest.raises(InvalidArgument):
        desk.ws.feedback_sync(desk.run(), "accept", evidense="x")
    for _ in range(3):
        booked = desk.ws.feedback_sync(desk.run(), "accept", evidence_ref="偏好短句")
    assert booked.learned.content == "偏好短句"


def test_without_the_learning_plugin_feedback_is_recorded_and_teaches_nothing(tmp_path):
    """Learning is one listener among others."""
    desk = Desk(tmp_path)
    implementations = desk.ws.plugins.implementations("underdraft_feedback")
    plugin = next(i.plugin for i in implementations if i.plugin_name == "preference_learning")
    desk.ws.plugins.manager.unregister(plugin)
    answer = desk.feeds("accept", "accept", "accept", "accept")
    assert (answer["recorded"], answer["score"], desk.learned()) == (True, 0, [])
    desk.close()


def test_a_timeout_is_told_and_leaves_nothing(tmp_path):
    """Seed 003, cancel and timeout: TIMEOUT, and no trace of the feedback."""
    release = threading.Event()
    desk = Desk(tmp_path, plugins=[Listener(lambda _e, _p: release.wait(10))])
    envelope = desk.ws.invoke_sync(
        "ai:skill:feedback",
        {"runId": desk.run(), "action": "accept", "evidenceRef": "偏好短句", "timeoutMs": 150},
    )
    release.set()
    assert (envelope["error"]["code"], envelope["error"]["details"]) == ("TIMEOUT", {"timeoutMs": 150})
    assert desk.rows("feedback_event") == []
    release.clear()
    run = desk.run()
    with pytest.raises(Timeout):
        desk.ws.feedback_sync(run, "accept", timeout_ms=100)
    release.set()
    desk.close()


def test_cancel_by_run_id_answers_canceled_and_leaves_nothing(tmp_path):
    """Seed 003: cancelled feedback answers CANCELED, nothing is pending, and it can be given again."""
    started, release = threading.Event(), threading.Event()

    def act(_event, _preferences):
        started.set()
        release.wait(10)

    desk = Desk(tmp_path, plugins=[Listener(act)])
    run, answers = desk.run(), []
    payload = {"runId": run, "action": "accept", "evidenceRef": "偏好短句"}
    waiting = threading.Thread(
        target=lambda: answers.append(desk.ws.invoke_sync("ai:skill:feedback", payload))
    )
    waiting.start()
    assert started.wait(10)
    assert desk.data("ai:skill:cancel", {"runId": run}) == {"canceled": True}
    waiting.join(10)
    release.set()
    assert answers[0]["error"]["code"] == "CANCELED"
    assert desk.rows("feedback_event") == []
    assert desk.data("ai:skill:cancel", {"runId": run}) == {"canceled": False}
    assert desk.data("ai:skill:feedback", payload)["score"] == 1
    desk.close()


def test_a_cancelled_task_leaves_nothing(tmp_path):
    """A caller that gives up on ``await ws.feedback(...)`` leaves no trace and no task."""
    started, release = threading.Event(), threading.Event()

    def act(_event, _preferences):
        started.set()
        release.wait(10)

    desk = Desk(tmp_path, plugins=[Listener(act)])
    run = desk.run()

    async def give_up():
        task = asyncio.create_task(desk.ws.feedback(run, "accept", evidence_ref="偏好短句"))
        await asyncio.to_thread(started.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert asyncio.all_tasks() == {asyncio.current_task()}
        release.set()

    asyncio.run(give_up())
    assert desk.rows("feedback_event") == []
    desk.close()


def test_the_gate_lets_one_side_win():
    """Whoever comes first, commit or cancel, has it for good."""
    gate = CommitGate()
    gate.commit()
    assert gate.cancel() is False
    gate = CommitGate()
    assert gate.cancel() is True
    with pytest.raises(Canceled):
        gate.commit()


def test_an_edit_of_a_text_that_was_not_kept_is_neutral():
    """Without the model's text nothing is known of the edit, so nothing is claimed."""
    run = RunSituation(project_id=None, skill_id="polish", texts=(), candidates=1)
    feedback = Feedback(action="accept", run_id="r", final_text="留下的")
    draft = Draft(feedback=feedback, run=run, edit=measure_edit(feedback, run), at="t", locale="zh")
    event = decide(draft, Basis(threshold=3)).event
    assert (event.signal, event.edit_distance, event.observations) == ("NEUTRAL", None, ())


def test_a_feedback_takes_milliseconds(listening):
    """Learning from an edit of a page stays far from noticeable."""
    desk, _ = listening
    page = TEXT * 60
    run = desk.run(page)
    begin = time.perf_counter()
    desk.feed("accept", "偏好短句", run, finalText=page.replace("雨", "大雨"))
    assert time.perf_counter() - begin < 2
