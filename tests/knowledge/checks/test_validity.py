"""Where in the manuscript something begins to hold."""

from __future__ import annotations

from knowledge.story_samples import STORY, story
from underdraft.knowledge.checks.validity import WHOLE, card_values, deaths, held_values, span_of
from underdraft.knowledge.graph.model import Attribute, Entity, Evidence, Relation, StoryGraph, StoryTime
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


CARD = "---\nname: Ann\nage: 99\n---\n## Looks\n\n- **Eyes**: grey\n- Hair: black\nAge：31\n\nIt rained.\n"


def test_lines_of_a_card_are_values_of_their_entity():
    """In lists, in bold and with a colon of either width; what a knowledge file has holds; other lines are left out."""
    entity = Entity(
        name="Ann",
        attributes=(Attribute(name="Hair", value="red"),),
        refs=(Evidence("a.md"), Evidence("k.yaml", 3, 4)),
    )
    graph = StoryGraph(
        entities=(entity, Entity(name="Bert", refs=(Evidence("gone.md"),)), Entity(name="Cleo"))
    )
    found = held_values(graph, MemoryFiles({"a.md": CARD}), {})
    assert {name: [held.attribute.value for held in values] for name, values in found["Ann"].items()} == {
        "Hair": ["red"],
        "Eyes": ["grey"],
        "Age": ["31"],
    }
    assert not found.get("Bert")


def test_sentences_of_a_card_and_relations_are_values():
    """A card's pronouns mean its own; a relation that begins or ends with the story is none."""
    card = (
        "# Ann\n\nAnn is thirty-one and has grey eyes. “Ann lies,” he said. Bert waits.\n\nBorn in: Leith\n"
    )
    graph = StoryGraph(
        entities=(Entity(name="Ann", refs=(Evidence("a.md"),)), Entity(name="沈砚")),
        relations=(
            Relation(source="Ann", kind="sister", target="Bert"),
            Relation(source="Ann", kind="wife", target="Cleo", since=StoryTime(2)),
            Relation(source="沈砚", kind="妹妹", target="沈墨"),
        ),
    )
    files = MemoryFiles({"a.md": card})
    ann, shen = (list(card_values(entity, graph, files)) for entity in graph.entities)
    assert [(held.attribute.name, held.attribute.value) for held in ann] == [
        ("Born in", "Leith"),
        ("", "Ann is thirty-one"),
        ("", "has grey eyes."),
        ("sister", "Bert's sister"),
    ]
    assert [held.attribute.value for held in shen] == ["沈墨的妹妹"]
