"""From candidates to memories."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory.facts.fact_samples import items
from memory.sessions.session_samples import data, opened, project, say, settings, settle
from underdraft.memory.facts.keep import cut_to_sentence

texts = st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=60)


def test_a_deleted_fact_is_not_learned_again(tmp_path):
    """What the writer threw away does not come back because it is said once more."""
    with opened(project(tmp_path)) as ws:
        say(ws, "主角叫林远")
        settle(ws)
        data(ws, "atomic:delete", {"id": items(ws)["主角叫林远"]["id"]})
        say(ws, "主角叫林远", session="s2")
        settle(ws)
        assert items(ws) == {}
        assert set(items(ws, includeDeleted=True)) == {"主角叫林远"}


def test_facts_of_the_writer_hold_everywhere_those_of_the_story_in_their_project(tmp_path):
    """A name of the writer's has no project; a character's has the run's."""
    with opened(project(tmp_path)) as ws:
        say(ws, "我叫阿宁。")
        say(ws, "主角叫林远。")
        settle(ws)
        assert {c: i["projectId"] for c, i in items(ws).items()} == {
            "我叫阿宁": None,
            "主角叫林远": "harbour",
        }
        assert [i["content"] for i in data(ws, "atomic:list", {"projectId": None})["items"]] == ["我叫阿宁"]


def test_a_fact_is_cut_to_the_limit_at_a_sentence(tmp_path):
    """What is extracted never exceeds memory.atomic_content_max_length."""
    with opened(project(tmp_path)) as ws:
        settings(ws, memory__atomic_content_max_length=12)
        say(ws, "记住：灯塔一共有九层，每一层都放着煤油和灯芯")
        settle(ws)
        [content] = items(ws)
        assert len(content) <= 12
        assert content.endswith("…")


@given(texts, st.integers(1, 40))
def test_a_cut_fits_and_begins_like_the_text(text, limit):
    """A fact is never longer than the limit."""
    cut = cut_to_sentence(text, limit)
    assert len(cut) <= limit
    assert text.startswith(cut.removesuffix("…"))
