from __future__ import annotations

import pytest

from knowledge.story_samples import STORY, story
from underdraft.errors import NotFound
from underdraft.knowledge.graph.queries import neighbourhood, path_between


def test_neighbourhood_grows_with_depth():
    """One step is a relation or a shared event; two steps reach further."""
    graph = story(STORY).as_of(2)
    near = neighbourhood(graph, "Annie", depth=1)
    assert [e.name for e in near.entities] == ["Ann", "Bert"]
    assert [r.kind for r in near.relations] == ["sister"]
    assert [e.id for e in near.events] == ["a", "b"]
    far = neighbourhood(graph, "Ann", depth=2)
    assert [e.name for e in far.entities] == ["Ann", "Bert", "Cleo"]


def test_path_between_two():
    """The way from one to another is given step by step, relations before events."""
    graph = story(STORY)
    steps = path_between(graph, "Ann", "Cleo")
    assert [(s.source, s.target) for s in steps] == [("Ann", "Cleo")]
    early = path_between(graph.as_of(2), "Ann", "Cleo")
    assert [(s.source, s.target, s.by.kind) for s in early] == [
        ("Ann", "Bert", "sister"),
        ("Bert", "Cleo", "friend"),
    ]
    assert path_between(graph.as_of(1), "Ann", "Cleo") == ()
    assert path_between(graph, "Ann", "Ann") == ()


def test_an_unknown_name_is_not_found():
    """A name that nobody has is an error, not an empty answer."""
    for ask in (
        lambda g: neighbourhood(g, "X"),
        lambda g: path_between(g, "Ann", "X"),
    ):
        with pytest.raises(NotFound):
            ask(story(STORY))
