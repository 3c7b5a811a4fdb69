"""The fetcher of the story graph."""

from __future__ import annotations

import attrs
import pytest

from underdraft import testing
from underdraft.types.knowledge import StoryLine
from underdraft_plugins.fetchers.knowledge_graph import underdraft_fetchers

(GRAPH,) = underdraft_fetchers()


class Knowledge:
    """Tells one story."""

    def __init__(self, *lines, chapter=None):
        self.told = (lines, chapter, ("FILE_REFUSED: x",))

    def story(self, inputs):
        return self.told


@pytest.mark.parametrize(
    ("locale", "chapter", "head"),
    [
        ("zh", 3, "与在场者有关的状况、关系和已发生的事（截至第 3 章）"),
        ("en", 3, "How those who are named stand, their relations, what has happened (as of chapter 3)"),
        ("en", None, "How those who are named stand, their relations, what has happened"),
    ],
)
def test_one_list_as_of_the_chapter(locale, chapter, head):
    """Each line with its score, so that the budget drops the weakest; warnings are passed on."""
    line = StoryLine(text="- 1 Ann walks", id="event:a", score=2.5)
    fetched = GRAPH.fetch(
        attrs.evolve(testing.inputs(locale=locale), knowledge=Knowledge(line, chapter=chapter))
    )
    [chunk] = fetched.chunks
    assert chunk.text == head
    assert [(p.text, p.id, p.score) for p in chunk.parts] == [("- 1 Ann walks", "event:a", 2.5)]
    assert list(fetched.warnings) == ["FILE_REFUSED: x"]


def test_nothing_concerns_the_scene():
    """No lines, no chunk; warnings all the same."""
    fetched = GRAPH.fetch(attrs.evolve(testing.inputs(), knowledge=Knowledge()))
    assert (fetched.chunks, list(fetched.warnings)) == ((), ["FILE_REFUSED: x"])
    assert GRAPH.fetch(attrs.evolve(testing.inputs(), knowledge=None)).chunks == ()
