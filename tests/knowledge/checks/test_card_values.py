"""What cards say line by line, for the check alone."""

from __future__ import annotations

from underdraft.knowledge.checks.card_values import with_card_values
from underdraft.knowledge.graph.model import Attribute, Entity, Evidence, Relation, StoryGraph
from underdraft.knowledge.graph.story_time import StoryTime
from underdraft.testing import MemoryFiles

CARD = "---\nname: Ann\nage: 99\n---\n## Looks\n\n- **Eyes**: grey\n- Hair: black\nAge：31\n\nShe said: no.\n"


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
    found = with_card_values(graph, MemoryFiles({"a.md": CARD}))
    assert {a.name: a.value for a in found.by_name["Ann"].attributes} == {
        "Hair": "red",
        "Eyes": "grey",
        "Age": "31",
    }
    assert found.by_name["Bert"].attributes == ()
    assert graph.by_name["Ann"].attributes == (Attribute(name="Hair", value="red"),)


def test_sentences_of_a_card_and_relations_are_values():
    """A card's pronouns mean its own; a relation that begins or ends with the story is none."""
    card = (
        "# Ann\n\nAnn is thirty-one. She has grey eyes. She was born in Leith. Her brother is not a nurse.\n"
    )
    graph = StoryGraph(
        entities=(Entity(name="Ann", refs=(Evidence("a.md"),)), Entity(name="沈砚")),
        relations=(
            Relation(source="Ann", kind="sister", target="Bert"),
            Relation(source="Ann", kind="wife", target="Cleo", since=StoryTime(2)),
            Relation(source="沈砚", kind="妹妹", target="沈墨"),
        ),
    )
    found = with_card_values(graph, MemoryFiles({"a.md": card})).by_name
    assert {(a.name, a.value) for a in found["Ann"].attributes} == {
        ("age", "thirty-one"),
        ("eyes", "grey"),
        ("birthplace", "Leith"),
        ("sister", "Bert's sister"),
    }
    assert [a.value for a in found["沈砚"].attributes] == ["沈墨的妹妹"]
