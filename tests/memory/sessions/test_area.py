"""The purge of transcripts, summaries, facts, compacts and the profile's lines."""

from __future__ import annotations

import pytest

from memory.sessions.fact_samples import items
from memory.sessions.session_samples import data, opened, project, say, settle
from traces import find_traces
from underdraft.memory.areas.words import MARKER


def test_a_purge_leaves_nothing_of_a_fact(tmp_path):
    """memory:purge takes an atomic memory, and its words out of turns, facts, summaries and the profile."""
    with opened(project(tmp_path), "嗯。") as ws:
        say(ws, "记住：灯塔地下埋着一口铜钟。")
        settle(ws)
        [content] = items(ws)
        data(ws, "profile:update", {"markdown": f"一\n\n{content}"})
        assert say(ws, "灯塔地下有什么？", session="s2").preview.prompt.dynamic.count(content) > 0
        settle(ws)
        answer = data(ws, "memory:purge", {"id": items(ws)[content]["id"], "confirm": True})
        assert answer["purged"] == 1
        assert data(ws, "profile:get")["markdown"].strip() == "一"
        said = data(ws, "conversation:list", {"sessionId": "s2"})["items"]
        assert [MARKER in item["content"] for item in said] == [True, False]
        assert find_traces(ws.store.database, "地下埋着一口铜钟") == set()


@pytest.mark.long
def test_a_project_takes_its_sessions_along(ws):
    """Purging a project leaves other projects' transcripts, facts and compacts."""
    say(ws, "主角叫林远")
    say(ws, "主角叫沈砚", session="t1", project_id="other")
    settle(ws)
    data(ws, "memory:purge", {"projectId": "harbour", "confirm": True})
    assert items(ws) == {}
    assert data(ws, "conversation:list", {"sessionId": "s1"})["items"] == []
    assert len(data(ws, "conversation:list", {"sessionId": "t1", "projectId": "other"})["items"]) == 2
    assert len(data(ws, "atomic:list", {"projectId": "other"})["items"]) == 1
    data(ws, "memory:purge", {"all": True, "confirm": True})
    assert data(ws, "atomic:list", {"projectId": "other"})["items"] == []
    assert data(ws, "compact:list", {"projectId": "other"})["items"] == []
