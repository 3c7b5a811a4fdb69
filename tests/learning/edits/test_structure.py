"""Measures of structure: openings, endings, order and paragraphs."""

from __future__ import annotations

import pytest

from learning.edits.edit_samples import LONG, SPOKEN
from underdraft.learning.edits.observe import observe


@pytest.mark.parametrize(
    ("first", "second", "tag", "reverse"),
    [
        (
            "“走吧。”他说。雨还在下，海面起了雾。",
            "雨还在下，海面起了雾。“走吧。”他说。",
            "edit:opening:narration",
            "edit:opening:speech",
        ),
        (
            "The rain fell. She took the coat. Nobody spoke. It was over at last. So it goes.",
            "The rain fell. She took the coat. Nobody spoke.",
            "edit:ending:shorter",
            "edit:ending:longer",
        ),
        (
            "The rain fell. She took the coat. Nobody spoke. It was over at last.",
            "It was over at last. The rain fell! She took the coat. Nobody spoke.",
            "edit:order:forward",
            "edit:order:back",
        ),
        (
            "雨停了。他走了。\n她没有说话。她把信收进抽屉。她熄了灯。",
            "她没有说话。她把信收进抽屉。她熄了灯。\n雨停了。他走了。",
            "edit:order:back",
            "edit:order:forward",
        ),
        (LONG, LONG.replace("。", "。\n"), "edit:paragraphs:shorter", "edit:paragraphs:longer"),
    ],
)
def test_each_axis_of_structure_is_seen_in_both_directions(first, second, tag, reverse):
    """An edit leans to one pole, the reverse edit to the other."""
    assert tag in {o.tag for o in observe(first, second)}
    assert reverse in {o.tag for o in observe(second, first)}


@pytest.mark.parametrize(
    ("before", "after", "axis"),
    [
        ("“来了！”他说。雨停了。", "“来了。”他说。雨停了。", "opening"),
        ("雨停了。他走了。天亮了。", "雨住了。他走了。天亮了。", "ending"),
        ("雨停在了半夜里。他走了。天亮了。", "雨停在半夜里。他走了。天亮了。", "order"),
        (f"{LONG}\n{LONG}", f"{LONG}\n{LONG[:-1]}！", "paragraphs"),
    ],
)
def test_a_structure_that_was_left_alone_is_reported(before, after, axis):
    """It speaks against a habit."""
    assert axis in {o.axis for o in observe(before, after) if o.lean == "kept"}


@pytest.mark.parametrize(
    ("before", "after", "axis"),
    [
        (f"{LONG}\n{SPOKEN}\n{SPOKEN}", LONG, "paragraphs"),
        ("雨停了。他走了。天亮了。", "天亮了。雨停了。他走了。", "ending"),
        ("雨停了。他走了。", "雨停了。“好。”她说。他走了。“好。”她说。", "ending"),
        ("雨停了。他走了。天亮了。", "他走了。雨停了。天亮了。", "order"),
        ("雨停了。他走了。", "他走了。雨停了。", "order"),
        ("雨停了。他走了。天亮了。", "天亮了。雨停了。", "order"),
        ("雨停了。他走了。", "不过天亮了。雨下了一夜。", "order"),
        ("雨停了。他走了。天亮了。人散了。", "天亮了。人散了。雨停了。他走了。", "order"),
    ],
)
def test_what_was_cut_or_moved_is_no_habit_of_structure(before, after, axis):
    """Paragraphs that were cut did not grow longer; an ending is one where the rest is left, and order where all else is."""
    assert axis not in {o.axis for o in observe(before, after)}
