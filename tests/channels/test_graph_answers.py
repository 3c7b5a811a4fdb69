"""Parts of the story graph as they are answered."""

from __future__ import annotations

import pytest

from knowledge.story_samples import STORY, story
from underdraft.boundary.json import to_json
from underdraft.channels.graph_answers import GraphAnswer, part_on
from underdraft.knowledge.graph.queries import changes_by_name, path_between


@pytest.fixture
def graph():
    """The small story."""
    return story(STORY)


def test_the_whole(graph):
    """Ends are named from and to, times are words, and there is no path where none was asked for."""
    told = to_json(GraphAnswer.of(graph))
    assert list(told) == ["entities", "relations", "events"]
    relation = next(r for r in told["relations"] if r["kind"] == "friend")
    assert (relation["from"], relation["to"], relation["until"]) == ("Bert", "Cleo", "4.1")
    assert told["entities"][0]["attributes"] == {"hair": "long"}
    assert told["events"][0]["effects"] == [
        {"who": "Ann", "kind": "gains", "value": "ring", "attribute": None}
    ]


def test_a_path(graph):
    """The steps, and no more of the graph than stands on them."""
    steps = path_between(graph, "Ann", "Cleo")
    told = to_json(GraphAnswer.of(part_on(graph, steps), path=steps))
    assert told["path"][0]["from"] == "Ann"
    assert {e["name"] for e in told["entities"]} == {n for s in told["path"] for n in (s["from"], s["to"])}


def test_what_has_changed(graph):
    """What is no more as it was for somebody, since when, and where that is written."""
    changes = changes_by_name(graph)["Ann"]
    assert {(c.effect.kind, c.effect.value) for c in changes} >= {("sets", "short"), ("loses", "ring")}
    told = to_json(GraphAnswer.of(graph, standing=tuple(changes)))["standing"][0]
    assert set(told) == {"kind", "who", "value", "attribute", "since", "ref"}
