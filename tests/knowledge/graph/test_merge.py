from __future__ import annotations

from itertools import permutations

from knowledge.story_samples import STORY, story


def test_names_are_resolved_in_every_fact():
    """An alias in an event is the full name in the graph."""
    graph = story(STORY)
    assert graph.events[0].who == ("Ann",)
    assert graph.resolve("Annie") == "Ann"
    assert graph.resolve("Nobody") is None


def test_the_graph_does_not_depend_on_the_order_of_files():
    """However the files come, the same facts stand in the same order."""
    parts = STORY.split("relations:")
    texts = [parts[0], "relations:" + parts[1], "entities:\n  - {name: Cleo, aliases: [Kleo]}"]
    graphs = [story(*order) for order in permutations(texts)]
    assert len({tuple(e.name for e in graph.entities) for graph in graphs}) == 1
    assert len({tuple(e.id for e in graph.events) for graph in graphs}) == 1
