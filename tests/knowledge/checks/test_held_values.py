"""What cards say line by line, for the check alone."""

from __future__ import annotations

from underdraft.knowledge.checks.held_values import card_values, held_values
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
    files = MemoryFiles({"a.md": card})
    ann, shen = (list(card_values(entity, graph, files)) for entity in graph.entities)
    assert {(h.attribute.name, h.attribute.value, h.traits[0].kind, *h.traits[0].value) for h in ann} == {
        ("age", "thirty-one", "age", "31"),
        ("eyes", "grey", "colour", "grey"),
        ("birthplace", "Leith", "birthplace", "leith"),
        ("sister", "Bert's sister", "kin", "sister"),
    }
    assert [(h.attribute.value, h.traits[0].target) for h in shen] == [("沈墨的妹妹", "沈墨")]


def test_a_count_of_a_card_is_of_its_last_word():
    """Stone steps are no stone arches."""
    graph = StoryGraph(entities=(Entity(name="The Tower", kind="place", refs=(Evidence("a.md"),)),))
    files = MemoryFiles({"a.md": "# The Tower\n\nThe Tower had eighty stone steps.\n"})
    (held,) = card_values(graph.entities[0], graph, files)
    assert (held.attribute.name, held.attribute.value) == ("stone steps", "eighty stone steps")
    assert [(trait.value, trait.part) for trait in held.traits] == [({"80"}, {"step"})]
