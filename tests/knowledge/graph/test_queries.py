from __future__ import annotations

import pytest

from knowledge.story_samples import STORY, story
from underdraft.errors import NotFound
from underdraft.knowledge.graph.queries import changes_by_name, neighbourhood, path_between


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


def kept(graph, name):
    """What has changed for somebody, kind by kind."""
    return [(c.effect.kind, c.effect.what, c.effect.value) for c in changes_by_name(graph).get(name, ())]


def test_changes_follow_the_events():
    """Death, hair and the ring are where the last event has put them; of a thing there is one holder."""
    graph = story(STORY)
    assert kept(graph.as_of(3), "Bert") == [("dies", "", "")]
    assert kept(graph.as_of(3), "Ann") == [("gains", "ring", "ring")]
    assert kept(graph, "Ann") == [("sets", "hair", "short"), ("loses", "ring", "ring")]
    assert kept(graph, "Cleo") == [("gains", "ring", "ring")]


def test_a_change_that_is_undone_is_none():
    """Who returns is not dead, who has a thing again has not lost it, and a later value takes the place of an earlier one."""
    back = story(
        STORY,
        "events: [{id: x, at: 5, what: x, effects: [{who: Bert, returns: true}, {who: Ann, gains: ring, sets: {hair: grey}}]}]",
    )
    assert kept(back, "Bert") == []
    assert kept(back, "Ann") == [("sets", "hair", "grey"), ("gains", "ring", "ring")]
    assert kept(back, "Cleo") == []
