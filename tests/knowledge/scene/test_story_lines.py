from __future__ import annotations

from knowledge.story_samples import STORY, story
from underdraft.knowledge.scene.story_lines import lines_for


def test_lines_depend_on_names_and_chapter_alone():
    """The same names and chapter give the same lines; a later chapter adds, other names change."""
    graph, again = story(STORY), story(STORY)
    texts = [line.text for line in lines_for(graph, ("Ann",), 3, "en")]
    assert texts == [line.text for line in lines_for(again, ("Ann",), 3, "en")]
    assert not any("short" in text for text in texts)
    assert any("short" in line.text for line in lines_for(graph, ("Ann",), 4, "en"))
    assert lines_for(graph, (), None, "en") == ()
    assert all("ref:" in text for text in texts)
