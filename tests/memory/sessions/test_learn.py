"""From candidates to memories: asked, judged, kept once."""

from __future__ import annotations

from memory.sessions.fact_samples import items
from memory.sessions.session_samples import data, say, settle


def test_a_deleted_fact_is_not_learned_again(ws):
    """What the writer threw away does not come back because it is said once more."""
    say(ws, "主角叫林远")
    settle(ws)
    data(ws, "atomic:delete", {"id": items(ws)["主角叫林远"]["id"]})
    say(ws, "主角叫林远", session="s2")
    settle(ws)
    assert items(ws) == {}
    assert set(items(ws, includeDeleted=True)) == {"主角叫林远"}


def test_facts_of_the_writer_hold_everywhere_those_of_the_story_in_their_project(ws):
    """A name of the writer's has no project; a character's has the run's."""
    say(ws, "我叫阿宁。")
    say(ws, "主角叫林远。")
    settle(ws)
    assert {c: i["projectId"] for c, i in items(ws).items()} == {
        "我叫阿宁": None,
        "主角叫林远": "harbour",
    }
    assert [i["content"] for i in data(ws, "atomic:list", {"projectId": None})["items"]] == ["我叫阿宁"]
