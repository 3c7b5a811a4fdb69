"""The ledger: every preference with its evidence, score, dates and state."""

from __future__ import annotations

BEFORE = "他站起来！走到窗边，看着外面的夜色，想起了很久以前的事！雨还在下。她问他要不要走。"
AFTER = "他站起来。走到窗边，看着外面的夜色，想起了很久以前的事。雨还在下。她问他要不要走。"


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


def test_edits_teach_with_two_spans_as_evidence(desk):
    """The same edit in four runs is learned, with what was written and what became of it."""
    for _ in range(4):
        answer = desk.feed("accept", None, desk.run(BEFORE), finalText=AFTER)
        assert answer["ignored"] is False
        assert [o["tag"] for o in answer["observations"]] == ["edit:exclamation:fewer"]
    assert answer["learned"]["content"] == "少用感叹号"
    entry = desk.entry("少用感叹号")
    assert entry["threshold"] == 4
    assert entry["spans"][-1]["before"].endswith("！")
    assert entry["spans"][-1]["after"].endswith("。")


def test_opposite_edits_contradict_each_other(desk):
    """One axis, two poles: putting the marks back retires the preference."""
    for _ in range(4):
        desk.feed("accept", None, desk.run(BEFORE), finalText=AFTER)
    for _ in range(4):
        desk.feed("accept", None, desk.run(AFTER), finalText=BEFORE)
    assert desk.learned() == []
    assert desk.entry("少用感叹号")["state"] == "retired"
