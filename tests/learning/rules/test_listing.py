"""The ledger: every preference with its evidence, score, dates and state."""

from __future__ import annotations

import pytest

from learning.feedback_samples import CALM, LOUD
from learning.rules.taste_samples import store_taste
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


def offers(desk):
    """The ledger, by axis."""
    return {one["axis"]: one for one in desk.ledger()["items"]}


@pytest.mark.both_stores
def test_a_rule_waits_and_shows_the_edits_that_were_measured(desk):
    """It stands in the ledger with its runs and the last three places."""
    for scene, text, kept in (("action", LOUD, CALM), ("psychology", CALM, LOUD)):
        for _ in range(5):
            desk.feed(run=desk.run(text, scene_type=scene), finalText=kept)
    desk.data("memory:maintenance:run", {"trigger": "distilRules"})
    rule = offers(desk)["distilled"]
    assert (rule["state"], rule["support"]) == ("proposed", 5)
    assert len(rule["spans"]) == 3
    assert {"！" in span["before"] or "！" in span["after"] for span in rule["spans"]} == {True}


@pytest.mark.both_stores
@pytest.mark.parametrize(("action", "state"), [("confirm", "confirmed"), ("refuse", "refused")])
def test_what_a_model_once_worded_is_listed_and_settled(desk, action, state):
    """A record of an earlier version shows its scene and quotes; it can be taken, refused and cleared."""
    id_ = store_taste(desk)
    entry = offers(desk)["worded"]
    assert (entry["id"], entry["state"], entry["sceneType"], entry["support"]) == (
        id_,
        "proposed",
        "dialogue",
        2,
    )
    assert {span["after"] for span in entry["spans"]} == {"把伞递过去"}
    desk.settle(action, id_)
    assert offers(desk)["worded"]["state"] == state
    desk.data("memory:preferences:clear")
    assert [one["state"] for one in desk.ledger()["items"]] == ["refused"] * (action == "refuse")


@pytest.mark.both_stores
def test_what_a_model_once_worded_teaches_no_second_rule(desk):
    """It is for one scene already: its signals are not distilled."""
    store_taste(desk)
    for scene in ("dialogue", "action"):
        judged(desk, scene, "accept")
    desk.data("memory:maintenance:run", {"trigger": "distilRules"})
    assert not any("谢" in one["statement"] for one in desk.ledger()["items"] if one["axis"] == "distilled")
