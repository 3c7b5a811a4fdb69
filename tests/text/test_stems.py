"""Words that can tell what a text is about."""

from __future__ import annotations

from underdraft.text.stems import stems_in, stems_of


def test_common_words_and_endings_do_not_count():
    """An English word is the same with another ending."""
    assert stems_of("the was of") == set()
    assert stems_of("He was ironing irons, ironed") == {"iron"}
    assert stems_of("ponies pony, hopeful hopefully") == {"poni", "hope"}
    assert stems_of("灯塔下 é") == {"灯塔", "塔下", "e"}


def test_the_first_words_in_order():
    """A long query is cut behind its first words, each counted once."""
    assert stems_in("the lamp and the lamps, a tower 灯塔下", 3) == ["lamp", "tower", "灯塔"]
