"""What a reference brings back."""

from __future__ import annotations

import pytest

from channels.envelopes import data, error
from memory.sessions import session_samples as samples


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace."""
    return underdraft_workspace(embedder="none")


@pytest.fixture
def spoken(tmp_path):
    """A workspace in which something was said, and the id of the run."""
    with samples.opened(samples.project(tmp_path), "好的。") as workspace:
        run = samples.say(workspace, "主角叫林远")
        samples.settle(workspace)
        data(workspace, "memory:create", {"type": "note", "scope": "global", "content": "少写雨"})
        yield workspace, run.id


def test_each_kind_of_reference_is_shown_whole(spoken):
    """A run with its messages, a session with its transcript, a fact, a memory; with or without the mark."""
    ws, run_id = spoken
    run = data(ws, "memory:show", {"ref": f"ref:run:{run_id}"})
    assert (run["runId"], run["complete"]) == (run_id, True)
    assert run["text"] == "好的。"
    session = data(ws, "memory:show", {"ref": "session:s1"})
    assert [m["role"] for m in session["messages"]] == ["user", "assistant"]
    assert (session["summary"]["title"], session["nextCursor"]) == ("主角叫林远", None)
    [fact] = data(ws, "atomic:list", {"projectId": "harbour"})["items"]
    shown = data(ws, "memory:show", {"ref": f"atomic:{fact['id']}"})
    assert shown == {"ref": f"atomic:{fact['id']}", "kind": "atomic", "item": fact}
    [item] = data(ws, "memory:list")["items"]
    assert data(ws, "memory:show", {"ref": f"memory:{item['id']}"})["item"] == item


def test_what_a_receipt_names_can_be_shown(ws):
    """An episode that was recorded without a run is named ``episode:<id>`` in receipts, and is brought back by it."""
    record = {"projectId": "harbour", "sceneType": "dialogue", "skillUsed": "polish", "selectedIndex": 0}
    record |= {"candidateCount": 1, "editDistance": 0.0, "finalText": "灯亮了。", "wait": True}
    made = data(ws, "memory:episode:record", record)["episodeId"]
    shown = data(ws, "memory:show", {"ref": f"ref:episode:{made}", "projectId": "harbour"})
    assert (shown["kind"], shown["item"]["id"], shown["item"]["finalText"]) == ("episode", made, "灯亮了。")


def test_another_projects_session_is_not_shown(spoken):
    """Nor what does not exist."""
    ws, _ = spoken
    payloads = [{"ref": f"{kind}:none"} for kind in ("run", "session", "episode", "atomic", "memory")]
    for payload in ({"ref": "session:s1", "projectId": "other"}, *payloads):
        assert error(ws, "memory:show", payload)["code"] == "NOT_FOUND"


@pytest.mark.parametrize("ref", ["", "run", "run:", "chapter:1", "ref:"])
def test_what_is_no_reference_is_refused(ws, ref):
    """The message lists what one looks like."""
    said = error(ws, "memory:show", {"ref": ref})["message"]
    assert said == "ref: expected run:<id>, session:<id>, episode:<id>, atomic:<id>, memory:<id>"
