"""Where in the manuscript something begins to hold."""

from __future__ import annotations

from knowledge.story_samples import STORY, story
from underdraft.knowledge.checks.held_values import held_values
from underdraft.knowledge.checks.validity import WHOLE, deaths, span_of
from underdraft.testing import MemoryFiles


def test_an_event_spans_the_lines_of_its_evidence():
    """Lines in its own chapter count; without any it is the whole chapter, before the book nothing."""
    before, first, other = story(
        "events: [{id: a, at: 1, what: x, ref: ['1.md#L3', '1.md#L7-L9', '2.md#L1']},"
        " {id: b, at: 2, what: x, ref: x.md}, {id: c, at: 0, what: x, ref: '1.md#L3'}]"
    ).events
    numbers = {"1.md": 1, "2.md": 2}
    assert (span_of(first, numbers).begin, span_of(first, numbers).end) == ((1, 3), (1, 9))
    assert (span_of(other, numbers).begin, span_of(other, numbers).end) == ((2, 0), (2, WHOLE))
    assert span_of(before, numbers).end == (0, 0)


def test_a_history_holds_what_becomes_of_an_entity():
    """Death and return, and the values of an attribute in order."""
    hair = held_values(story(STORY), MemoryFiles({}), {})["Ann"]["hair"]
    assert [held.attribute.value for held in hair] == ["long", "short"]
    returns = "events: [{id: z, at: 5, what: z, effects: [{who: Bert, returns: true}]}]"
    dies = "events: [{id: y, at: 6, what: y, effects: [{who: Bert, dies: true}]}]"
    assert deaths(story(STORY), {}).keys() == {"Bert"}
    assert deaths(story(STORY, returns), {}) == {}
    assert deaths(story(STORY, returns, dies), {})["Bert"][1].id == "y"
