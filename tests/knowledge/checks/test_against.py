from __future__ import annotations

from knowledge.story_samples import read


def test_each_kind_has_its_rule():
    """One sentence may contradict several attributes; each is said once."""
    facts = "entities: [{name: Ann, attributes: {eyes: blue, age: '40', note: loves dogs}}]"
    assert read("Ann, who was fifty, had green eyes.", facts=facts) == [("ATTRIBUTE_CHANGED", 1)] * 2
