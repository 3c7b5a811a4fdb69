"""What happens in a sentence."""

from __future__ import annotations

import pytest

from knowledge.proposing.two_stories import chapters
from knowledge.story_samples import story
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.story_sentences import read
from underdraft.knowledge.proposing.story_events import events_in

GRAPH = story(
    "entities: [{name: Clara}, {name: Tomas}, {name: Saltmere, kind: place}, {name: ring, kind: thing}, {name: 立秋}, {name: 老顾}, {name: 望江楼, kind: place}]"
)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("That night Tomas died.", ("dies", ("Tomas",), None, "Tomas")),
        ("Clara murdered Tomas.", ("kills", ("Clara",), None, "Tomas")),
        ("In June Clara married Tomas.", ("marries", ("Clara", "Tomas"), None, None)),
        ("Clara arrived in Saltmere.", ("travels", ("Clara",), "Saltmere", None)),
        ("Clara found the ring.", ("finds", ("Clara",), None, None)),
        ("当天夜里，老顾死了。", ("dies", ("老顾",), None, "老顾")),
        ("立秋连夜赶到望江楼。", ("travels", ("立秋",), "望江楼", None)),
        ("If Tomas died, she would go.", None),
        ("Clara dreamt that Tomas died.", None),
        ("Tomas did not die; Clara never arrived in Saltmere.", None),
        ("老顾气死了。", None),
        ("老顾没有死。", None),
    ],
)
def test_what_happens(sentence, expected):
    """Deaths, marriages, journeys and finds with who and where; what is dreamt, supposed or denied is none."""
    told = chapters([sentence])[0]
    found = [e for s in read(told, Cast.of(GRAPH, [told])) for e in events_in(s, GRAPH)]
    assert [(e.kind, e.who, e.place, e.dies) for e in found] == ([expected] if expected else [])
