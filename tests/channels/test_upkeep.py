"""What is done in the background, done at once."""

from __future__ import annotations

import pytest

from channels.envelopes import data, error


@pytest.fixture
def ws(underdraft_workspace):
    """A workspace."""
    return underdraft_workspace(embedder="none")


def test_compacts_and_pending_work(ws):
    """Runs are condensed on demand, and what waits in the background is counted."""
    data(ws, "ai:skill:run", {"skillId": "polish", "document": "a"})
    assert data(ws, "memory:maintenance:run", {"trigger": "compactRuns"})["compacted"] == 1
    assert [c["skillId"] for c in data(ws, "compact:list")["items"]] == ["polish"]
    left = data(ws, "memory:maintenance:run", {"trigger": "pendingWork"})["pending"]
    assert left == data(ws, "memory:pending") == {"waiting": 0, "failed": 0}


def test_nothing_to_distil(ws):
    """In an empty store there is nothing to learn, and an unknown rule is not found."""
    assert data(ws, "memory:maintenance:run", {"trigger": "distilRules"})["proposed"] == 0
    assert data(ws, "memory:preferences:list")["items"] == []
    for action in ("confirm", "refuse"):
        payload = {"id": "rule-1", "action": action}
        assert error(ws, "memory:preferences:settle", payload)["code"] == "NOT_FOUND"


def test_the_index_is_rebuilt(ws):
    """Which needs an embedder."""
    answer = error(ws, "memory:maintenance:run", {"trigger": "rebuildIndex"})
    assert (answer["code"], answer["details"]) == ("DB_ERROR", {"reason": "EMBEDDER_NONE"})
