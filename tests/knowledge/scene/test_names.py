"""Finding names, the scene around a selection, the chapter, and what is chosen for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.knowledge.scene.names import NameIndex, is_proper

INDEX = NameIndex.of(
    [
        ("何三桅", "何三桅"),
        ("三桅", "何三桅"),
        ("阿砚", "沈砚"),
        ("Ann", "Ann"),
        ("Anna", "Anna"),
        ("砚", "沈砚"),
    ]
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("何三桅说", {"何三桅"}),
        ("老三桅", {"何三桅"}),
        ("阿砚和三桅", {"沈砚", "何三桅"}),
        ("Annabel and Ann.", {"Ann"}),
        ("Anna", {"Anna"}),
        ("Mann", set()),
        ("砚台", set()),
        ("", set()),
    ],
)
def test_names_are_found(text, names):
    """Aliases count, the longest wins, Latin names are whole words, single characters are no names."""
    assert INDEX.names_in(text) == names


@given(
    st.lists(st.text("甲乙丙丁AB", min_size=2, max_size=4), max_size=8), st.text("甲乙丙丁AB ", max_size=40)
)
def test_found_names_stand_where_it_says(names, text):
    """Every hit is the writing at its place, and hits do not overlap."""
    end = 0
    for found in NameIndex.of((n, n) for n in names).find(text):
        assert text[found.start : found.end] == found.written
        assert found.start >= end
        end = found.end


def test_a_description_is_no_form_of_a_name():
    """An alias that shares no character with the name may mean anybody."""
    assert is_proper("老周", "周鹤年")
    assert is_proper("Edith", "伊迪丝·黑尔")
    assert not is_proper("守灯人", "沈阔海")
