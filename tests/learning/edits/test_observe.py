"""Observing an edit as a whole: deterministic, and noise shows nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.learning.edits.observe import observe

texts = st.text(st.sampled_from("他她我突忽然走，。！？“”「」\" abc.!'说的地非常\n"), max_size=80)


@given(texts, texts)
def test_observing_is_deterministic_and_never_fails(before, after):
    """A pure function of two texts; equal texts teach nothing."""
    once = observe(before, after)
    assert once == observe(before, after)
    assert observe(before, before) == ()
    assert len({(o.axis, o.key) for o in once}) == len(once)
    assert all(len(o.before) <= 120 and len(o.after) <= 120 for o in once)


def test_another_text_is_no_edit():
    """What has nothing in common with the model's text says nothing about it."""
    assert observe("好！走吧！雨停了！船要开了！", "灯塔守了一夜，没有人来。") == ()


@pytest.mark.long
def test_long_texts_are_measured_without_being_aligned():
    """Two hundred thousand characters are looked at in reasonable time."""
    text = "他站起来走到窗边！雨还在下。" * 5_000
    assert "edit:exclamation:fewer" in {o.tag for o in observe(text, text.replace("！", "。"))}
