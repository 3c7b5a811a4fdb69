from __future__ import annotations

import pytest

from knowledge.story_samples import read


@pytest.mark.parametrize(
    ("attribute", "sentence", "wrong"),
    [
        ("eyes: blue", "Ann looked up, and her brown eyes were wet.", True),
        ("eyes: blue", "Ann looked at Bert, and his brown eyes were wet.", False),
        ("hair: bald", "Ann combed her long hair.", True),
        ("height: five feet two", "Ann stood six feet one in her shoes.", True),
        ("height: five feet two", "Ann was like a tower, six feet one.", False),
        ("age: '40'", "At fifty-two Ann still had no house.", True),
        ("age: '40'", "Ann was twenty when she left.", False),
        ("ear: deaf in the left ear", "Ann put her left ear to the wall and heard all.", True),
    ],
)
def test_looks(attribute, sentence, wrong):
    """Another colour, shape, height, age or side of the one whom grammar makes the owner."""
    facts = f"entities: [{{name: Ann, aliases: [Miss Ann], attributes: {{{attribute}}}}}, {{name: Bert, aliases: [Mr Bert]}}]"
    assert bool(read(sentence, facts=facts)) is wrong
