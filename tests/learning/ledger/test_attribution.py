"""How runs fared with a memory and without it."""

from __future__ import annotations


def test_why_says_how_runs_with_and_without_a_memory_fared(desk):
    """Credit follows from receipts and feedback, also when feedback is replaced."""
    first = desk.run()
    desk.feed("reject", None, first)
    item = desk.data("memory:create", {"type": "preference", "scope": "global", "content": "偏好短句"})
    second, third = desk.run(), desk.run()
    desk.feed("accept", None, second)
    answer = desk.data("ai:run:why", {"runId": third})
    (memory,) = answer["memories"]
    assert answer["feedback"] is None
    assert (memory["id"], memory["content"], memory["layer"]) == (item["id"], "偏好短句", "PROFILE")
    assert memory["withIt"] == {"runs": 1, "meanWeight": 1.0, "accepted": 1.0}
    assert memory["withoutIt"] == {"runs": 1, "meanWeight": -0.8, "accepted": 0.0}
    desk.feed("reject", None, second)
    (memory,) = desk.data("ai:run:why", {"runId": second})["memories"]
    assert memory["withIt"] == {"runs": 1, "meanWeight": -0.8, "accepted": 0.0}
    assert desk.data("ai:run:why", {"runId": first})["memories"] == []
    assert desk.code("ai:run:why", {"runId": first, "projectId": "other"}) == "NOT_FOUND"
    assert desk.code("ai:run:why", {"runId": "none"}) == "NOT_FOUND"
