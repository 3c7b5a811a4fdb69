"""One sentence against the values of one attribute."""

from __future__ import annotations

import pytest

from knowledge.story_samples import story
from underdraft.knowledge.checks.held_values import held_values
from underdraft.knowledge.checks.plain_statements import contradicted
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.told import told_sentences
from underdraft.knowledge.scene.names import graph_index
from underdraft.testing import MemoryFiles

FACTS = """
entities:
  - {name: Ann, attributes: {eyes: grey, age: '31', hat: {value: straw, denies: [felt hat]}}}
  - {name: Bert}
events:
  - {id: a, at: 3, what: x, ref: '3.md#L3', effects: [{who: Ann, sets: {age: '40'}}]}
"""


def said(sentence: str, attribute: str, chapter: int = 1) -> str | None:
    """The value that the sentence contradicts."""
    graph = story(FACTS)
    (told,) = told_sentences(
        Chapter(path=f"{chapter}.md", number=chapter, text=f"\n\n{sentence}"), graph_index(graph)
    )
    values = held_values(graph, MemoryFiles({}), {"3.md": 3})["Ann"][attribute]
    found = contradicted(values, told, "Ann", graph)
    return found.attribute.value if found else None


@pytest.mark.parametrize(
    ("sentence", "attribute", "known"),
    [
        ("Ann's brown eyes shone.", "eyes", "grey"),
        ("Ann's grey eyes shone.", "eyes", None),
        ("Ann was forty.", "age", "31"),
        ("Ann wore a felt hat.", "hat", "straw"),
        ("Ann and Bert wore a felt hat.", "hat", None),
        ("Ann's eyes met the brown eyes of Bert.", "eyes", None),
    ],
)
def test_only_another_value_contradicts(sentence, attribute, known):
    """Of the one who is named, and of the same attribute."""
    assert said(sentence, attribute) == known


def test_a_value_holds_from_its_event_on():
    """In the lines that tell the change both may be named."""
    assert said("Ann was forty.", "age", 3) is None
    assert said("Ann was forty.", "age", 4) is None
    assert said("Ann was thirty-one.", "age", 4) == "40"
