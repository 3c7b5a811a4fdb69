"""Tastes that a model worded and rules that were distilled are one list."""

from __future__ import annotations

import pytest

from learning.test_scene_rules import judged
from learning.worded_rules.taste_samples import TasteDesk

pytestmark = pytest.mark.both_stores
LOUD, CALM = "“走吧！”他说！雨停了！她没有动！", "“走吧。”他说。雨停了。她没有动。"


@pytest.fixture
def desk(tmp_path):
    """A desk whose model words tastes."""
    made = TasteDesk(tmp_path)
    yield made
    made.close()


def offers(desk):
    """The list, by kind."""
    return {one["kind"]: one for one in desk.data("memory:offers:list")["learned"]}


def test_both_wait_and_are_taken_with_their_evidence(desk):
    """Of a taste the edits that were quoted, of a rule the edits that were measured; then how runs fare."""
    desk.edits(3)
    for scene, text, kept in (("action", LOUD, CALM), ("psychology", CALM, LOUD)):
        for _ in range(5):
            desk.feed(run=desk.run(text, scene_type=scene), finalText=kept)
    desk.data("memory:maintenance:run", {"trigger": "distilRules"})
    found = offers(desk)
    rule, taste = found["rule"], found["taste"]
    assert (rule["state"], rule["support"], rule["trial"]) == ("proposed", 5, None)
    assert len(rule["spans"]) == 3
    assert {"！" in span["before"] or "！" in span["after"] for span in rule["spans"]} == {True}
    assert (taste["state"], taste["trial"], taste["support"], len(taste["runs"])) == ("proposed", None, 2, 2)
    assert {span["after"] for span in taste["spans"]} == {"把伞递过去"}
    desk.data("memory:preferences:settle", {"action": "confirm", "id": taste["id"]})
    assert offers(desk)["taste"]["trial"] == "open"
    assert offers(desk)["taste"]["survival"]["withIt"]["runs"] == 0


def test_the_model_is_told_what_was_distilled(desk):
    """A rule of the scene is known to it, so that it is not worded twice."""
    for scene, action in (("dialogue", "reject"), ("action", "accept")):
        judged(desk, scene, action, evidence="先停一拍")
    desk.edits(3)
    assert "对白：避免：先停一拍" in desk.model.asked[-1]
