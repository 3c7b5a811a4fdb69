"""Pairs of words: occasions that were left alone, and parts of another pair."""

from __future__ import annotations

import pytest

from underdraft.learning.ledger.word_pairs import core


def test_a_word_that_is_left_standing_speaks_against_its_pair(desk):
    """Replacing a word now and then is no rule."""
    old, new = "他突然停住了脚步，雨还在下。", "他忽然停住了脚步，雨还在下。"
    for _ in range(3):
        desk.feed("accept", None, desk.run(old), finalText=new)
        desk.feed("accept", None, desk.run(old), finalText=old.replace("雨", "大雨"))
    desk.feed("accept", None, desk.run(old), finalText=new)
    assert desk.learned() == []
    entry = desk.entry("用“忽然”，不用“突然”")
    assert (entry["support"], entry["kept"]) == (4, 3)


@pytest.mark.parametrize(
    ("pair", "exchanged"),
    [
        (("忽然", "突然"), ("忽", "突")),
        (("砚忽", "砚突"), ("忽", "突")),
        (("began", "begun"), ("a", "u")),
        (("一", "一一"), ("", "一")),
        (("雨", "雪"), ("雨", "雪")),
    ],
)
def test_the_core_of_a_pair_is_what_was_exchanged(pair, exchanged):
    """What two words share at their ends says nothing of the exchange."""
    assert core(pair) == exchanged


def test_the_pair_that_comes_back_with_every_neighbour_is_learned(desk):
    """砚突 -> 砚忽 happens only after a name, 突然 -> 忽然 everywhere."""
    for name in ("砚", "舟", "砚", "舟", "砚"):
        text = f"林{name}突然停住了脚步，雨还在下。"
        desk.feed("accept", None, desk.run(text), finalText=text.replace("突", "忽"))
    assert desk.learned() == ["用“忽然”，不用“突然”"]
