from __future__ import annotations

import pytest

from knowledge.story_samples import read


@pytest.mark.parametrize(
    ("attribute", "sentence", "wrong"),
    [
        ("occupation: nurse", "Ann was a baker, and rose at three.", True),
        ("occupation: nurse", "Ann told everyone that she was a baker.", False),
        ("ability: cannot swim", "Ann swam out to the boat.", True),
        ("ability: cannot swim", "Ann watched him swim.", False),
        ("home: lives in Leith", "Ann lived in Glasgow and came on Sundays.", True),
        ("kinship: Bert's sister", "Ann was Bert's mother.", True),
        ("children: two daughters", "Ann had three daughters.", True),
        ("marriage: unmarried", "Ann's husband was asleep.", True),
    ],
)
def test_ties(attribute, sentence, wrong):
    """Another occupation, place, kinship or number, and what somebody cannot do or has not."""
    facts = f"entities: [{{name: Ann, aliases: [Miss Ann], attributes: {{{attribute}}}}}, {{name: Bert, aliases: [Mr Bert]}}]"
    assert bool(read(sentence, facts=facts)) is wrong
