"""Which wishes exclude each other, and which only look alike."""

from __future__ import annotations

import pytest

from underdraft.learning.rules.opposed_styles import contradicts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("叙述句偏好短句", "我喜欢长句"),
        ("Prefers short sentences", "I love long, winding sentences."),
        ("用词平实", "文字可以华丽一点"),
        ("plain prose", "Make it lush."),
    ],
)
def test_opposites(one, other):
    """In either order."""
    assert contradicts(one, other)
    assert contradicts(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("偏好短句", "对白写长一点"),
        ("偏好短句", "不要短句"),
        ("偏好短句", "我在写长篇小说"),
        ("偏好短句", "长短句交替"),
        ("Prefers short sentences", "Long chapters are fine."),
        ("Prefers short sentences", "I never write long sentences."),
        ("Prefers short sentences", "Call me Lin."),
        ("Prefers short sentences", "I like short sentences"),
    ],
)
def test_what_only_looks_like_one(one, other):
    """Of another thing, denied, both at once, or nothing of the kind."""
    assert not contradicts(one, other)
