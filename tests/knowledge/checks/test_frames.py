from __future__ import annotations

import pytest

from knowledge.story_samples import read

FACTS = "entities: [{name: Ann, attributes: {eyes: grey, age: '31', number of dogs: two}}, {name: Bert, attributes: {age: thirty-six}}]"


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("Ann's eyes were brown.", True),
        ("Ann's eyes were not brown.", False),
        ("In the play she wore a wig. Ann's eyes were brown.", False),
        ("They said that Ann's eyes were brown.", False),
        ("If Ann's eyes were brown, he would know.", False),
        ("Were Ann's eyes brown?", False),
        ("At thirty-six Ann had no house.", True),
        ("Ann looked round. She was thirty-six.", False),
        ("“I have three dogs,” said Ann.", False),
        ("“Ann has three dogs,” said Bert.", True),
    ],
)
def test_what_takes_a_statement_back(sentence, wrong):
    """Denial, costume, claim, supposition, question, what holds of another one, what somebody says of themselves."""
    assert bool(read(sentence, facts=FACTS)) is wrong
