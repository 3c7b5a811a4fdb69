"""What two statements are to each other."""

from __future__ import annotations

import pytest

from underdraft.memory.tidy.compare import SAME, compare

NEAR = 0.95


@pytest.mark.parametrize(
    ("first", "second", "cosine", "why"),
    [
        ("偏好短句", "偏好短句。", None, "same_words"),
        ("Keep it short.", "keep it  SHORT", 0.2, "same_words"),
        ("偏好短句", "偏好长句", None, None),
        ("每章三千字左右", "一章大概写3000字", SAME, "same_meaning"),
        ("每章三千字左右", "一章大概写3000字", SAME - 0.01, None),
        ("Mara is left-handed.", "Mara is right-handed.", NEAR, None),
        ("Tomas is the older brother.", "Tomas is the younger brother.", NEAR, None),
        ("Mara is left-handed.", "It is with her left hand that Mara writes.", NEAR, "same_meaning"),
        ("偏好短句", "偏好短句，少用成语", NEAR, "same_meaning"),
    ],
)
def test_two_statements(first, second, cosine, why):
    """Equal texts, or near ones unless one thing stands in the place of another; in either order."""
    for one, other in ((first, second), (second, first)):
        assert compare(one, other, cosine) == why
