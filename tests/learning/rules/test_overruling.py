"""What was learned gives way to the writer's newest word, and to the project's own."""

from __future__ import annotations


def remember(desk, content):
    """A memory of the writer's own."""
    return desk.data("memory:create", {"type": "preference", "scope": "global", "content": content})


def test_the_writers_newest_word_wins(desk):
    """What was learned is outdated by a typed statement against it, says so, and is free again without that."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    typed = remember(desk, "我喜欢长句")
    assert desk.previewed() == ["我喜欢长句"]
    (outdated,) = desk.data("memory:list", {"state": "outdated", "projectId": "novel"})["items"]
    assert (outdated["id"], outdated["replacedBy"]) == (item["id"], typed["id"])
    assert desk.entry("偏好短句")["reason"] == "the writer has said otherwise since"
    desk.data("memory:update", {"id": typed["id"], "patch": {"content": "我喜欢白描"}})
    assert desk.previewed() == ["偏好短句", "我喜欢白描"]


def test_what_the_writer_confirmed_gives_way_to_its_exact_opposite_alone(desk):
    """Likeness of words does not undo a decision of the writer's."""
    item = desk.feeds("accept", "accept", "accept")["learned"]
    desk.settle("confirm", item["id"])
    remember(desk, "我喜欢长句")
    assert "偏好短句" in desk.previewed()
    remember(desk, "避免：偏好短句")
    assert "偏好短句" not in desk.previewed()


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
    desk.settle("refuse", mine["id"])
    assert desk.previewed() == ["避免：偏好短句"]


def test_likeness_of_words_is_no_contradiction(desk):
    """短 and 长 differ by one character; only named axes and the same words can contradict."""
    taught_globally(desk, "accept", "偏好长句")
    desk.feeds("accept", "accept", "accept")
    assert desk.previewed() == ["偏好短句", "偏好长句"]
