from __future__ import annotations

import pytest

from knowledge.story_samples import read


@pytest.mark.parametrize(
    ("value", "sentence", "wrong"),
    [
        ("右腿瘸", "甲乙的左腿瘸着。", True),
        ("右腿瘸", "甲乙抬起左腿。", False),
        ("右腿瘸", "甲乙的右腿瘸着。", False),
        ("浅褐色", "甲乙的绿腿。", True),
        ("浅褐色", "甲乙的褐色的腿。", False),
        ("三十岁", "甲乙今年三十一岁。", True),
        ("三十岁", "甲乙今年三十岁。", False),
        ("三十岁", "甲乙走的那年二十岁。", False),
    ],
)
def test_sides_colours_and_numbers(value, sentence, wrong):
    """A mirrored side with what is special about it, another colour, another age are found; the rest passes."""
    facts = f"entities: [{{name: 甲乙, attributes: {{腿: {value}}}}}]"
    assert bool(read(sentence, facts=facts)) is wrong
