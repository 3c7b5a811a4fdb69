"""Which known statement a sentence takes the place of."""

from __future__ import annotations

import pytest

from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.change import OFFERED, RIVAL, correcting, nearest_change
from underdraft_plugins.extractors.statement_model import judge, sentences_of
from underdraft_plugins.extractors.statements import statements

KNOWN = (
    "The inn stands at a crossroads.",
    "Edith is thirty-eight.",
    "作者每章写四千字。",
    "The dog is called Bishop.",
)


def change_of(said, known=KNOWN):
    """What is nearest in a message."""
    encoder = local_embedder()
    return nearest_change(judge(sentences_of(said), encoder), known, encoder)


@pytest.mark.parametrize(
    ("said", "sentence", "place"),
    [
        ("Edith is forty-one.", 0, 1),
        ("Thanks, that was quick. Edith is forty-one.", 1, 1),
        ("每章改成两千五百字。", 0, 2),
        pytest.param(
            "以后每章写两千五百字。",
            0,
            2,
            marks=pytest.mark.xfail(
                strict=True, reason="without a model it is kept beside the earlier one; see docs/limits.md"
            ),
        ),
    ],
)
def test_a_new_value_is_near_to_the_old_one(said, sentence, place):
    """The pair is found among other statements and sentences, and its chance is above what is offered."""
    change = change_of(said)
    assert change is not None
    assert (change.sentence, change.place) == (sentence, place)
    assert change.chance >= OFFERED


@pytest.mark.parametrize(
    "said",
    [
        "Is Edith really thirty-eight?",
        "Edith's sister is forty-one.",
        "Edith is thirty-eight.",
    ],
)
def test_what_asks_or_is_about_something_else_changes_nothing(said):
    """Questions, relatives, repetitions: the nearest statement stays."""
    assert change_of(said) is None
    found = statements(said, known=KNOWN, encoder=local_embedder())
    assert [one.replaces for one in found if one.sure and one.replaces] == []


@pytest.mark.parametrize(
    "said",
    ["Edith has a limp.", "Edith is a widow.", "The dog sleeps by the fire.", "The inn has nine rooms."],
)
def test_another_fact_about_the_same_changes_nothing(said):
    """It stands beside what is known."""
    found = statements(said, known=KNOWN, encoder=local_embedder())
    assert [one.replaces for one in found if one.sure and one.replaces] == []


def test_nothing_changes_where_nothing_is_known():
    """Nor where nothing is said."""
    assert change_of("Edith is forty-one.", ()) is None
    assert change_of("") is None


def test_one_known_statement_has_an_imagined_rival():
    """It is nearer than most statements are that have nothing to do with the message."""
    change = change_of("Edith is forty-one.", KNOWN[1:2])
    assert change is not None
    assert change.facts[1] == pytest.approx(change.facts[0] - RIVAL)


def test_a_correction_sounds_like_one():
    """Whatever is known; without features nothing does."""
    [correction] = judge(sentences_of("Edith is forty-one now, not thirty-eight."), local_embedder())
    [question] = judge(sentences_of("How does this scene read?"), local_embedder())
    assert correcting(correction) > correcting(question)
    assert correcting(judge(sentences_of("Edith is forty-one."), None)[0]) == 0


def test_a_likely_change_is_taken_and_a_doubtful_one_offered(monkeypatch):
    """Both name what they replace. What lasts in any case does not wait for an answer: it is taken, and replaces nothing."""
    said = "Edith is forty-one, by the way."
    [taken] = statements(said, known=KNOWN, encoder=local_embedder())
    assert (taken.replaces, taken.sure) == (KNOWN[1], True)
    monkeypatch.setattr("underdraft_plugins.extractors.statements.TAKEN", 1.1)
    [beside] = statements(said, known=KNOWN, encoder=local_embedder())
    assert (beside.replaces, beside.sure) == ("", True)
    monkeypatch.setattr("underdraft_plugins.extractors.statements.SURE", 9.9)
    [offered] = statements(said, known=KNOWN, encoder=local_embedder())
    assert (offered.content, offered.replaces, offered.sure) == (taken.content, KNOWN[1], False)
