"""Measures: each axis, its poles, and what is left alone."""

from __future__ import annotations

import pytest

from learning.edits.edit_samples import FIRST, LONG, PLAIN, RICH, SHORT, SPOKEN, THIRD, TOLD
from underdraft.learning.edits.observe import observe


def tags(before, after):
    """The tags of what an edit shows, without what it left alone."""
    return [o.tag for o in observe(before, after) if o.lean != "kept"]


@pytest.mark.parametrize(
    ("first", "second", "tag", "reverse"),
    [
        (LONG, SHORT, "edit:sentence_length:shorter", "edit:sentence_length:longer"),
        ("好！走吧！雨停了。", "好。走吧。雨停了。", "edit:exclamation:fewer", "edit:exclamation:more"),
        (TOLD, SPOKEN, "edit:dialogue:more", "edit:dialogue:less"),
        (THIRD, FIRST, "edit:person:first", "edit:person:third"),
        (RICH, PLAIN, "edit:modifiers:fewer", "edit:modifiers:more"),
        ("“来了。”他说。", "「来了。」他说。", "edit:quotation:corner", "edit:quotation:curly"),
        ('"Late," he said.', "“Late,” he said.", "edit:quotation:curly", "edit:quotation:straight"),
        ("他突然停下，突然笑了。", "他忽然停下，忽然笑了。", "edit:word:first", "edit:word:second"),
        ("He began to walk home.", "He started to walk home.", "edit:word:second", "edit:word:first"),
        (
            "He walked. He stopped. He knew the way.",
            "I walked. I stopped. I knew the way.",
            "edit:person:first",
            "edit:person:third",
        ),
    ],
)
def test_each_axis_is_seen_in_both_directions(first, second, tag, reverse):
    """Named, deterministic, and the reverse edit is the opposite pole."""
    assert tag in tags(first, second)
    assert reverse in tags(second, first)


@pytest.mark.parametrize(
    ("before", "after", "axis"),
    [
        ("好！走吧！雨停了。", "好！走吧！雨住了。", "exclamation"),
        ("“来了！”他说。", "“来了。”他说。", "quotation"),
    ],
)
def test_occasions_that_were_left_alone_are_reported(before, after, axis):
    """Marks that stay, while something else is edited, speak against doing without them."""
    assert axis in {o.axis for o in observe(before, after) if o.lean == "kept"}


def test_spans_show_the_place_in_both_texts():
    """The evidence of an observation is where it shows, before and after."""
    seen = next(o for o in observe(LONG, SHORT) if o.axis == "sentence_length")
    assert seen.before in LONG
    assert seen.after in SHORT


def test_speech_tags_do_not_shorten_sentences():
    """Adding speech with "he said" says nothing about the sentences of the narration."""
    assert not any(t.startswith("edit:sentence") for t in tags(LONG, LONG + "“好。”他说。“走。”她说。“嗯。”"))
