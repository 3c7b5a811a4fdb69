"""Reading, merging and asking the story graph."""

from __future__ import annotations

from knowledge.story_samples import STORY, story


def test_no_spoilers_from_later_chapters():
    """As of a chapter nothing later is told, nor what happened earlier but is told later, nor a later end."""
    graph = story(STORY)
    assert [e.id for e in graph.as_of(3).events] == ["a", "b", "c"]
    assert "murderer" not in {r.kind for r in graph.as_of(4).relations}
    assert "murderer" in {r.kind for r in graph.as_of(5).relations}
    friend = next(r for r in graph.as_of(2).relations if r.kind == "friend")
    assert friend.until is None
    assert graph.as_of(None) is graph
