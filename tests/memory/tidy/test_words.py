"""The lists of words."""

from __future__ import annotations

from underdraft.memory.tidy.words import lexicon, pattern_of


def test_english_words_are_whole():
    """Chinese words are found anywhere, English ones between letters not."""
    found = pattern_of(["短", "short(?:er)?"])
    assert [m[0] for m in found.finditer("短句 shorter shortage Short")] == ["短", "shorter", "Short"]


def test_no_value_is_in_two_places_of_one_axis():
    """No word of the lists gives two values of one axis: it would contradict itself."""
    for axis, values in lexicon().axes.items():
        assert len(values) > 1, axis
