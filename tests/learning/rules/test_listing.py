"""The ledger: every preference with its evidence, score, dates and state."""

from __future__ import annotations

import pytest

from learning.feedback_samples import CALM, LOUD
from learning.rules.test_distil import judged


def test_the_ledger_shows_candidates_with_their_evidence(desk):
    """Score, dates, runs, scope and state of each preference, also short of the threshold."""
    desk.feeds("accept", "accept", "partial")
    runs = [e["run_id"] for e in desk.rows("feedback_event")]
    entry = desk.entry("偏好短句")
    assert (entry["state"], entry["score"], entry["threshold"], entry["scope"]) == (
        "candidate",
        1.5,
        3,
        "project",
    )
    assert entry["runs"] == runs[:2]
    assert entry["firstAt"] < entry["lastAt"]
    assert desk.ledger(None)["items"] == []
    confirmed = {"action": "confirm", "id": entry["id"]}
    item = desk.data("memory:preferences:settle", confirmed)["item"]
    desk.feeds("reject", "reject")
    assert desk.entry("偏好短句")["confidence"] == item["confidence"]


def test_edits_teach_with_two_spans_as_evidence(desk):
    """The same edit in four runs is learned, with what was written and what became of it; the opposite one retires it."""
    for _ in range(4):
        answer = desk.feed("accept", None, desk.run(LOUD), finalText=CALM)
        assert answer["ignored"] is False
        assert [o["tag"] for o in answer["observations"]] == ["edit:exclamation:fewer"]
    assert answer["learned"]["content"] == "少用感叹号"
    entry = desk.entry("少用感叹号")
    assert entry["threshold"] == 4
    assert entry["spans"][-1]["before"].endswith("！")
    assert entry["spans"][-1]["after"].endswith("。")
    for _ in range(4):
        desk.feed("accept", None, desk.run(CALM), finalText=LOUD)
    assert desk.learned() == []
    assert desk.entry("少用感叹号")["state"] == "retired"


def offers(taste_desk):
    """The ledger, by axis."""
    return {one["axis"]: one for one in taste_desk.ledger()["items"]}


@pytest.mark.both_stores
def test_both_wait_and_are_taken_with_their_evidence(taste_desk):
    """Of a taste the edits that were quoted, of a rule the edits that were measured."""
    taste_desk.edits(3)
    for scene, text, kept in (("action", LOUD, CALM), ("psychology", CALM, LOUD)):
        for _ in range(5):
            taste_desk.feed(run=taste_desk.run(text, scene_type=scene), finalText=kept)
    taste_desk.data("memory:maintenance:run", {"trigger": "distilRules"})
    found = offers(taste_desk)
    rule, taste = found["distilled"], found["worded"]
    assert (rule["state"], rule["support"]) == ("proposed", 5)
    assert len(rule["spans"]) == 3
    assert {"！" in span["before"] or "！" in span["after"] for span in rule["spans"]} == {True}
    assert (taste["state"], taste["support"], len(taste["runs"])) == ("proposed", 2, 2)
    assert {span["after"] for span in taste["spans"]} == {"把伞递过去"}
    taste_desk.settle("confirm", taste["id"])
    assert offers(taste_desk)["worded"]["state"] == "confirmed"


@pytest.mark.both_stores
def test_the_model_is_told_what_was_distilled(taste_desk):
    """A rule of the scene is known to it, so that it is not worded twice."""
    for scene, action in (("dialogue", "reject"), ("action", "accept")):
        judged(taste_desk, scene, action, evidence="先停一拍")
    taste_desk.edits(3)
    assert "对白：避免：先停一拍" in taste_desk.model.asked[-1]
