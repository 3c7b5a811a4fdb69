"""Preferences that contradict each other."""

from __future__ import annotations


def taught_globally(desk, action, evidence="偏好短句"):
    """Three signals that belong to no project."""
    for _ in range(3):
        desk.data("memory:preferences:ingest", {"action": action, "evidenceRef": evidence, "projectId": None})


def test_the_projects_preference_beats_the_global_one(desk):
    """Of opposite preferences the project's is injected in the project, until it is refused."""
    taught_globally(desk, "reject")
    assert desk.previewed() == ["避免：偏好短句"]
    mine = desk.feeds("accept", "accept", "accept")["learned"]
    assert desk.previewed() == ["偏好短句"]
    assert desk.previewed("another") == desk.previewed(None) == ["避免：偏好短句"]
    desk.data("memory:preferences:settle", {"action": "refuse", "id": mine["id"]})
    assert desk.previewed() == ["避免：偏好短句"]


def test_likeness_of_words_is_no_contradiction(desk):
    """短 and 长 differ by one character; only named axes and the same words can contradict."""
    taught_globally(desk, "accept", "偏好长句")
    desk.feeds("accept", "accept", "accept")
    assert desk.previewed() == ["偏好短句", "偏好长句"]


def test_signals_against_a_confirmed_preference_are_proposed(desk):
    """Learning does not overrule the writer, it asks."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    desk.data("memory:preferences:settle", {"action": "confirm", "id": item["id"]})
    desk.feeds(*["reject"] * 7)
    assert desk.previewed() == ["偏好短句"]
    assert desk.entry("避免：偏好短句")["state"] == "proposed"
