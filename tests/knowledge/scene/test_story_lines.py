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


def test_what_somebody_is_like_reaches_the_prompt_with_its_evidence():
    """The attributes of who is named, on one line with the ref; one that an event has changed is told as the change."""
    graph = story(STORY)
    before, after = ([line.text for line in lines_for(graph, ("Ann",), chapter, "en")] for chapter in (1, 4))
    assert before[0].startswith("- Ann: hair long ref:file-0.yaml#L")
    assert not any(text.startswith("- Ann: hair long") for text in after)
    assert any("hair short" in text for text in after)
