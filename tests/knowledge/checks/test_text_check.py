"""The chapters' told text against the facts."""

from __future__ import annotations

import pytest

from knowledge.story_samples import checked, read, story
from underdraft.knowledge.checks.prose import Chapter


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
    """Sentences that name somebody, also in a dream: whether they contradict anything is asked."""
    text = "Ann sat.\n\nNobody came. Cleo sang, and Ann sat.\n\nAnn dreamed.\n"
    chapters = [Chapter(path="1.md", number=1, text=text)]
    facts = "entities: [{name: Ann}, {name: Cleo}]"
    assert checked(story(facts), chapters)[1] == 3


VALUES = """
entities:
  - {name: Ann, attributes: {eyes: grey, age: '31', hat: {value: straw, denies: [felt hat]}}}
  - {name: Bert}
events:
  - {id: a, at: 3, what: x, ref: '3.md#L3', effects: [{who: Ann, sets: {age: '40'}}]}
"""


def compared(sentence: str, chapter: int = 1, compare=lambda pairs: [0.0] * len(pairs)):
    """The pairs that are read of a sentence, and what is found."""
    asked = []
    made = Chapter(path=f"{chapter}.md", number=chapter, text=f"\n\n{sentence}")

    def asking(pairs):
        asked.extend(pairs)
        return compare(pairs)

    return asked, checked(story(VALUES), [made], asking)[0]


def test_a_told_sentence_is_read_beside_each_fact_of_whom_it_names():
    """Without what is said in it."""
    asked, found = compared("It rained. “Go,” said Ann, and sat.")
    assert [(pair.name, pair.attribute, pair.value) for pair in asked] == [
        ("Ann", "eyes", "grey"),
        ("Ann", "age", "31"),
        ("Ann", "hat", "straw"),
    ]
    assert {(pair.told, pair.before) for pair in asked} == {("said Ann, and sat.", "")}
    assert found == []


def test_what_stands_before_says_whom_a_pronoun_means():
    """A sentence with a name is read alone."""
    asked, _ = compared("Ann came in. She sat.")
    assert {(pair.told, pair.before) for pair in asked} == {
        ("Ann came in.", ""),
        ("She sat.", "Ann came in."),
    }


def test_the_likeliest_contradiction_of_a_sentence_is_a_doubt():
    """One of each sentence and person, from a bound on, with how sure it is."""
    _, found = compared("Ann was old and had brown eyes.", compare=lambda _: [0.97, 0.99, 0.2])
    assert [(f.code, f.doubt, f.sure, f.message) for f in found] == [
        (
            *("ATTRIBUTE_CHANGED", True, 0.99),
            "Ann, age: it should be “31”, and here stands: “Ann was old and had brown eyes.”",
        )
    ]
    assert compared("Ann was old.", compare=lambda _: [0.5, 0.6, 0.2])[1] == []


def test_a_value_holds_from_its_event_on():
    """In the lines that tell the change both may be named."""
    assert [pair.value for pair in compared("Ann sat.", 3)[0]] == ["grey", "straw"]
    assert [pair.value for pair in compared("Ann sat.", 4)[0]] == ["grey", "40", "straw"]


@pytest.mark.parametrize(
    ("sentence", "found"), [("Ann wore a felt hat.", 1), ("Ann and Bert wore a felt hat.", 0)]
)
def test_a_phrase_that_the_writer_denies_is_certain(sentence, found):
    """Where nobody else is named."""
    assert [finding.doubt for finding in compared(sentence)[1]] == [False] * found


def test_another_sentence_that_names_the_dead_is_compared():
    """Memory or not; what the plugin is sure of is a doubt, one that the rule finds is not asked about."""
    facts = "events: [{id: a, at: 0, what: Bert drowned, effects: [{who: Bert, dies: true}]}]\nentities: [{name: Bert}]"
    text = "Ann remembered the mill.\n\nFrom the yard came Bert with a lantern."
    asked = []

    def compare(pairs):
        asked.extend(pairs)
        return [0.95] * len(pairs)

    (found,) = checked(story(facts), [Chapter(path="2.md", number=2, text=text)], compare)[0]
    (pair,) = asked
    assert (pair.told, pair.name, pair.value, pair.dead) == (
        text.partition("\n\n")[2],
        "Bert",
        "Bert drowned",
        True,
    )
    assert (found.code, found.doubt, found.sure) == ("ACTS_WHEN_DEAD", True, 0.95)
    assert found.message.startswith("Bert is dead before the book begins, and")
    asked.clear()
    (found,) = checked(story(facts), [Chapter(path="2.md", number=2, text="Bert nodded.")], compare)[0]
    assert (asked, found.doubt) == ([], False)
