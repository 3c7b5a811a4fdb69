"""Words that can tell what a text is about."""

from __future__ import annotations

from underdraft.memory.index.stems import stems_of


def test_common_words_and_endings_do_not_count():
    """An English word is the same with another ending."""
    assert stems_of("the was of") == set()
    assert stems_of("He was ironing irons, ironed") == {"iron"}
    assert stems_of("灯塔下 é") == {"灯塔", "塔下", "e"}
