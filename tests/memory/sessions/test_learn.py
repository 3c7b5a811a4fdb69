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


def test_what_is_said_outright_is_in_the_next_prompt(ws):
    """An instruction for good holds from the next run on; what is to be forgotten is gone, nothing else is noted, and an undo brings it back."""
    say(ws, "以后章节标题都用四个字。")
    say(ws, "记住：主角是左撇子。")
    settle(ws)
    run = say(ws, "忘掉主角是左撇子这件事。")
    settle(ws)
    shown = "\n".join(m.content for m in ws.preview_sync("talk", instruction="写", session_id="s2").messages)
    assert "以后章节标题都用四个字" in shown
    assert items(ws) == {}
    assert [(one.content, one.reason) for one in ws.store.conversation.heard(run.id)] == [
        ("主角是左撇子", "forgotten")
    ]
    ws.store.memory.items.undo("harbour")
    assert set(items(ws)) == {"主角是左撇子"}


def test_an_order_to_forget_a_line_of_the_profile(ws):
    """It is taken out of the document; what is not known, and what only looks like an order, changes nothing."""
    say(ws, "以后章节标题都用四个字。")
    settle(ws)
    for said in ("忘掉灯塔有九层这件事。", "别忘记章节标题都用四个字。"):
        say(ws, said)
        settle(ws)
    assert "章节标题" in ws.profile.get().markdown
    say(ws, "忘掉章节标题都用四个字这件事。")
    settle(ws)
    assert "章节标题" not in ws.profile.get().markdown
