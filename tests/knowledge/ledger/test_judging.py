"""Answers of the judge."""

from __future__ import annotations

import re

import pytest

from knowledge.ledger.test_pairs import BROWN, GREY, entry
from underdraft.knowledge.ledger.judging import Trial
from underdraft.knowledge.ledger.questions import KNOWN

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
