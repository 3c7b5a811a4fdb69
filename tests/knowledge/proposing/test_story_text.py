"""All chapters as one text."""

from __future__ import annotations

from knowledge.proposing.two_stories import story_text


def test_an_offset_knows_its_paragraph():
    """Wherever a word stands in the whole, its chapter and its place in the line are found."""
    story = story_text("# 1\n\nOne.\n\nTwo here.\n", "# 2\n\nThree.\n")
    paragraph, inside = story.place(story.text.index("here"))
    assert (paragraph.chapter.number, paragraph.line, inside) == (1, 5, 4)
    assert story.place(story.text.index("Three"))[0].chapter.number == 2
    assert len(story.narration) == len(story.text)
