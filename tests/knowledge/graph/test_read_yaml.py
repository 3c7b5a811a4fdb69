from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.errors import InvalidArgument
from underdraft.knowledge.graph.model import StoryTime
from underdraft.knowledge.graph.read_yaml import KINDS, read_fact, read_facts
from underdraft.project.strict_yaml import Place


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("entities: [{nam: A}]", "entities.name"),
        ("entities: [{name: A, nmae: B}]", "did you mean name"),
        ("events: [{id: a, what: x}]", "events.at"),
        ("events: [{id: a, at: soon, what: x}]", "story time"),
        ("events: [{id: 'a b', at: 1, what: x}]", "events.id"),
        ("events: [{id: a, at: 1, what: x, day: noon}]", "a whole number"),
        ("events: [{id: a, at: 1, what: x, effects: [{who: B}]}]", "dies"),
        ("relations: [{from: A, to: B}]", "relations.is"),
        ("entities: {name: [A]}", "expected one text"),
        ("- a\n- b", "expected lists"),
        ("evnts: []", "did you mean events"),
        ("entities: [!!python/object:os.system {name: A}]", "tags"),
        ("entities: [" * 40, "nesting"),
    ],
)
def test_malformed_facts_say_where(text, says):
    """A malformed file is refused with the field or the line, never with what it holds."""
    with pytest.raises(InvalidArgument) as caught:
        read_facts(text, Place("k.yaml"))
    assert says in caught.value.message
    assert "k.yaml" in caught.value.message


def test_a_fact_as_json_reads_as_in_a_file():
    """What a channel takes is what a file says."""
    fact = {"id": "a", "at": "3.10", "what": "x", "who": ["A", "B"], "effects": [{"who": "A", "dies": True}]}
    by_channel = read_fact("event", fact).events[0]
    by_file = read_facts(json.dumps({"events": [fact]}), Place("fact")).events[0]
    assert by_channel == by_file
    assert by_channel.at == StoryTime(3, 10)


def test_a_claim_takes_only_known_categories_and_frames():
    """Its category and frame are of the lists; story time, frame and quote may be left out."""
    fact = {"subject": "Ann", "category": "looks", "attribute": "hair", "value": "grey"}
    claim = read_fact("claim", fact).claims[0]
    assert (claim.subject, claim.at, claim.frame) == ("Ann", StoryTime(0), "told")
    for wrong in ({"category": "hats"}, {"frame": "sung"}, {"value": ""}):
        with pytest.raises(InvalidArgument):
            read_fact("claim", fact | wrong)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
        lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=6), x, max_size=3),
        max_leaves=8,
    )
)
def test_any_json_is_a_fact_or_refused(value):
    """Nothing but ``InvalidArgument`` comes of a fact that is none."""
    for kind in KINDS:
        try:
            read_fact(kind, value)
        except InvalidArgument:
            continue


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    """Nothing but ``InvalidArgument`` comes of a knowledge file that is none, and it names the file."""
    said = "k.yaml"
    try:
        read_facts(text, Place("k.yaml"))
    except InvalidArgument as error:
        said = error.message
    assert "k.yaml" in said
