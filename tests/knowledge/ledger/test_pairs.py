"""Pairs of claims that may contradict each other."""

from __future__ import annotations

import attrs

from underdraft.knowledge.graph.model import Claim, Evidence, StoryTime
from underdraft.knowledge.ledger.pairs import key_of, nearness, pairs_of


def entry(value, chapter, *, subject="Ann", category="looks", attribute="eyes", frame="told"):
    """A claim with a quote of its own."""
    return Claim(
        subject=subject,
        category=category,
        attribute=attribute,
        value=value,
        at=StoryTime(chapter),
        frame=frame,
        refs=(Evidence(f"{chapter}.md", quote=f"{subject} {value}"),),
    )


GREY, BROWN = entry("grey", 1), entry("brown", 4)


def values(entries, chapter):
    """The values of the pairs of a chapter."""
    return [(one.value, other.value) for one, other in pairs_of(entries, chapter)]


def test_pairs_are_of_one_subject_and_near():
    """The earlier claim first, once, also when the chapter asked for is the earlier one; nobody else's, no other category."""
    others = [entry("brown", 4, subject="Bert"), entry("tall", 4, category="place", attribute="home")]
    for chapter in (1, 4):
        assert values([GREY, BROWN, *others], chapter) == [("grey", "brown")]
    assert values([GREY, BROWN], 3) == []


def test_what_is_not_told_as_so_is_compared_with_nothing():
    """A dream, a hypothesis, a lie; and the same value needs no judge."""
    for frame in ("dream", "hypothesis", "lie"):
        assert values([GREY, entry("brown", 4, frame=frame)], 4) == []
    assert values([GREY, entry("Grey!", 4)], 4) == []
    assert values([GREY, entry("brown", 4, frame="said")], 4) != []


def test_two_facts_that_nobody_quotes_need_no_judge():
    """The check compares them without a model; beside words of a text each of them is a claim like any other."""
    facts = [attrs.evolve(one, refs=()) for one in (GREY, BROWN)]
    assert values(facts, 4) == []
    assert values([facts[0], BROWN], 4) == [("grey", "brown")]


def test_the_nearest_come_first():
    """A word of the attribute in common counts more than the category alone; the dead are compared with what they do."""
    far = entry("snub", 4, attribute="nose")
    assert values([GREY, far, BROWN], 1)[0] == ("grey", "brown")
    dead, acts = entry("died", 2, category="life"), entry("opens the gate", 3, category="event")
    assert nearness(dead, acts) > 0
    assert nearness(GREY, acts) == 0 or acts.attribute == "eyes"


def test_a_pair_is_known_by_its_words():
    """Its key stays when a quote moves to another file, and changes with the quote."""
    moved = attrs.evolve(GREY, refs=(Evidence("9.md", quote="Ann  grey"),))
    assert key_of((GREY, BROWN)) == key_of((BROWN, moved))
    reworded = attrs.evolve(GREY, refs=(Evidence("1.md", quote="Ann is grey"),))
    assert key_of((GREY, BROWN)) != key_of((reworded, BROWN))
    assert attrs.evolve(GREY, refs=()).quote == "Ann: eyes: grey"
