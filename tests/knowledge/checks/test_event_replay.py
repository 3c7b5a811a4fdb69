"""Rules over all events in story time: the dead, things, knowledge."""

from __future__ import annotations

import pytest

from knowledge.story_samples import STORY, codes


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ("events: [{id: x, at: 4, what: x, who: [Bert]}]", "ACTS_WHEN_DEAD"),
        ("states: [{at: 3, who: Ann, has: {hair: short}}]", "ATTRIBUTE_CHANGED"),
        ("states: [{at: 5, who: Ann, holds: [ring]}]", "NOT_IN_HAND"),
        ("events: [{id: x, at: 5, what: x, who: [Ann], uses: [ring]}]", "NOT_IN_HAND"),
        (
            "events: [{id: k, at: 5, what: k, who: [Cleo], effects: [{who: Cleo, loses: ring}]}, {id: x, at: 6, what: x, who: [Ann], uses: [ring]}]",
            "NOT_IN_HAND",
        ),
        (
            "events: [{id: k, at: 5, what: k, effects: [{who: ring, dies: true}]}, {id: x, at: 6, what: x, who: [Cleo], uses: [ring]}]",
            "ACTS_WHEN_DEAD",
        ),
        (
            "events: [{id: k, at: 4, what: k, who: [Ann], effects: [{who: Ann, learns: it}]}, {id: x, at: 2, what: x, who: [Ann], knows: {Ann: it}}]",
            "KNOWS_TOO_EARLY",
        ),
    ],
)
def test_what_is_reported(facts, code):
    """One fault gives one finding of its kind."""
    assert codes(STORY, facts) == [code]


@pytest.mark.parametrize(
    "facts",
    [
        "events: [{id: x, at: 4, what: x, who: [Bert], effects: [{who: Bert, returns: true}]}, {id: y, at: 5, what: y, who: [Bert]}]",
        "states: [{at: 5, who: Ann, has: {hair: short}}, {at: 5, who: Cleo, holds: [ring]}]",
        "events: [{id: x, at: 0.1, what: x, who: [Bert]}]",
        "events: [{id: x, at: 5, what: x, who: [Ann], uses: [ring], effects: [{who: Ann, gains: ring}]}]",
    ],
)
def test_what_passes(facts):
    """Returning from death, what an event has brought about, a time before the book: no contradiction."""
    assert codes(STORY, facts) == []
