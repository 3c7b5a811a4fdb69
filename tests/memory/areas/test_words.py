"""PurgedWords that are taken out of texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.areas.words import FEW, MARKER, PurgedWords, is_blank


def test_the_longest_goes_first():
    """A text within another one leaves no half of it; one that is too short is not looked for."""
    words = PurgedWords.of({"灯塔在岛的北角", "灯塔在岛的北角上面", "灯塔在岛的北角上面很高", "灯塔"})
    assert words.texts == ("灯塔在岛的北角上面很高", "灯塔在岛的北角上面")
    assert words.take_out("他说灯塔在岛的北角上面很高。") == f"他说{MARKER}。"


@given(
    st.lists(st.text("abc", min_size=8, max_size=12), min_size=FEW + 1, max_size=40),
    st.text("abc", max_size=60),
)
def test_many_are_found_as_few_are(texts, text):
    """Looking for many at once finds what looking for each would."""
    many = PurgedWords.of(texts)
    assert many.in_text(text) == [wanted for wanted in many.texts if wanted in text]


def test_values_keep_their_form():
    """Only the strings of a JSON value change."""
    words = PurgedWords.of({"secret words"})
    assert words.take_out({"a": ["secret words!", 1, None]}) == {"a": [f"{MARKER}!", 1, None]}


def test_what_is_left_blank():
    """Marks and markers say nothing."""
    assert is_blank(f"- {MARKER}。")
    assert not is_blank(f"{MARKER} x")
