from __future__ import annotations

from knowledge.story_samples import story
from underdraft.knowledge.checks.cast import Cast
from underdraft.knowledge.checks.kinship import kin_term
from underdraft.knowledge.checks.story_sentences import mentions

FACTS = """
entities:
  - {name: Ann, attributes: {kinship: sister of Bert, sex: woman}}
  - {name: Bert, attributes: {relationship: "engaged to Cleo, Ann's niece", age: '40'}}
  - {name: Cleo}
"""


def test_who_is_meant_by_a_relative():
    """A kinship is read both ways; of an English value only the first words tell it."""
    kin = Cast.of(story(FACTS), []).kin
    assert kin == {("Bert", "sister"): "Ann", ("Ann", "brother"): "Bert", ("Ann", "sister"): "Bert"}
    assert (kin_term("大爷的表兄"), kin_term("nephew of her brother")) == ("cousin", "nephew")


def test_a_relative_is_somebody():
    """``Ann's brother`` is the one whom the facts call so."""
    found = mentions("Ann's brother went.", Cast.of(story(FACTS), []), ())
    assert [m.name for m in found] == ["Ann", "Bert"]
