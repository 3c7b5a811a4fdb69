"""What cards say line by line, for the check alone."""

from __future__ import annotations

from underdraft.knowledge.checks.card_values import with_card_values
from underdraft.knowledge.graph.model import Attribute, Entity, Evidence, StoryGraph
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
