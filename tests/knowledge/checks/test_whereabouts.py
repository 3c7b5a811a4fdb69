from __future__ import annotations

import pytest

from knowledge.story_samples import read


@pytest.mark.parametrize(
    ("attribute", "sentence", "wrong"),
    [
        ("home: lives in Leith", "Ann went back to her flat in Glasgow.", True),
        ("home: lives in Leith", "Ann changed trains in Glasgow.", False),
        ("residence: the second floor", "Ann lives on the fifth floor.", True),
        ("location: east bank", "Ann stood on the west bank.", True),
        ("住处: 青石巷", "安宁住在柳树胡同。", True),
        ("籍贯: 苏州", "安宁是绍兴人。", True),
        ("籍贯: 苏州", "安宁是个好人。", False),
        ("住处: 解放路邮局三楼", "安宁爬到解放路邮局六楼。", True),
    ],
)
def test_settings(attribute, sentence, wrong):
    """Another home, floor, bank of the river or place of birth; not where somebody only is."""
    facts = f"entities: [{{name: Ann, aliases: [安宁], attributes: {{{attribute}}}}}]"
    assert bool(read(sentence, facts=facts)) is wrong
