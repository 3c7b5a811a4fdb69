"""Rules over where people are."""

from __future__ import annotations

import pytest

from knowledge.story_samples import STORY, codes

TWO_EVENTS = (
    "events: [{{id: x, at: 1.2, what: x, place: Pier, who: [Ann], day: 1, clock: '8:00'}},"
    " {{id: y, at: 1.3, what: y, place: Mill, who: [Ann], day: 1, clock: '{}'}}]"
)


@pytest.mark.parametrize(
    "facts", ["events: [{id: x, at: 2.1, what: x, place: Mill, who: [Ann]}]", TWO_EVENTS.format("8:00")]
)
def test_what_is_reported(facts):
    """Two places at one story time, or at one hour of a day."""
    assert codes(STORY, facts) == ["TWO_PLACES"]


@pytest.mark.parametrize(
    "facts",
    [
        "events: [{id: x, at: 2.1, what: x, place: Pier, who: [Ann]}]",
        "events: [{id: x, at: 2.1.2, what: x, place: Mill, who: [Ann]}]",
        TWO_EVENTS.format("8:30"),
        "entities: [{name: Inn, kind: place, within: Mill}, {name: Mill, within: Inn}]\nevents: [{id: x, at: 2.1.2, what: x, place: Inn, who: [Ann]}]",
    ],
)
def test_what_passes(facts):
    """A place within a place, another moment or hour, even places inside each other."""
    assert codes(STORY, facts) == []
