"""Reading, merging and asking the story graph."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.story_samples import STORY, story
from underdraft.errors import InvalidArgument, NotFound
from underdraft.knowledge.graph.fields import parse_evidence
from underdraft.knowledge.graph.model import Evidence
from underdraft.knowledge.graph.queries import neighbourhood, path_between, timeline
from underdraft.knowledge.graph.read_yaml import read_fact, read_facts
from underdraft.knowledge.graph.state import entity_states
from underdraft.knowledge.graph.story_time import StoryTime, parse_story_time
from underdraft.knowledge.scene.story_lines import lines_for
from underdraft.project.strict_yaml import Place

times = st.builds(StoryTime, st.integers(0, 9_999), st.integers(0, 999), st.integers(0, 999))


@given(times, times)
def test_story_time_is_read_back_and_ordered(one, other):
    """What a story time prints is read as the same time; order goes by chapter, scene, step."""
    shown = parse_story_time(str(one))
    assert shown == (one if one.scene or not one.step else StoryTime(one.chapter, 0, one.step))
    key = [(t.chapter, t.scene, t.step) for t in (one, other)]
    assert (one < other) == (key[0] < key[1])


@pytest.mark.parametrize("text", ["", "x", "-1", "1.", "1.2.3.4", "1,2", "99999", "1.2 3", "1e3", "一"])
def test_what_is_no_story_time(text):
    """Only chapter, chapter.scene and chapter.scene.step are story times."""
    assert parse_story_time(text) is None


def test_scene_ten_comes_after_scene_nine():
    """``3.10`` is scene ten, not three and a tenth, also in YAML."""
    assert story(STORY).events[2].at == StoryTime(3, 10)


def test_names_are_resolved_in_every_fact():
    """An alias in an event is the full name in the graph."""
    graph = story(STORY)
    assert graph.events[0].who == ("Ann",)
    assert graph.resolve("Annie") == "Ann"
    assert graph.resolve("Nobody") is None


def test_the_graph_does_not_depend_on_the_order_of_files():
    """However the files come, the same facts stand in the same order."""
    parts = STORY.split("relations:")
    texts = [parts[0], "relations:" + parts[1], "entities:\n  - {name: Cleo, aliases: [Kleo]}"]
    shown = {str([(g.entities, g.relations, g.events)]).replace("file-", "") for g in _orders(texts)}
    names = {tuple(e.name for e in g.entities) for g in _orders(texts)}
    events = {tuple(e.id for e in g.events) for g in _orders(texts)}
    assert len(names) == len(events) == 1
    assert shown


def _orders(texts):
    return [story(*order) for order in permutations(texts)]


def test_evidence_without_ref_is_the_fact_itself():
    """A fact that names no evidence points at its own lines in the knowledge file."""
    graph = read_facts(
        "events:\n  - id: a\n    at: 1\n    what: x\n    who: [A]\n  - {id: b, at: 2, what: y}\n",
        Place("k.yaml"),
    )
    assert [e.refs for e in graph.events] == [(Evidence("k.yaml", 2, 5),), (Evidence("k.yaml", 6, 6),)]


@pytest.mark.parametrize(
    "text",
    [
        "/etc/passwd",
        "../x.md",
        "a/../../x#L1",
        "C:\\x",
        "a\\b",
        "x#L1-L2#",
        "x\x00",
        "#L3",
        "sk-aaaaaaaaaaaaaaaaaaaaaaaa",
    ],
)
def test_evidence_outside_the_project_is_refused(text):
    """No absolute path, parent or secret becomes a ref, and the message repeats none."""
    with pytest.raises(InvalidArgument) as caught:
        parse_evidence(text)
    assert text not in caught.value.message
    with pytest.raises(InvalidArgument):
        read_fact("event", {"id": "a", "at": "1", "what": "x", "ref": text})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("entities: [{nam: A}]", "entities.name"),
        ("entities: [{name: A, nmae: B}]", "did you mean name"),
        ("events: [{id: a, what: x}]", "events.at"),
        ("events: [{id: a, at: soon, what: x}]", "story time"),
        ("events: [{id: 'a b', at: 1, what: x}]", "events.id"),
        ("events: [{id: a, at: 1, what: x, clock: '25:00'}]", "time of day"),
        ("events: [{id: a, at: 1, what: x, effects: [{who: B}]}]", "dies"),
        ("relations: [{from: A, to: B}]", "relations.is"),
        ("entities: {name: [A]}", "expected one text"),
        ("- a\n- b", "expected lists"),
        ("evnts: []", "did you mean events"),
        ("entities: [&a {name: A}, *a]", "anchors"),
        ("entities: [!!python/object:os.system {name: A}]", "tags"),
        ("entities:\n  - name: A\n    name: B", "each key once"),
        ("entities: [" * 40, "nesting"),
        ("journeys: [{between: [A], minutes: 3}]", "between"),
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


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
        lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=6), x, max_size=3),
        max_leaves=8,
    )
)
def test_any_json_is_a_fact_or_refused(value):
    """Nothing but ``InvalidArgument`` comes of a fact that is none."""
    for kind in ("entity", "relation", "event", "state"):
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


def test_neighbourhood_grows_with_depth():
    """One step is a relation or a shared event; two steps reach further."""
    graph = story(STORY).as_of(2)
    near = neighbourhood(graph, ["Annie"], depth=1)
    assert [e.name for e in near.entities] == ["Ann", "Bert"]
    assert [r.kind for r in near.relations] == ["sister"]
    assert [e.id for e in near.events] == ["a", "b"]
    far = neighbourhood(graph, ["Ann"], depth=2)
    assert [e.name for e in far.entities] == ["Ann", "Bert", "Cleo"]


def test_no_spoilers_from_later_chapters():
    """As of a chapter nothing later is told, nor what happened earlier but is told later, nor a later end."""
    graph = story(STORY)
    assert [e.id for e in graph.as_of(3).events] == ["a", "b", "c"]
    assert "murderer" not in {r.kind for r in graph.as_of(4).relations}
    assert "murderer" in {r.kind for r in graph.as_of(5).relations}
    friend = next(r for r in graph.as_of(2).relations if r.kind == "friend")
    assert friend.until is None
    assert graph.as_of(None) is graph


def test_path_between_two():
    """The way from one to another is given step by step, relations before events."""
    graph = story(STORY)
    steps = path_between(graph, "Ann", "Cleo")
    assert [(s.source, s.target) for s in steps] == [("Ann", "Cleo")]
    early = path_between(graph.as_of(2), "Ann", "Cleo")
    assert [(s.source, s.target, s.by.kind) for s in early] == [
        ("Ann", "Bert", "sister"),
        ("Bert", "Cleo", "friend"),
    ]
    assert path_between(graph.as_of(1), "Ann", "Cleo") == ()
    assert path_between(graph, "Ann", "Ann") == ()


def test_timeline_of_one():
    """All events that concern somebody, in story order."""
    assert [e.id for e in timeline(story(STORY), "Annie")] == ["a", "b", "d"]


def test_an_unknown_name_is_not_found():
    """A name that nobody has is an error, not an empty answer."""
    for ask in (
        lambda g: timeline(g, "X"),
        lambda g: neighbourhood(g, ["X"]),
        lambda g: path_between(g, "Ann", "X"),
    ):
        with pytest.raises(NotFound):
            ask(story(STORY))


def test_standings_follow_the_events():
    """Death, hair and the ring are where the last event has put them."""
    graph = story(STORY)
    early, late = entity_states(graph.as_of(3)), entity_states(graph)
    assert early["Bert"].ended is not None
    assert early["Ann"].attributes["hair"].value == "long"
    assert list(early["Ann"].held) == ["ring"]
    assert late["Ann"].attributes["hair"].value == "short"
    assert (list(late["Ann"].held), list(late["Ann"].lost), list(late["Cleo"].held)) == (
        [],
        ["ring"],
        ["ring"],
    )


def test_lines_depend_on_names_and_chapter_alone():
    """The same names and chapter give the same lines; a later chapter adds, other names change."""
    graph, again = story(STORY), story(STORY)
    texts = [line.text for line in lines_for(graph, ("Ann",), 3, "en")]
    assert texts == [line.text for line in lines_for(again, ("Ann",), 3, "en")]
    assert not any("short" in text for text in texts)
    assert any("short" in line.text for line in lines_for(graph, ("Ann",), 4, "en"))
    assert lines_for(graph, (), None, "en") == ()
    assert all("ref:" in text for text in texts)
