from __future__ import annotations

from knowledge.story_samples import STORY, story
from underdraft.knowledge.graph.changes import changes_by_name


def kept(graph, name):
    """What has changed for somebody, kind by kind."""
    return [(e.kind, e.what, e.value) for e, _ in changes_by_name(graph).get(name, ())]


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
