"""Pairs of words: occasions that were left alone, and whole words."""

from __future__ import annotations


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


def test_a_word_is_learned_whatever_stands_beside_it(desk):
    """One character of it was replaced, after two names: the word is learned, once."""
    for name in ("砚", "舟", "砚", "舟", "砚"):
        text = f"林{name}突然停住了脚步，雨还在下。"
        desk.feed("accept", None, desk.run(text), finalText=text.replace("突", "忽"))
    assert desk.learned() == ["用“忽然”，不用“突然”"]
