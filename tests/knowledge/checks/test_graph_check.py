"""Rules over single facts: names, order, days, the dead, intervals, evidence."""

from __future__ import annotations

import pytest

from knowledge.story_samples import STORY, codes, story
from underdraft.errors import InvalidArgument
from underdraft.knowledge.checks.check_project import check
from underdraft.testing import MemoryFiles


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ("entities: [{name: Ann, attributes: {hair: red}}]", "ATTRIBUTE_CHANGED"),
        ("events: [{id: x, at: 2, what: x, after: [d]}]", "OUT_OF_ORDER"),
        ("events: [{id: x, at: 1, what: x, day: 3}, {id: y, at: 2, what: y, day: 2}]", "OUT_OF_ORDER"),
        ("events: [{id: x, at: 2, what: x, who: [Berth]}]", "UNKNOWN_NAME"),
        ("events: [{id: x, at: 2, what: x, after: [nothing]}]", "UNKNOWN_NAME"),
        ("relations: [{from: Ann, is: friend, to: Dora}]", "UNKNOWN_NAME"),
        ("events: [{id: a, at: 2, what: x}]", "AMBIGUOUS_NAME"),
        ("entities: [{name: Dora, aliases: [Annie]}]", "AMBIGUOUS_NAME"),
        ("relations: [{from: Ann, is: friend, to: Cleo, since: 3, until: 2}]", "BAD_INTERVAL"),
        ("events: [{id: x, at: 4, what: x, who: [Bert]}]", "ACTS_WHEN_DEAD"),
        (
            "events: [{id: k, at: 5, what: k, effects: [{who: ring, dies: true}]}, {id: x, at: 6, what: x, who: [Cleo], uses: [ring]}]",
            "ACTS_WHEN_DEAD",
        ),
    ],
)
def test_what_is_reported(facts, code):
    """One fault gives one finding of its kind."""
    assert codes(STORY, facts) == [code]


@pytest.mark.parametrize(
    "facts",
    [
        "events: [{id: x, at: 4, what: x, about: [Bert]}]",
        "events: [{id: x, at: 5, what: x, who: [Ann], uses: [bread]}]",
        "events: [{id: x, at: 4, what: x, who: [Bert], effects: [{who: Bert, returns: true}]}, {id: y, at: 5, what: y, who: [Bert]}]",
        "events: [{id: x, at: 0.1, what: x, who: [Bert]}]",
    ],
)
def test_what_passes(facts):
    """Being spoken of, a thing that nobody has described, returning from death, a time before the book: no contradiction."""
    assert codes(STORY, facts) == []


def test_missing_evidence_files_are_reported():
    """A ref to a file that is not there, or may not be read, is a finding and no crash."""

    class Refusing(MemoryFiles):
        def read(self, path):
            raise InvalidArgument("no")

    facts = "events: [{id: x, at: 2, what: x, ref: a.md}]"
    for files in (MemoryFiles(), Refusing()):
        assert [f.code for f in check(story(facts), [], files).findings] == ["BAD_EVIDENCE"]


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ("events: [{id: x, at: 2, what: x, ref: 'a.md#L501-L502'}]", True),
        ("events: [{id: x, at: 2, what: x, ref: 'a.md#L500'}]", False),
        ("events: [{id: x, at: 2, what: x, ref: a.md}]", False),
        ("relations: [{from: Ann, is: friend, to: Cleo, ref: 'a.md#L900'}]", True),
        (
            "claims: [{subject: Ann, category: looks, attribute: hair, value: red, ref: 'a.md#L900'}]",
            True,
        ),
        ("events: [{id: x, at: 2, what: x, ref: {path: a.md, quote: x}}]", False),
        ("events: [{id: x, at: 2, what: x, ref: {path: a.md, quote: words that are lost}}]", True),
    ],
)
def test_lines_must_exist(facts, found):
    """Evidence beyond the end of its file is a finding, of events, relations and claims alike."""
    assert codes(STORY, facts) == (["BAD_EVIDENCE"] if found else [])


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
def test_what_is_at_one_place(facts):
    """A place within a place, another moment, even places inside each other."""
    assert codes(STORY, facts) == []
