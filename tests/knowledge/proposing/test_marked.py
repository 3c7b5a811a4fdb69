"""Sentences with their names taken out."""

from __future__ import annotations

from knowledge.proposing.two_stories import chapters
from knowledge.story_samples import story
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.story_sentences import read
from underdraft.knowledge.proposing.marked import Marked


def test_names_become_numbers():
    """A name and the pronoun that means it have numbers of their own; somebody unknown stays as written."""
    told = chapters(["Clara knew that her uncle saw Zoe."])[0]
    (sentence,) = read(told, Cast.of(story("entities: [{name: Clara}]"), [told]))
    marked = Marked.of(sentence)
    assert marked.text == "⟦0⟧ knew that ⟦1⟧ uncle saw Zoe."
    assert [m.name for m in marked.who] == ["Clara", "Clara"]
