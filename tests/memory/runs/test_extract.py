"""A run in a few words, without a model."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memory.store_samples import sample_run
from underdraft.memory.runs.extract import abridged, compact_of, full_tokens


@given(st.text(), st.integers(3, 60))
def test_an_abridgement_fits_on_one_line(text, limit):
    """Whatever the text is; one that fits is left as it is."""
    short = abridged(text, limit)
    assert len(short) <= limit
    assert "\n" not in short
    whole = " ".join(text.split())
    assert short == whole or len(whole) > limit or not whole.isprintable()


def test_an_abridgement_is_made_of_first_and_last_sentences():
    """Whole sentences from both ends where they fit, else a cut."""
    assert abridged("一来。二去。三回。四走。", 9) == "一来。二去。四走。"[:3] + "…" + "四走。"
    assert abridged("没有句号的长长长长长长长长的话", 7) == "没有句…长的话"


def test_a_compact_names_the_run_and_what_came_of_it():
    """In privacy mode it is its tags and sizes alone."""
    record = sample_run(text="他笑了。", model="hosted")
    compact = compact_of(record)
    assert (compact.ref, compact.skill_id, compact.result) == ("run:run-1", "polish", "他笑了。")
    assert compact.tags[:2] == ("polish", "dialogue")
    assert compact.full_tokens == full_tokens(record) > compact.tokens > 0
    bare = compact_of(record, texts=False)
    assert (bare.task, bare.given, bare.result, bare.tags) == ("", "", "", compact.tags)
