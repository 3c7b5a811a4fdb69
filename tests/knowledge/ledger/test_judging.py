"""Pairs of claims that may contradict each other, and answers of the judge."""

from __future__ import annotations

import re

import attrs
import pytest

from underdraft.knowledge.graph.model import Claim, Evidence, StoryTime
from underdraft.knowledge.ledger.judging import Trial, key_of, nearness, pairs_of
from underdraft.knowledge.ledger.questions import KNOWN


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


KEY, LOST = (
    entry("has the key", 2, subject="Bert", category="possession", attribute="key"),
    entry("lost the key", 3, subject="Bert", category="possession", attribute="key"),
)
PAIRS = [(GREY, BROWN), (KEY, LOST)]


def answer(trial, **said):
    """An answer that is right about the known pairs, and says this of the others."""
    verdict = {"verdict": "contradiction", "first": "grey", "second": "brown", "why": "so", "sure": 80} | said
    right = {"verdict": "unrelated", "first": "", "second": "", "why": "", "sure": 9}
    items = []
    for number, pair in enumerate(trial.pairs, start=1):
        known = right | {"verdict": "same"} if pair[0] is pair[1] else right
        items.append({"pair": number, **(verdict if pair == PAIRS[0] else known)})
    return {"verdicts": items}


def kinds(trial, given):
    """The verdicts that are believed."""
    return [verdict["verdict"] for verdict in trial.verdicts(given)]


def test_both_quotes_and_the_known_pairs_are_put():
    """Each claim on a line after its id; the pairs of which the answer is known stand among the others."""
    trial = Trial.of(PAIRS)
    assert len(trial.known) == KNOWN
    assert len(re.findall(r"(?m)^\d+[ab] \[", trial.text)) == 2 * len(trial.pairs)
    assert "[1, told] Ann — eyes: grey “Ann grey”" in trial.text
    assert Trial.of(PAIRS).text == trial.text


def test_a_verdict_is_kept_with_how_sure_it_is():
    """The kind, the reason and the share."""
    trial = Trial.of(PAIRS)
    first, second = trial.verdicts(answer(trial))
    assert {v["verdict"] for v in (first, second)} == {"contradiction", "unrelated"}
    found = first if first["verdict"] == "contradiction" else second
    assert found == {"of": [GREY.key, BROWN.key], "verdict": "contradiction", "confidence": 0.8, "why": "so"}


@pytest.mark.parametrize(
    "said",
    [
        {"first": "", "second": ""},
        {"first": "Ann", "second": "Ann"},
        {"first": "green"},
        {"sure": 20},
        {"verdict": "certainly"},
        {"pair": 99},
    ],
)
def test_a_contradiction_must_be_shown(said):
    """With different words that stand in the two quotes, and by a judge who is sure."""
    trial = Trial.of(PAIRS)
    assert kinds(trial, answer(trial, **said)) == ["unrelated"]


def test_a_judge_who_is_wrong_about_a_known_pair_is_not_believed():
    """Neither who calls a claim a contradiction of itself, nor one of a stranger's, nor who is silent about them."""
    trial = Trial.of(PAIRS)
    for number, pair in enumerate(trial.pairs):
        if pair in trial.known:
            for wrong in ({"verdict": "contradiction", "first": "n", "second": "e"}, {"verdict": "x"}):
                given = answer(trial)
                given["verdicts"][number] |= wrong
                assert kinds(trial, given) == []
    assert kinds(trial, {"verdicts": "none"}) == []
