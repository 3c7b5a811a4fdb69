"""Contradictions between facts, and facts in recall."""

from __future__ import annotations

import pytest

from memory.sessions.fact_samples import items
from memory.sessions.session_samples import data, opened, project, say, settle
from underdraft import CandidateMemory, hookimpl
from underdraft.memory.notes.rows import same_key

pytestmark = pytest.mark.both_stores


def test_a_contradicted_memory_is_listed_and_not_recalled(tmp_path):
    """The newer of two values is recalled; both stand in the list, and the search says which is outdated."""
    with opened(project(tmp_path, chat=("memories: true",))) as ws:
        for name in ("林远", "沈砚"):
            say(ws, f"主角叫{name}")
            settle(ws)
        assert set(items(ws)) == {"主角叫林远", "主角叫沈砚"}
        preview = ws.preview_sync("talk", instruction="主角叫什么")
        assert "主角叫沈砚" in preview.prompt.dynamic
        assert "主角叫林远" not in preview.prompt.dynamic
        found = data(ws, "memory:search", {"keyword": "主角"})["items"]
        assert {f["content"]: f["contradicted"] for f in found if f["kind"] == "atomic"} == {
            "主角叫林远": True,
            "主角叫沈砚": False,
        }


def test_deleting_the_newer_one_brings_the_older_back(ws):
    """A contradiction ends with the memory that made it; restoring the older does not hide the newer."""
    for name in ("林远", "沈砚"):
        say(ws, f"主角叫{name}")
        settle(ws)
    data(ws, "atomic:delete", {"id": items(ws)["主角叫沈砚"]["id"]})
    assert items(ws)["主角叫林远"]["contradictedBy"] is None


def test_the_newest_words_of_the_writer_win_also_against_what_was_confirmed(ws):
    """An edited fact gives way to what is said later; restoring it makes what was said outdated."""
    say(ws, "主角叫林远")
    settle(ws)
    mine = items(ws)["主角叫林远"]
    data(ws, "atomic:update", {"id": mine["id"], "patch": {"tags": ["定稿"]}})
    say(ws, "主角叫沈砚")
    settle(ws)
    now = items(ws)
    assert now["主角叫林远"]["contradictedBy"] == now["主角叫沈砚"]["id"]
    data(ws, "memory:restore", {"id": mine["id"]})
    now = items(ws)
    assert now["主角叫林远"]["contradictedBy"] is None
    assert now["主角叫沈砚"]["contradictedBy"] == mine["id"]


def test_a_model_s_own_words_do_not_overrule_what_the_writer_confirmed(tmp_path):
    """A wording that has nothing to do with its quote is not kept; the quote itself is offered, and replaces nothing."""

    class Paraphrases:
        """Says in words of its own what was said."""

        @hookimpl
        def underdraft_extract_memories(self, turn):
            yield CandidateMemory(
                content="protagonist renamed", evidence=turn.user, about="story.protagonist.name", value="x"
            )

    with opened(project(tmp_path), plugins=[Paraphrases()]) as ws:
        where = {"scope": "project", "project_id": "harbour", "about": "story.protagonist.name"}
        ws.store.memory.items.create(
            type="fact", section="facts", content="主角叫林远", value="林远", **where
        )
        say(ws, "换一个吧")
        settle(ws)
        now = items(ws)
        assert now["主角叫林远"]["contradictedBy"] is None
        assert "protagonist renamed" not in now
        [offer] = data(ws, "memory:list", {"state": "proposed"})["items"]
        assert offer["content"] == "换一个吧"


def test_case_space_and_marks_do_not_count():
    """Nor does the width of a letter; what is left does, and marks alone are compared as they are."""
    assert same_key("灯塔 有九层。") == same_key("灯塔有九层")
    assert same_key("The Lighthouse!") == same_key("the  ｌｉｇｈｔｈｏｕｓｅ")
    assert same_key("偏好短句") != same_key("偏好长句")
    assert same_key("!!") != same_key("??")
