"""The channels of atomic memories, the profile, search, references, compacts and the work in the background."""

from __future__ import annotations

import pytest

from channels.envelopes import data, error
from memory.sessions import session_samples as samples


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace."""
    return underdraft_workspace(embedder="none")


@pytest.fixture
def fact(ws):
    """A fact of the project."""
    payload = {"content": "灯塔在北角", "tags": ["place"], "projectId": "test-project"}
    return data(ws, "atomic:create", payload)


def test_a_fact_lives_through_the_channels(ws, fact):
    """Created, read, listed, changed, deleted, restored."""
    assert data(ws, "atomic:get", {"id": fact["id"]}) == fact
    assert data(ws, "atomic:list", {"projectId": None})["items"] == []
    assert data(ws, "atomic:list", {"projectId": "test-project", "tag": "place"})["items"] == [fact]
    changed = data(ws, "atomic:update", {"id": fact["id"], "patch": {"tags": ["light"]}})
    assert (changed["tags"], changed["userConfirmed"], changed["version"]) == (["light"], True, 2)
    stale = {"id": fact["id"], "patch": {"content": "x"}, "expectedVersion": 1}
    assert error(ws, "atomic:update", stale)["code"] == "CONFLICT"
    assert data(ws, "atomic:delete", {"id": fact["id"]})["deletedAt"]
    assert data(ws, "atomic:restore", {"id": fact["id"]})["deletedAt"] is None


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ({"content": "x", "tags": "place"}, "tags: expected a list"),
        ({"content": "x", "tags": [1]}, "tags.0: expected a string"),
    ],
)
def test_a_text_is_no_list(ws, payload, said):
    """A single word in the place of a list is not taken apart into letters."""
    assert error(ws, "atomic:create", payload)["message"] == said


@pytest.mark.parametrize("patch", [[], "x", None, {"secret": 1}])
def test_a_wrong_patch(ws, fact, patch):
    """A patch is an object of known keys."""
    said = error(ws, "atomic:update", {"id": fact["id"], "patch": patch})
    assert said["message"].startswith("patch: ")
    assert "secret" not in said["message"]


def test_the_profile(ws):
    """Each write is a version, clearing it too."""
    assert data(ws, "profile:get")["version"] == 0
    data(ws, "profile:update", {"markdown": "# 我\n"})
    assert data(ws, "profile:delete", {"expectedVersion": 1})["markdown"] == ""
    assert [r["version"] for r in data(ws, "profile:history")["revisions"]] == [1, 2]


def test_search(ws, fact):
    """By keyword and time; a wrong span says what is expected."""
    span = {"from": "2026-01-01", "to": "2026-01-31"}
    (found,) = data(ws, "memory:search", {"keyword": "灯塔", "timeRange": span})["items"]
    assert found["ref"] == f"atomic:{fact['id']}"
    assert data(ws, "memory:search", {"keyword": "灯塔", "timeRange": {"to": "2020-01-01"}})["items"] == []
    for wrong, said in (
        ([], "timeRange: expected an object with from and to"),
        ({"until": "x"}, "timeRange.until: unknown field; known are: from, to"),
        ({"from": 5}, "timeRange.from: expected a string"),
    ):
        assert error(ws, "memory:search", {"keyword": "x", "timeRange": wrong})["message"] == said


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
    assert (run["ref"], run["kind"], run["complete"]) == (f"run:{run_id}", "run", True)
    assert (run["text"], run["candidates"]) == ("好的。", ["好的。"])
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


def test_compacts_and_pending_work(ws):
    """Runs are condensed on demand, and what waits in the background is counted."""
    data(ws, "ai:skill:run", {"skillId": "polish", "document": "a"})
    assert data(ws, "compact:run") == {"compacted": 1}
    assert [c["skillId"] for c in data(ws, "compact:list")["items"]] == ["polish"]
    assert data(ws, "memory:pending:run") == data(ws, "memory:pending") == {"waiting": 0, "failed": 0}
