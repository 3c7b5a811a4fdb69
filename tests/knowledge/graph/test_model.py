"""Reading, merging and asking the story graph."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.story_samples import STORY, story
from underdraft.knowledge.graph.model import StoryTime, parse_story_time

times = st.builds(StoryTime, st.integers(0, 9_999), st.integers(0, 999), st.integers(0, 999))


def test_no_spoilers_from_later_chapters():
    """As of a chapter nothing later is told, nor what happened earlier but is told later, nor a later end."""
    graph = story(STORY)
    assert [e.id for e in graph.as_of(3).events] == ["a", "b", "c"]
    assert "murderer" not in {r.kind for r in graph.as_of(4).relations}
    assert "murderer" in {r.kind for r in graph.as_of(5).relations}
    friend = next(r for r in graph.as_of(2).relations if r.kind == "friend")
    assert friend.until is None
    assert graph.as_of(None) is graph


@given(times, times)
def test_story_time_is_read_back_and_ordered(one, other):
    """What a story time prints is read as the same time; order goes by chapter, scene, step."""
    shown = parse_story_time(str(one))
    assert shown == (one if one.scene or not one.step else StoryTime(one.chapter, 0, one.step))
    key = [(t.chapter, t.scene, t.step) for t in (one, other)]
    assert (one < other) == (key[0] < key[1])


@pytest.mark.parametrize("text", ["", "x", "-1", "1.", "1.2.3.4", "1,2", "99999", "1.2 3", "1e3", "一"])
def test_what_is_no_story_time(text):
    """Only chapter, chapter.scene and chapter.scene.step are story times."""
    assert parse_story_time(text) is None


def test_scene_ten_comes_after_scene_nine():
    """``3.10`` is scene ten, not three and a tenth, also in YAML."""
    assert story(STORY).events[2].at == StoryTime(3, 10)
