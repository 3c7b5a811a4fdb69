"""Which statements are worth comparing."""

from __future__ import annotations

import struct

from memory.tidy.tidy_samples import remembered
from underdraft.memory.tidy.candidates import COMMON, NEAREST, equal_texts, near, sharing_words


def vectors_of(statements):
    """The same vector for all."""
    return dict.fromkeys((one.content_hash for one in statements), struct.pack("<2f", 1.0, 0.0))


def test_each_is_compared_with_its_nearest():
    """Work grows with the number of statements, not with its square."""
    statements = remembered(*(f"第{n}条 灯塔" for n in range(100)))
    pairs = near(statements, vectors_of(statements), 0.5)
    assert 0 < len(pairs) <= 100 * (NEAREST + 1)
    assert set(pairs.values()) == {1.0}
    assert near(statements, {}, 0.5) == {}


def test_equal_texts_are_pairs():
    """Whatever their case, width and marks at the end."""
    statements = remembered("Short.", "short", "long", "ＳＨＯＲＴ！")
    assert equal_texts(statements).keys() == {(0, 1), (0, 3), (1, 3)}


def test_words_in_common_bring_together_what_has_no_vector():
    """A word that many have does not."""
    statements = remembered("灯塔有三层", "灯塔有三层楼", "偏好短句")
    assert sharing_words(statements, {}).keys() == {(0, 1)}
    assert sharing_words(statements, vectors_of(statements)) == {}
    assert sharing_words(remembered(*("灯塔" for _ in range(COMMON + 1))), {}) == {}
