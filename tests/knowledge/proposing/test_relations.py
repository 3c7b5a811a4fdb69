"""Relations that are said outright."""

from __future__ import annotations

import pytest

from knowledge.proposing.two_stories import chapters
from knowledge.story_samples import story
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.story_sentences import read
from underdraft.knowledge.proposing.relations import relations_in

GRAPH = story(
    "entities: [{name: Clara, attributes: {is: woman}}, {name: Tomas}, {name: 冬至, attributes: {是: 女}}, {name: 立秋}, {name: 钱掌柜}, {name: 书院, kind: place}]"
)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Clara's younger brother Tomas laughed.", ("Tomas", "younger brother", "Clara")),
        ("Clara sat. Her brother Tomas stood.", ("Tomas", "brother", "Clara")),
        ("Tomas was Clara's cousin.", ("Tomas", "cousin", "Clara")),
        ("Tomas, the son of Clara, sat.", ("Tomas", "son", "Clara")),
        ("Clara married Tomas.", ("Clara", "married to", "Tomas")),
        ("Clara and Tomas were cousins.", ("Clara", "cousins", "Tomas")),
        ("冬至的弟弟立秋来了。", ("立秋", "弟弟", "冬至")),
        ("立秋是冬至的弟弟。", ("立秋", "弟弟", "冬至")),
        ("立秋拜钱掌柜为师。", ("立秋", "徒弟", "钱掌柜")),
        ("冬至嫁给了立秋。", ("冬至", "夫妻", "立秋")),
        ("冬至进门，看见弟弟立秋坐着。", ("立秋", "弟弟", "冬至")),
        ("Tomas was not Clara's cousin.", None),
        ("Was Tomas Clara's cousin?", None),
        ("Clara saw her brother. Tomas left.", None),
        ("立秋不是冬至的弟弟。", None),
        ("书院的弟弟立秋来了。", None),
    ],
)
def test_who_is_what_to_whom(sentence, expected):
    """Kinship, marriage and mastery with their direction; what is denied or asked, and a place's brother, is none."""
    told = chapters([sentence])[0]
    found = [r for s in read(told, Cast.of(GRAPH, [told])) for r in relations_in(s, GRAPH)]
    assert [(r.source, r.kind, r.target) for r in found] == ([expected] if expected else [])
