"""The chapters' told text against the facts."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from knowledge.story_samples import checked, read, story
from underdraft.knowledge.checks.prose import Chapter
from underdraft.knowledge.checks.text_check import contradicted
from underdraft.knowledge.checks.told import told_sentences
from underdraft.knowledge.checks.validity import held_values
from underdraft.knowledge.scene.names import graph_index
from underdraft.testing import MemoryFiles

READINGS = tomllib.loads((Path(__file__).parent / "plain_statements.toml").read_text(encoding="utf-8"))
BEFORE = {"zh": "他们等着。“好吧。”", "en": "(They waited. *Well.*) "}
SENTENCES = [
    (part, kind, s) for part, given in READINGS.items() for kind in ("wrong", "right") for s in given[kind]
]


@pytest.mark.parametrize(("part", "kind", "sentence"), SENTENCES)
def test_plain_contradictions_are_found_and_nothing_else(part, kind, sentence):
    """What is said, remembered, denied, supposed, pictured or another's is none; where in a paragraph is no matter."""
    for before in ("", "\u3000\u3000", BEFORE[part[:2]], f"{BEFORE[part[:2]]}\n\n"):
        chapters = [
            Chapter(path="1.md", number=1, text="Nothing."),
            Chapter(path="2.md", number=2, text=before + sentence),
        ]
        found = checked(story(READINGS[part]["facts"]), chapters)[0]
        assert len(found) == (kind == "wrong"), (before, found)


def test_the_dead_do_not_speak_but_are_spoken_of():
    """A dead person's name before a deed is found; in dialogue, memory or comparison it is not."""
    alive = "Bert took no notice.\n"
    dead = "Bert took the oars.\n\n“Bert took them,” Ann said.\n\nAnn remembered how Bert took them.\n\nBert's hat lay there.\n"
    assert read("", alive, "", dead) == [("ACTS_WHEN_DEAD", 1)]


def test_what_follows_a_memory_may_be_long_past():
    """To the end of its scene for the dead; the next scene is read again."""
    told = "Ann remembered the mill.\n\nThe wheel turned.\n\nBert took the oars.\n"
    assert read("", "", "", told) == []
    assert read("", "", "", f"{told}\n---\n\nBert took the oars.\n") == [("ACTS_WHEN_DEAD", 9)]


def test_phrases_that_the_writer_gave_for_other_times_contradict():
    """The long braid is right before the cut and wrong after it; denied or remembered it is right."""
    text = "Ann had once worn a long braid.\n\nThe wind rose.\n\nAnn tied her long braid.\n"
    assert read("Ann tied her long braid.\n", "", "", "", text) == [("ATTRIBUTE_CHANGED", 5)]
    assert read("", "", "", "", "Ann and Cleo saw a long braid.\n") == []


def test_a_finding_has_both_ends():
    """Where it is told, then where the fact is."""
    facts = "events: [{id: a, at: 1, what: x, effects: [{who: Ann, dies: true}], ref: x.md#L7}]\nentities: [{name: Ann}]"
    chapters = [Chapter(path="2.md", number=2, text="Nothing.\n\nAnn nodded.")]
    (found,) = checked(story(facts), chapters)[0]
    assert [str(ref) for ref in found.refs] == ["ref:2.md#L3-L3", "ref:x.md#L7-L7"]
    assert "“Ann nodded.”" in found.message


def test_what_is_read_is_counted():
    """Sentences that name somebody, without what is under a frame."""
    text = "Ann sat.\n\nNobody came. Cleo sang, and Ann sat.\n\nAnn dreamed.\n"
    chapters = [Chapter(path="1.md", number=1, text=text)]
    facts = "entities: [{name: Ann}, {name: Cleo}]"
    assert checked(story(facts), chapters)[1] == 2


VALUES = """
entities:
  - {name: Ann, attributes: {eyes: grey, age: '31', hat: {value: straw, denies: [felt hat]}}}
  - {name: Bert}
events:
  - {id: a, at: 3, what: x, ref: '3.md#L3', effects: [{who: Ann, sets: {age: '40'}}]}
"""


def said(sentence: str, attribute: str, chapter: int = 1) -> str | None:
    """The value that the sentence contradicts."""
    graph = story(VALUES)
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
