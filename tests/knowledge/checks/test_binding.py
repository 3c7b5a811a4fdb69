from __future__ import annotations

import pytest

from underdraft.knowledge.checks.binding import around, bound, colours_in, heads_of, kin_in, nouns_in


@pytest.mark.parametrize(
    ("text", "value", "noun", "tied"),
    [
        ("her pale blue eyes", "blue", "eyes", True),
        ("her eyes were still blue", "blue", "eyes", True),
        ("her hair, which was as black as coal", "black", "hair", True),
        ("her eyes, and a blue coat", "blue", "eyes", False),
        ("her hair had been black", "black", "hair", False),
        ("那双蓝色的眼睛", "蓝", "眼睛", True),
        ("眼睛是蓝的", "蓝", "眼睛", True),
        ("眼睛一闭，蓝布衫", "蓝", "眼睛", False),
    ],
)
def test_a_value_is_tied_to_its_noun(text, value, noun, tied):
    """Right before the noun, or said of it; not across a clause, and not of what was once."""
    spans = [(text.index(word), text.index(word) + len(word)) for word in (value, noun)]
    assert bound(text, *spans) is tied


def test_what_a_text_holds():
    """Colours but not what only looks like one, kinship by its longest term, the noun of a thing's name."""
    assert [kind for *_, kind in colours_in("脸色煞白，一头红发")] == ["red"]
    assert [kind for *_, kind in kin_in("his grandmother")] == ["grandmother"]
    assert nouns_in(("flash",), "five flashes") == [(5, 12)]
    assert (heads_of("the gold watch"), heads_of("冯家的轿子")) == (("watch",), ("轿子", "轿"))
    assert "a, b, c, d"[slice(*around("a, b, c, d", 3, 1))] == "a, b, c,"
