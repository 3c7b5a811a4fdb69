"""Words that can tell what a text is about: of many texts at once as of each."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from underdraft.memory.index import stems
from underdraft.memory.index.stems import stems_of, stems_of_all

LETTERS = "灯塔的一ABab'12_ \n，。é\u0301ÅŒﬁ㍿한ｶﾞ\U00020000ǅİß\ud800²Ⅷ"


def test_common_words_and_endings_do_not_count():
    """An English word is the same with another ending."""
    assert stems_of("the was of") == set()
    assert stems_of("He was ironing irons, ironed") == {"iron"}
    assert stems_of("灯塔下 é") == {"灯塔", "塔下", "e"}


@given(st.lists(st.text(LETTERS, max_size=12) | st.text(max_size=8), max_size=9))
@example([])
@example(["", "the", "灯", ""])
@example(["灯", "塔", "a", "b", "灯塔"])
def test_many_texts_have_the_words_of_each(texts):
    """Each text's in order, whatever its letters are and however many are read at once."""
    with patch.object(stems, "TEXTS_AT_ONCE", 2):
        known, words, sizes = stems_of_all(texts)
    assert known == sorted(set().union(*map(stems_of, texts)))
    left = iter(words.tolist())
    assert [[known[next(left)] for _ in range(size)] for size in sizes] == [
        sorted(stems_of(t)) for t in texts
    ]
