"""Which known statement a sentence takes the place of where it does not name the old value."""

from __future__ import annotations

import pytest

from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.change import OFFERED, nearest_change
from underdraft_plugins.extractors.statements import statements

KNOWN = (
    "The inn stands at a crossroads.",
    "Edith is thirty-eight.",
    "作者每章写四千字。",
    "The dog is called Bishop.",
)


@pytest.mark.parametrize(
    ("said", "place"),
    [
        (["Edith is forty-one."], 1),
        (["Thanks, that was quick.", "Edith is forty-one."], 1),
        (["以后每章写两千五百字。"], 2),
    ],
)
def test_a_new_value_is_near_to_the_old_one(said, place):
    """The pair is found among other statements and sentences, and its chance is above what is offered."""
    change = nearest_change(said, KNOWN, local_embedder())
    assert change is not None
    assert (change.sentence, change.place) == (len(said) - 1, place)
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
    assert nearest_change([said], KNOWN, local_embedder()) is None
    found = statements(said, known=KNOWN, encoder=local_embedder())
    assert [one.replaces for one in found if one.sure and one.replaces] == []


def test_nothing_changes_where_nothing_is_known():
    """Nor where nothing is said."""
    assert nearest_change(["Edith is forty-one."], (), local_embedder()) is None
    assert nearest_change([], KNOWN, local_embedder()) is None


def test_one_known_statement_has_no_rival():
    """Then all of its nearness counts as a margin."""
    change = nearest_change(["Edith is forty-one."], KNOWN[1:2], local_embedder())
    assert change is not None
    assert change.features[0] == change.features[1]


def test_a_likely_change_is_taken_and_a_doubtful_one_offered(monkeypatch):
    """Both name what they replace; what is offered waits for the writer."""
    said = "Edith is forty-one, by the way."
    [taken] = statements(said, known=KNOWN, encoder=local_embedder())
    assert (taken.replaces, taken.sure) == (KNOWN[1], True)
    monkeypatch.setattr("underdraft_plugins.extractors.statements.TAKEN", 1.1)
    [offered] = statements(said, known=KNOWN, encoder=local_embedder())
    assert (offered.content, offered.replaces, offered.sure) == (taken.content, KNOWN[1], False)
