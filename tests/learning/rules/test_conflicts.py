"""Preferences that contradict each other."""

from __future__ import annotations


def taught_globally(desk, action, evidence="偏好短句"):
    """Three signals that belong to no project."""
    for _ in range(3):
        desk.data("memory:preferences:ingest", {"action": action, "evidenceRef": evidence, "projectId": None})


def test_the_projects_preference_beats_the_global_one(desk):
    """Opposite preferences are a conflict; meanwhile the project's is injected in the project."""
    taught_globally(desk, "reject")
    assert desk.previewed() == ["避免：偏好短句"]
    mine = desk.feeds("accept", "accept", "accept")["learned"]
    assert desk.previewed() == ["偏好短句"]
    assert desk.previewed("another") == desk.previewed(None) == ["避免：偏好短句"]
    (conflict,) = desk.ledger()["conflicts"]
    assert (conflict["firstId"], conflict["why"]) == (mine["id"], "project_over_global")
    assert desk.entry("偏好短句")["conflictsWith"] == [conflict["secondId"]]
    desk.data("memory:preferences:settle", {"action": "refuse", "id": mine["id"]})
    assert desk.ledger()["conflicts"] == []
    assert desk.previewed() == ["避免：偏好短句"]


def test_confirming_both_settles_a_conflict(desk):
    """A project may differ on purpose; it still goes its own way."""
    taught_globally(desk, "reject")
    desk.feeds("accept", "accept", "accept")
    (conflict,) = desk.ledger()["conflicts"]
    for side in ("firstId", "secondId"):
        desk.data("memory:preferences:settle", {"action": "confirm", "id": conflict[side]})
    assert desk.ledger()["conflicts"] == []
    assert desk.previewed() == ["偏好短句"]


def test_likeness_of_words_is_no_contradiction(desk):
    """短 and 长 differ by one character; only named axes and the same words can contradict."""
    taught_globally(desk, "accept", "偏好长句")
    desk.feeds("accept", "accept", "accept")
    assert desk.previewed() == ["偏好短句", "偏好长句"]
    assert desk.ledger()["conflicts"] == []


def test_signals_against_a_confirmed_preference_are_a_conflict(desk):
    """Learning does not overrule the writer, it asks."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    desk.data("memory:preferences:settle", {"action": "confirm", "id": item["id"]})
    desk.feeds(*["reject"] * 7)
    assert desk.previewed() == ["偏好短句"]
    (conflict,) = desk.ledger()["conflicts"]
    assert (conflict["firstId"], conflict["why"]) == (item["id"], "confirmed_over_signals")
    desk.data("memory:preferences:settle", {"action": "refuse", "id": conflict["secondId"]})
    assert desk.ledger()["conflicts"] == []
