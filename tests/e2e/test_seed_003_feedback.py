"""Seed 003: feedback is traceable, feeds learning, and can be cancelled; the writer sees and controls it."""

from __future__ import annotations

import threading

import pytest

from learning.feedback_samples import Desk
from underdraft import hookimpl


class Waiting:
    """A listener that waits until it is let go."""

    def __init__(self):
        self.started, self.release = threading.Event(), threading.Event()

    @hookimpl
    def underdraft_feedback(self, event):
        self.started.set()
        self.release.wait(10)


@pytest.mark.seed("003.8.3")
@pytest.mark.parametrize(("action", "learned"), [("accept", "多用动词"), ("reject", "避免：多用动词")])
def test_accept_and_reject_update_what_is_learned(tmp_path, action, learned):
    """WN feedback scenario: accepts and rejects reach the preference learning."""
    desk = Desk(tmp_path)
    assert desk.feeds(action, action, action, evidence="多用动词")["learned"]["content"] == learned
    assert desk.previewed() == [learned]
    desk.close()


@pytest.mark.seed("003.8.4")
@pytest.mark.parametrize("way", ["cancel", "timeout"])
def test_cancel_and_timeout_clear_what_was_pending(tmp_path, way):
    """WN cancel scenario: CANCELED or TIMEOUT, nothing stored, nothing left hanging."""
    listener, answers = Waiting(), []
    desk = Desk(tmp_path, plugins=[listener])
    run = desk.run()
    payload = {"runId": run, "action": "accept", "evidenceRef": "多用动词"}
    if way == "timeout":
        payload["timeoutMs"] = 1_500
    thread = threading.Thread(
        target=lambda: answers.append(desk.ws.invoke_sync("ai:skill:feedback", payload))
    )
    thread.start()
    assert listener.started.wait(10)
    if way == "cancel":
        assert desk.ws.cancel(run)
    thread.join(10)
    listener.release.set()
    assert answers[0]["error"]["code"] == {"cancel": "CANCELED", "timeout": "TIMEOUT"}[way]
    assert not desk.ws.learning._running
    assert [desk.rows(t) for t in ("feedback_event", "preference_signal", "memory_item")] == [[], [], []]
    assert desk.feed("accept", "多用动词", run)["score"] == 1
    desk.close()
