"""Alignment: which place of the old text a place of the new one was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.learning.edits.alignment import ALIGNED_MAXIMUM, Alignment

texts = st.text(st.sampled_from("他她我突忽然走，。！？“”「」\" abc.!'说的地非常\n"), max_size=80)


@given(texts, texts)
def test_changes_rebuild_the_new_text(before, after):
    """The changes of an alignment are all that differs."""
    rebuilt, at = "", 0
    for change in Alignment(before, after).changes:
        rebuilt += before[at : change.old_start] + change.new
        at = change.old_start + len(change.old)
    assert rebuilt + before[at:] == after


def test_a_place_has_a_counterpart():
    """Offsets before, in and after a change, and the passage that a passage became."""
    alignment = Alignment("他突然停下。雨还在下。", "他忽然停下了。雨还在下。")
    assert [alignment.place(i) for i in (0, 3, 6, 11)] == [0, 3, 7, 12]
    assert alignment.counterpart(0, 5) == ("他突然停下", "他忽然停下")
    assert [alignment.unchanged(i) for i in (0, 1, 2)] == [True, False, True]


def test_long_texts_are_not_aligned():
    """What became of a passage is then left open."""
    alignment = Alignment("雨" * (ALIGNED_MAXIMUM + 1), "雨")
    assert not alignment.possible
    assert alignment.counterpart(0, 2) == ("雨雨", "")
