"""Who acts: the subject and its verb."""

from __future__ import annotations

import pytest

from knowledge.story_samples import read

FACTS = """
entities: [{name: Bert}, {name: 沈砚}, {name: 老海, aliases: [守灯人]}]
events:
  - {id: a, at: 0, what: x, effects: [{who: Bert, dies: true}, {who: 沈砚, dies: true}, {who: 老海, dies: true}]}
"""


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("Bert walked in.", True),
        ("“No,” said Bert.", True),
        ("Bert knocks out his pipe.", True),
        ("It was Bert who let them in.", True),
        ("She saw Bert climb the wall.", True),
        ("She buried Bert behind the hill.", False),
        ("Bert's hat lay there.", False),
        ("She remembered how Bert walked in.", False),
        ("Bert had walked in.", False),
        ("沈砚又低声说：“走。”", True),
        ("门口站着的是沈砚。", True),
        ("她看见沈砚推开门。", True),
        ("她把沈砚埋在山后。", False),
        ("沈砚教过她认星。", False),
        ("这里的规矩，守灯人走夜路要打灯。", False),
    ],
)
def test_who_acts(text, acts):
    """A deed of the living has its doer as subject; objects, owners, memories and rules for everybody are none."""
    found = [code for code, _ in read(text, facts=FACTS)]
    assert found == ["ACTS_WHEN_DEAD"] * acts
