"""How statements are compared and grouped."""

from __future__ import annotations

import struct

from memory.tidy.tidy_samples import remembered
from underdraft.memory.tidy.compare import hashes_of
from underdraft.memory.tidy.offers import NEAREST, find_offers, near


def test_each_is_compared_with_its_nearest():
    """Work grows with the number of statements, not with its square."""
    statements = remembered(*(f"第{n}条 灯塔" for n in range(100)))
    vectors = dict.fromkeys((one.content_hash for one in statements), struct.pack("<2f", 1.0, 0.0))
    pairs = near(statements, vectors, 0.5)
    assert 0 < len(pairs) <= 100 * (NEAREST + 1)
    assert set(pairs.values()) == {1.0}
    assert near(statements, {}, 0.5) == {}


def test_a_group_has_one_that_stays():
    """All others say what it says, whatever their case, width and marks; the id follows from what they are."""
    first = remembered("偏好短句", "偏好短句。", "偏好短句！", "少用成语", "Short.", "ＳＨＯＲＴ！")
    offer, other = find_offers(first, {})
    assert (offer.refs[0], offer.why) == ("memory:0", "same_words")
    assert list(offer.refs) == ["memory:0", "memory:1", "memory:2"]
    assert list(other.refs) == ["memory:4", "memory:5"]
    assert {one.kind for one in find_offers(first[::-1], {})} == {"duplicates"}
    kept = {hashes_of((first[0], one)): ("keep_both", "") for one in first[1:3]}
    assert find_offers(first, {}, kept) == [other]


def test_what_a_model_said_comes_before_what_is_near():
    """A contradiction is offered first, with the one that holds at its head; what is different is not offered."""
    short, long, terse, same = remembered("偏好短句", "现在喜欢长句", "文字凝练", "偏好短句。")
    decided = {
        hashes_of((short, long)): ("contradiction", long.content_hash),
        hashes_of((short, terse)): ("different", short.content_hash),
        hashes_of((long, same)): ("duplicate", long.content_hash),
        hashes_of((short, same)): ("unsaid", short.content_hash),
    }
    against, group = find_offers([short, long, terse, same], {}, decided)
    assert (against.kind, against.why, against.refs[0]) == ("contradiction", "model_says", long.ref)
    assert list(group.refs) == [short.ref, same.ref]
