"""A vocabulary that is unpacked where it is asked."""

from __future__ import annotations

from underdraft_plugins.embedders import vocabulary
from underdraft_plugins.embedders.vocabulary import PackedVocabulary


def test_it_is_unpacked_group_by_group():
    """A packed vocabulary knows what the mapping knew, before and after a group was unpacked, and holds what was asked."""
    numbers = {"▁": 3, "▁the": 4, "▁th": 0, "灯": 5, "灯笼": 0, "灯笼铺": 6, "\ud800": 7}
    packed = PackedVocabulary(numbers)
    assert not packed._known
    for _ in range(2):
        assert {piece: packed.get(piece) for piece in numbers} == numbers
        assert packed.get("铺") is packed.get("") is packed.get("▁the ") is None
    assert packed._known == numbers


def test_it_holds_a_bounded_part(monkeypatch):
    """What was unpacked is let go when there are too many groups, and is found again."""
    monkeypatch.setattr(vocabulary, "MOST", 3)
    numbers = {f"{n:03}": n for n in range(40)}
    packed = PackedVocabulary(numbers)
    for _ in range(2):
        for piece, number in numbers.items():
            assert packed.get(piece) == number
            assert len(packed._known) <= 6
