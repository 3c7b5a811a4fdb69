"""The feedback service: answers, limits, and how feedback that is under way is stopped."""

from __future__ import annotations

import asyncio
import threading

import pytest

from learning.feedback_samples import Desk, Listener
from underdraft import InvalidArgument, NotFound, Timeout


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
