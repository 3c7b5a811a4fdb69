"""The channels about the prompt cache."""

from __future__ import annotations

import pytest

from cache.prefix_breaks import Novel
from channels.envelopes import data, error


@pytest.fixture
def novel(underdraft_workspace):
    """A project with two runs, between which a rule was edited."""
    made = Novel(underdraft_workspace)
    made.run()
    made.edit(".underdraft/rules/10-voice.md", "不写雨", "不写雪")
    made.run()
    return made


def test_blame_in_both_languages(novel):
    """Cause, place and price, with sentences in the language that was asked for, else the project's."""
    later, earlier = (item["id"] for item in data(novel.ws, "ai:run:list")["items"])
    found = data(novel.ws, "ai:run:blame", {"runId": later, "beforeId": earlier})
    assert found["cause"]["code"] == "file_edited"
    assert found["cause"]["line"] == 2
    assert (found["layer"], found["chunk"]["plugin"]) == ("SYSTEM", "rules")
    assert found["said"].startswith("改了")
    assert found["prices"]["source"].startswith("litellm")
    english = data(novel.ws, "ai:run:blame", {"runId": later, "beforeId": earlier, "language": "en"})
    assert english["said"] == ".underdraft/rules/10-voice.md was edited"
    assert error(novel.ws, "ai:run:blame", {"runId": later, "beforeId": "none"})["code"] == "NOT_FOUND"


def test_the_report_is_read_at_once(novel, monkeypatch):
    """Runs are read together, not one by one; limits are checked."""
    monkeypatch.setattr(type(novel.ws.store.runs), "get", None)
    found = data(novel.ws, "ai:cache:report", {"asModel": "gemini-2.5-pro"})
    assert len(found["runs"]) == 2
    assert len(data(novel.ws, "ai:cache:report", {"limit": 1})["runs"]) == 1
    assert "limit" in error(novel.ws, "ai:cache:report", {"limit": 201})["message"]
    assert data(novel.ws, "ai:cache:report", {"projectId": None})["runs"] == []
