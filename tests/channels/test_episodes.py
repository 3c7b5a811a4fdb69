"""The channels of past runs."""

from __future__ import annotations

import pytest

from channels.envelopes import data, error

RECORD = {
    "projectId": "test-project",
    "sceneType": "action",
    "skillUsed": "polish",
    "selectedIndex": 0,
    "candidateCount": 1,
    "editDistance": 0.1,
    "finalText": "雨停了。",
    "wait": True,
}
HIDDEN = {"content", "importanceGiven"}


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace."""
    return underdraft_workspace(embedder="none")


def test_recorded_listed_confirmed_and_forgotten(ws):
    """An episode is answered without what only the engine needs."""
    made = data(ws, "memory:episode:record", RECORD)
    assert made == {
        "accepted": True,
        "episodeId": made["episodeId"],
        "implicitSignal": "LIGHT_EDIT",
        "implicitWeight": 0.45,
    }
    (item,) = data(ws, "memory:episode:list")["items"]
    assert (item["id"], item["finalText"]) == (made["episodeId"], "雨停了。")
    assert not HIDDEN & item.keys()
    assert data(ws, "memory:episode:settle", {"action": "keep", "id": item["id"]})["item"]["userConfirmed"]
    assert data(ws, "memory:episode:settle", {"action": "release", "id": item["id"]})["item"]["version"] == 3
    assert data(ws, "memory:episode:settle", {"action": "forget", "id": item["id"]}) == {"id": item["id"]}
    assert data(ws, "memory:episode:list")["items"] == []


def test_a_query_explains_its_scores(ws):
    """Score and parts stand beside the episode's fields; without vectors it says why."""
    data(ws, "memory:episode:record", RECORD)
    found = data(ws, "memory:episode:query", {"projectId": "test-project", "queryText": "雨"})
    (item,) = found["items"]
    assert not HIDDEN & item.keys()
    assert item["score"] == pytest.approx(sum(part["points"] for part in item["parts"].values()), abs=1e-3)
    assert found["diagnostics"]["code"] == "EMBEDDER_NONE"
    assert "diagnostics" not in data(ws, "memory:episode:query", {"projectId": "test-project"})


def test_an_undo(ws):
    """The accept of an episode is taken back, whatever else the payload says."""
    made = data(ws, "memory:episode:record", RECORD)["episodeId"]
    undone = data(ws, "memory:episode:record", RECORD | {"undoEpisodeId": made})
    assert (undone["episodeId"], undone["implicitSignal"]) == (made, "UNDO_AFTER_ACCEPT")
    other = RECORD | {"undoEpisodeId": made, "projectId": None}
    assert error(ws, "memory:episode:record", other)["code"] == "NOT_FOUND"


@pytest.mark.parametrize(
    ("trigger", "counts"),
    [
        ("realtimeEvictionTrigger", ["expired", "evicted", "overBudget"]),
        ("dailyDecayRecomputeTrigger", ["examined", "recomputed"]),
        ("weeklyCompressTrigger", ["compressed", "expired", "evicted", "overBudget"]),
    ],
)
def test_a_trigger_answers_with_its_own_counts(ws, trigger, counts):
    """What a trigger does not count is left out."""
    assert list(data(ws, "memory:maintenance:run", {"trigger": trigger})) == ["trigger", "projects", *counts]


def test_an_unknown_trigger(ws):
    """The message names those there are."""
    said = error(ws, "memory:maintenance:run", {"trigger": "hourly"})
    assert said["code"] == "INVALID_ARGUMENT"
    assert "weeklyCompressTrigger, monthlyPurgeTrigger, compactRuns" in said["message"]
