"""The channels of feedback and of what is learned from it."""

from __future__ import annotations

import pytest

from channels.envelopes import data, error
from underdraft.testing import FakeModel

REPLY = "他慢慢地抬起头，看着远处的灯塔，心里忽然很安静，什么也不想说。"


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace whose model is no stand-in."""
    return underdraft_workspace(plugins=[FakeModel(REPLY)], model="fake", embedder="none")


@pytest.fixture
def run(ws):
    """A finished run."""
    return data(ws, "ai:skill:run", {"skillId": "polish", "document": "他站在码头上。"})["runId"]


def test_what_does_not_apply_is_left_out(ws, run):
    """Keys for a reason, a memory and observations are there only when there is one."""
    told = data(ws, "ai:skill:feedback", {"runId": run, "action": "accept", "evidenceRef": "短句为主"})
    assert list(told) == ["recorded", "ignored", "signal", "weight", "score", "threshold"]
    again = data(ws, "ai:skill:feedback", {"runId": run, "action": "reject"})
    assert again["ignoredReason"] == "empty"


def test_observations_have_their_tag(ws, run):
    """What an edit shows is told with its tag; what was left alone is not."""
    payload = {"runId": run, "action": "partial", "finalText": "他抬头看灯塔。心里安静。不想说话。"}
    seen = data(ws, "ai:skill:feedback", payload)["observations"]
    assert {"edit:modifiers:fewer", "edit:sentence_length:shorter"} & {o["tag"] for o in seen}
    assert all(list(o)[-1] == "tag" and o["lean"] != "kept" for o in seen)


def test_an_edit_is_answered_with_what_was_noticed_and_how_far_it_is(ws):
    """Each habit with its score and what makes a preference of it; the sentence is what would be remembered."""
    payload = {"action": "accept", "finalText": "他忽然站住。她忽然回头。"}
    noticed = []
    for _ in range(2):
        run = ws.record_sync(ws.preview_sync("polish", document="雾。"), "他突然站住！她突然回头！").id
        noticed.append(data(ws, "ai:skill:feedback", {**payload, "runId": run})["noticed"])
    assert data(ws, "ai:skill:feedback", {**payload, "runId": run})["noticed"] == noticed[-1]
    first = [{"text": text, "score": 1.0, "needed": 4} for text in ("少用感叹号", "用“忽然”，不用“突然”")]
    assert noticed == [first, [{**habit, "score": 2.0} for habit in first]]


def test_a_signal_without_a_run(ws):
    """For no project it holds for all of them."""
    payload = {"action": "accept", "evidenceRef": "短句为主", "projectId": None}
    for _ in range(3):
        data(ws, "memory:preferences:ingest", payload)
    (entry,) = data(ws, "memory:preferences:list")["items"]
    assert (entry["scope"], entry["state"]) == ("global", "learned")
    assert error(ws, "memory:preferences:ingest", payload | {"action": "maybe"}) == {
        "code": "INVALID_ARGUMENT",
        "message": "action: expected accept, reject or partial",
        "details": {"field": "action"},
    }


def test_a_signal_with_a_run_is_for_its_project(ws, run):
    """The project is the workspace's own when none is given."""
    payload = {"action": "accept", "evidenceRef": "短句为主", "runId": run}
    data(ws, "memory:preferences:ingest", payload)
    assert data(ws, "memory:preferences:list", {"projectId": None})["items"] == []
    (entry,) = data(ws, "memory:preferences:list")["items"]
    assert entry["runs"] == [run]
