"""Thresholds, avoidances, retirement: what scores do in the store."""

from __future__ import annotations

import pytest


def test_the_threshold_makes_one_learned_preference(desk):
    """CNWB 5.3: at the threshold one preference, origin learned, is made, and more signals update it."""
    assert "learned" not in desk.feeds("accept", "accept")
    assert desk.previewed() == []
    item = desk.feeds("accept")["learned"]
    assert (item["type"], item["origin"], item["scope"], item["content"]) == (
        "preference",
        "learned",
        "project",
        "偏好短句",
    )
    assert [e["runId"] for e in item["evidence"]] == [e["run_id"] for e in desk.rows("feedback_event")]
    again = desk.feeds("accept")["learned"]
    assert (again["id"], again["version"], len(again["evidence"])) == (item["id"], 2, 4)
    assert again["updatedAt"] == item["updatedAt"]
    preview = desk.data("memory:injection:preview", {"projectId": "novel"})["items"]
    assert [(i["content"], i["reason"]) for i in preview] == [("偏好短句", {"kind": "deterministic"})]


def test_a_changed_threshold_counts_from_the_next_signal_on(desk):
    """Lowering the threshold does nothing by itself."""
    desk.feeds("accept")
    desk.settings(preferenceLearningThreshold=2)
    assert desk.learned() == []
    assert desk.feeds("accept")["threshold"] == 2
    assert desk.learned() == ["偏好短句"]
    desk.settings(preferenceLearningThreshold=9)
    desk.feeds("accept")
    assert desk.learned() == ["偏好短句"]


def test_what_the_writer_deleted_stays_dead(desk):
    """Neither old nor new signals bring back what was refused; the writer can."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    desk.data("memory:delete", {"id": item["id"]})
    for _ in range(7):
        assert "learned" not in desk.feeds("accept")
    assert desk.previewed() == []
    assert desk.entry("偏好短句")["state"] == "refused"
    desk.data("memory:restore", {"id": item["id"]})
    assert desk.feeds("accept")["learned"]["id"] == item["id"]
    assert desk.entry("偏好短句")["state"] == "learned"


def test_what_the_writer_edited_is_not_overwritten(desk):
    """An edit confirms: neither words nor confidence change, and contradictions do not retire it."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    edited = desk.data("memory:update", {"id": item["id"], "patch": {"content": "句子短些"}})
    answer = desk.feeds("accept", *["reject"] * 12)
    assert "learned" not in answer
    kept = next(i for i in desk.data("memory:list", {"projectId": "novel"})["items"] if i["id"] == item["id"])
    assert (kept["content"], kept["version"], kept["confidence"]) == (
        "句子短些",
        edited["version"],
        edited["confidence"],
    )
    assert desk.previewed() == ["句子短些"]


def test_a_contradicted_preference_loses_confidence_and_retires(desk):
    """As many contradictions as it took to learn it are enough, at any age; then it must be learned anew."""
    desk.feeds(*["accept"] * 30)
    sure = [desk.entry("偏好短句")["confidence"]]
    for _ in range(2):
        desk.feeds("reject")
        sure.append(desk.entry("偏好短句")["confidence"])
    assert sure == sorted(sure, reverse=True)
    assert desk.learned() == ["偏好短句"]
    desk.feeds("reject")
    assert desk.learned() == desk.previewed() == []
    entry = desk.entry("偏好短句")
    assert (entry["state"], entry["reason"]) == ("retired", "contradicted by later feedback (rejects)")
    assert "learned" not in desk.feeds("accept", "accept")
    assert desk.feeds("accept")["learned"]["content"] == "偏好短句"


def test_learning_the_opposite_retires_the_first(desk):
    """One topic never has two learned memories."""
    desk.feeds("accept", "accept", "accept", *["reject"] * 6)
    assert desk.learned() == ["避免：偏好短句"]


def remember(desk, content, **more):
    """A memory of the writer's own."""
    return desk.data("memory:create", {"type": "preference", "scope": "global", "content": content, **more})


@pytest.mark.parametrize("said", ["我喜欢长句", "避免：偏好短句"])
def test_what_contradicts_the_writer_is_proposed(desk, said):
    """Learning never replaces what was typed: it waits, and is active once that is gone and signals come again."""
    typed = remember(desk, said)
    assert "learned" not in desk.feeds("accept", "accept", "accept")
    assert (desk.entry("偏好短句")["state"], desk.previewed()) == ("proposed", [said])
    waiting = desk.data("memory:list", {"state": "proposed", "source": "measured", "projectId": "novel"})[
        "items"
    ]
    assert [item["content"] for item in waiting] == ["偏好短句"]
    desk.feeds("accept")
    assert desk.entry("偏好短句")["state"] == "proposed"
    desk.data("memory:delete", {"id": typed["id"]})
    assert desk.feeds("accept")["learned"]["content"] == "偏好短句"
    assert desk.previewed() == ["偏好短句"]


def test_a_proposal_goes_with_its_signals(desk):
    """What speaks against a proposal takes it back; a confirmation makes it the writer's own at once."""
    remember(desk, "我喜欢长句")
    desk.feeds("accept", "accept", "accept")
    desk.feeds("reject", "reject", "reject")
    assert desk.entry("偏好短句")["state"] == "retired"
    desk.settle("confirm", desk.entry("偏好短句")["id"])
    assert "偏好短句" in desk.previewed()


def test_what_says_nothing_against_it_keeps_nothing_from_being_learned(desk):
    """Seed 001: at the threshold a preference is active, whatever else the writer has written down."""
    remember(desk, "我喜欢长章节")
    remember(desk, "我喜欢长句", documentId="chapter-1")
    assert desk.feeds("accept", "accept", "accept")["learned"]["state"] == "active"


def test_signals_against_a_confirmed_preference_are_proposed(desk):
    """Learning does not overrule the writer, it asks."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    desk.settle("confirm", item["id"])
    desk.feeds(*["reject"] * 7)
    assert desk.previewed() == ["偏好短句"]
    assert desk.entry("避免：偏好短句")["state"] == "proposed"
