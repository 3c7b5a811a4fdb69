from __future__ import annotations

from knowledge.story_samples import STORY, story
from underdraft.knowledge.graph.state import entity_states


def test_standings_follow_the_events():
    """Death, hair and the ring are where the last event has put them."""
    graph = story(STORY)
    early, late = entity_states(graph.as_of(3)), entity_states(graph)
    assert early["Bert"].ended is not None
    assert early["Ann"].attributes["hair"].value == "long"
    assert list(early["Ann"].held) == ["ring"]
    assert late["Ann"].attributes["hair"].value == "short"
    assert (list(late["Ann"].held), list(late["Ann"].lost), list(late["Cleo"].held)) == (
        [],
        ["ring"],
        ["ring"],
    )
