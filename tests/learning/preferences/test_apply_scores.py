"""Thresholds, avoidances, retirement: what scores do in the store."""

from __future__ import annotations


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


def test_partials_and_rejects_count_against(desk):
    """Three accepts and one partial are short of three."""
    answer = desk.feeds("partial", "accept", "accept", "accept")
    assert (answer["score"], "learned" in answer) == (2.5, False)
    assert "learned" in desk.feeds("accept")


def test_rejections_make_an_avoidance(desk):
    """Rejections that reach the threshold teach what to avoid."""
    answer = desk.feeds("reject", "reject", "reject", evidence="堆砌比喻")
    assert answer["learned"]["content"] == "避免：堆砌比喻"
    assert answer["score"] == -3
    assert desk.previewed() == ["避免：堆砌比喻"]


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
    """As many contradictions as it took to learn it are enough, and the ledger says why."""
    desk.feeds("accept", "accept", "accept")
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


def test_age_does_not_protect_a_preference(desk):
    """After thirty accepts three rejects still retire it, and it must be learned anew."""
    desk.feeds(*["accept"] * 30)
    desk.feeds("reject", "reject", "reject")
    assert desk.learned() == []
    assert "learned" not in desk.feeds("accept", "accept")
    assert desk.feeds("accept")["learned"]["content"] == "偏好短句"


def test_learning_the_opposite_retires_the_first(desk):
    """One topic never has two learned memories."""
    desk.feeds("accept", "accept", "accept", *["reject"] * 6)
    assert desk.learned() == ["避免：偏好短句"]
