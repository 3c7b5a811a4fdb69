"""When two statements say the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.facts.equality import plain_words, same_key


def test_case_space_and_marks_do_not_count():
    """Nor does the width of a letter; what is left does."""
    assert same_key("灯塔 有九层。") == same_key("灯塔有九层")
    assert same_key("The Lighthouse!") == same_key("the  ｌｉｇｈｔｈｏｕｓｅ")
    assert same_key("偏好短句") != same_key("偏好长句")


def test_marks_alone_are_compared_as_they_are():
    """Otherwise all of them would be the same statement."""
    assert same_key("!!") != same_key("??")


@given(st.text())
def test_a_second_time_changes_nothing(text):
    """Plain words are plain."""
    assert plain_words(plain_words(text)) == plain_words(text)
