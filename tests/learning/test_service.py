"""The feedback service: what listeners are told and what may change meanwhile, answers, limits, how it is stopped."""

from __future__ import annotations

import asyncio
import threading

import pytest

from learning.feedback_samples import TEXT, Desk, Listener
from underdraft import FeedbackEvent, InvalidArgument, NotFound


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


def test_third_parties_hear_what_happened(listening):
    """Every new event is announced once, with its facts."""
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


def test_listeners_hear_of_noise_and_get_no_text_in_privacy_mode(listening):
    """An ignored event comes with its reason; what must not be stored is not handed out."""
    desk, listener = listening
    desk.feed("reject")
    run = desk.run()
    desk.settings(privacyModeEnabled=True)
    desk.feed("accept", "一段原文", run, finalText="另一段原文")
    noise, event = listener.events
    assert (noise.action, noise.ignored_reason) == ("reject", "empty")
    assert (event.evidence_ref, event.final_text, event.model_text) == (None, None, None)
    assert event.privacy


def test_without_the_learning_plugin_feedback_is_recorded_and_teaches_nothing(tmp_path):
    """Learning is one listener among others."""
    desk = Desk(tmp_path)
    implementations = desk.ws.plugins.implementations("underdraft_feedback")
    plugin = next(i.plugin for i in implementations if i.plugin_name == "preference_learning")
    desk.ws.plugins.manager.unregister(plugin)
    answer = desk.feeds("accept", "accept", "accept", "accept")
    assert (answer["recorded"], answer["score"], desk.learned()) == (True, 0, [])
    desk.close()


def test_privacy_mode_that_is_switched_on_meanwhile_is_honoured(tmp_path):
    """No word that a listener heard before is stored, neither of the event nor of its signals."""
    before, after = "He began to walk home. 雨还在下！", "He started to walk home. 雨还在下。"
    listener = Listener(lambda _event, _preferences: desk.settings(privacyModeEnabled=True))
    desk = Desk(tmp_path, plugins=[listener])
    run = desk.run(before)
    answer = desk.feed("accept", "一段原文", run, finalText=after)
    assert listener.events[0].final_text == after
    (event,) = desk.rows("feedback_event")
    assert (event["evidence_ref"], event["ignored_reason"]) == (None, "privacy_mode_reject")
    assert [o["tag"] for o in answer["observations"]] == ["edit:exclamation:fewer"]
    assert not any(word in desk.stored() for word in ("原文", "began", "started", "雨"))
    assert [k["axis"] for k in desk.rows("preference_kind")] == ["exclamation"]
    desk.close()


def test_feedback_that_was_stored_meanwhile_is_not_stored_twice(tmp_path):
    """The same feedback that came in while listeners were asked is the answer."""

    def act(_event, _preferences):
        if len(listener.events) == 1:
            desk.feed("accept", "偏好短句", run)

    listener = Listener(act)
    desk = Desk(tmp_path, plugins=[listener])
    run = desk.run()
    assert desk.feed("accept", "偏好短句", run)["score"] == 1
    assert len(desk.rows("feedback_event")) == 1
    desk.close()


def test_an_accept_that_was_replaced_meanwhile_cannot_be_undone(tmp_path):
    """The decision is made anew under the lock, and nothing is written."""

    def act(event, _preferences):
        if event.undo:
            desk.feed("reject", "偏好短句", run)

    desk = Desk(tmp_path, plugins=[Listener(act)])
    run = desk.run()
    desk.feed("accept", "偏好短句", run)
    payload = {"runId": run, "action": "reject", "undo": True}
    assert desk.code("ai:skill:feedback", payload) == "CONFLICT"
    assert [e["action"] for e in desk.rows("feedback_event")] == ["accept", "reject"]
    desk.close()
