"""Rules over where people are."""

from __future__ import annotations

import pytest

from knowledge.story_samples import STORY, codes


def test_two_places_at_one_story_time_are_reported():
    """One finding, whoever else is there."""
    assert codes(STORY, "events: [{id: x, at: 2.1, what: x, place: Mill, who: [Ann]}]") == ["TWO_PLACES"]


@pytest.mark.parametrize(
    "facts",
    [
        "events: [{id: x, at: 2.1, what: x, place: Pier, who: [Ann]}]",
        "events: [{id: x, at: 2.1.2, what: x, place: Mill, who: [Ann]}]",
        "entities: [{name: Inn, kind: place, within: Mill}, {name: Mill, within: Inn}]\nevents: [{id: x, at: 2.1.2, what: x, place: Inn, who: [Ann]}]",
    ],
)
def test_what_passes(facts):
    """A place within a place, another moment, even places inside each other."""
    assert codes(STORY, facts) == []
