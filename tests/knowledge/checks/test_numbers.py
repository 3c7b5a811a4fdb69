from __future__ import annotations

import pytest

from underdraft.knowledge.checks.numbers import heights, hours, numbers


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("thirty-six men and 52 dogs", [36, 52]),
        ("four hundred yards, two thousand and five", [400, 2005]),
        ("三十六个人和26岁", [26, 36]),
        ("第三章", []),
    ],
)
def test_numbers(text, values):
    """Numbers in words and digits of both languages; ordinals are none."""
    assert sorted(n.value for n in numbers(text)) == values


def test_hours_and_heights():
    """One writing for each, so that they can be compared."""
    assert hours("停在两点四十七分")[0][1] == hours("stopped at 两点四十七")[0][1]
    assert hours("ten past four")[0][1] != hours("ten to four")[0][1]
    assert [tall for _, tall in heights("五尺, 一米六五, five feet five")] == ["1:65", "5:5"]
