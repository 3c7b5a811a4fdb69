"""A batch of edits becomes a proposal, in the background and never more than that."""

from __future__ import annotations

import pytest

from learning.feedback_samples import LEARNED
from learning.rules.taste_samples import STATEMENT, taste

pytestmark = pytest.mark.both_stores


@pytest.fixture
def desk(taste_desk):
    """A desk whose model words tastes."""
    return taste_desk


def test_three_edits_of_a_scene_are_worded_and_proposed(desk):
    """The model reads the edits of one kind of scene once; its taste waits, with the edits, and is in no prompt."""
    desk.edits(2)
    desk.edit(7, scene="action")
    assert desk.model.asked == []
    desk.edits(1)
    (asked,) = desk.model.asked
    assert "对白" in asked
    assert asked.count("Draft") == 3
    assert "7盏灯" not in asked
    (entry,) = desk.worded()
    assert (entry["state"], entry["statement"], entry["sceneType"], entry["support"]) == (
        "proposed",
        STATEMENT,
        "dialogue",
        2,
    )
    assert entry["spans"][0] | {"runId": ""} == {"runId": "", "before": "“谢谢你。”", "after": "把伞递过去"}
    assert desk.previewed() == []


@pytest.mark.parametrize(("answer", "asked"), [("no JSON", 2), ([taste(edits=(1,))], 1)])
def test_an_answer_that_cannot_be_believed_proposes_nothing(desk, answer, asked):
    """The edits count as seen, or where there was no answer, also when asked once more, are shown again."""
    desk.model.tastes = answer
    desk.edits(3)
    assert len(desk.model.asked) == asked
    assert desk.worded() == []


def test_the_model_is_asked_again_after_three_more_edits(desk):
    """Edits that it has seen do not count again; it is told what it has worded, and says it once."""
    desk.model.tastes = [taste(edits=range(1, 7))]
    desk.edits(3)
    desk.edits(2)
    assert len(desk.model.asked) == 1
    desk.edits(1)
    assert len(desk.model.asked) == 2
    assert STATEMENT in desk.model.asked[1]
    (entry,) = desk.worded()
    assert entry["support"] == 6


def test_where_the_call_fails_the_next_edit_asks_again(desk, monkeypatch):
    """Nothing is lost by a provider's bad day."""
    answer = desk.model.answer

    async def broken(call):
        if call.reply_schema is not None:
            raise RuntimeError
        async for event in answer(call):
            yield event

    with monkeypatch.context() as patch:
        patch.setattr(desk.model, "answer", broken)
        desk.edits(3)
    assert desk.worded() == []
    desk.edits(1)
    assert len(desk.worded()) == 1


@pytest.mark.parametrize(
    "settings",
    [
        {"memory.enable_model_tastes": False},
        {"preferenceLearningEnabled": False},
        {"privacyModeEnabled": True},
    ],
)
def test_no_model_is_shown_edits_where_the_writer_says_no(desk, settings):
    """Each of three settings keeps the edits from the model."""
    desk.settings(**settings)
    desk.edits(4)
    assert desk.model.asked == []


def test_three_proposals_are_enough(desk):
    """With as many waiting the model is not asked; a decision makes room."""
    desk.model.tastes = [taste(f"谁也不说谢{n}") for n in range(3)]
    desk.edits(3)
    desk.edits(3)
    assert len(desk.model.asked) == 1
    desk.settle("refuse", desk.worded()[0]["id"])
    desk.edits(1)
    assert len(desk.model.asked) == 2
    assert "谁也不说谢2" in desk.model.asked[1]


def test_clearing_and_purging_leave_nothing_of_it(desk):
    """Neither the taste nor its quotes are left, and edits of before do not come back."""
    desk.edits(3)
    desk.data("memory:preferences:clear")
    assert desk.worded() == []
    desk.edits(2)
    assert len(desk.model.asked) == 1
    desk.edits(1)
    assert len(desk.model.asked) == 2
    desk.data("memory:purge", {"projectId": "novel", "confirm": True})
    assert not any(desk.rows(table) for table in LEARNED)


def test_feedback_that_is_taken_back_takes_its_evidence_along(desk):
    """A proposal whose edits were all rejected later is gone from the ledger."""
    desk.edits(3)
    for run in {signal["run_id"] for signal in desk.rows("preference_signal")}:
        desk.feed("reject", run=run)
    assert desk.worded() == []


def test_a_purged_memory_is_taken_out_of_the_quotes(desk):
    """What is purged letter by letter stands in no evidence either."""
    words = "把伞递过去时手在发抖"
    item = desk.data("memory:create", {"content": words, "type": "note", "scope": "project"})
    desk.model.tastes = [taste(after=words)]
    desk.edits(3, kept=f"他{words}。雨还在下，一盏灯亮着，谁也没有动。")
    desk.data("memory:purge", {"id": item["id"], "confirm": True})
    assert {span["after"] for span in desk.worded()[0]["spans"]} == {"[purged]"}
