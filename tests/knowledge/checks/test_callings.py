from __future__ import annotations

import pytest

from knowledge.story_samples import read


@pytest.mark.parametrize(
    ("attribute", "sentence", "wrong"),
    [
        ("occupation: teacher", "As a solicitor Ann kept long hours.", True),
        ("occupation: teacher", "Ann had spent nine years on the wards.", True),
        ("occupation: teacher", "“I'm a solicitor,” said Ann.", False),
        ("occupation: teacher", "Ann was married to a solicitor.", False),
        ("ability: cannot drive", "Ann took the wheel and drove them home.", True),
        ("ability: cannot drive", "Bert drove Ann home.", False),
        ("ability: plays the violin", "Ann had never learned the violin.", True),
        ("ability: plays the violin", "Ann took up the violin.", False),
        ("职业: 木匠", "安宁当了二十年的律师。", True),
        ("职业: 木匠", "安宁是律师的儿子。", False),
        ("能力: 不会游泳", "安宁一个猛子扎进河里。", True),
    ],
)
def test_callings(attribute, sentence, wrong):
    """Another occupation, and a deed that somebody is not able to do; not what they say of themselves."""
    facts = f"entities: [{{name: Ann, aliases: [安宁], attributes: {{{attribute}}}}}, {{name: Bert}}]"
    assert bool(read(sentence, facts=facts)) is wrong
