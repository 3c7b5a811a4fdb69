"""Which pairs of a chapter are read, and how likely each is a contradiction."""

from __future__ import annotations

import pytest

from underdraft import ToldBeside
from underdraft_plugins.checks import contradictions
from underdraft_plugins.checks.contradictions import PAIRS, nearest, says, underdraft_contradictions


def pair(told: str, attribute: str = "eyes", value: str = "brown") -> ToldBeside:
    """A sentence beside a fact of Nell."""
    return ToldBeside(told=told, before="", name="Nell", attribute=attribute, value=value)


def test_another_value_is_likelier_than_the_same():
    """As an attribute, and as the sentence of a card."""
    grey = pair("Nell's grey eyes did not move from the lock.")
    card = pair("Nell's grey eyes did not move from the lock.", "", "Nell has brown eyes.")
    found = underdraft_contradictions([grey, pair("Nell's brown eyes did not move from the lock."), card])
    assert found[0] > found[1]
    assert found[2] > found[1]


@pytest.mark.parametrize(
    ("told", "value", "said"),
    [
        ("Nell was seventy-one that spring.", "71", True),
        ("万安桥五个孔都在水里。", "五孔", True),
        ("Nell, born in Cork, laughed.", "cork", True),
        ("她坐着，那只蒙了白翳的右眼朝着门，没瞎的左眼在看账本。", "右眼蒙白翳瞎", True),
        ("Her ear, the left one, was deaf.", "deaf left ear", True),
        ("Nell was seventy that spring.", "71", False),
        ("Nell wore a brownish coat.", "brown", False),
    ],
)
def test_a_sentence_that_says_the_value_is_passed_over(told, value, said):
    """Word for word, a long one in any order, or its numbers in any spelling."""
    assert says(told, value) is said


def test_of_many_pairs_the_nearest_are_read(monkeypatch):
    """The others have no chance, nor what is far from each other; the same ones each time."""
    pairs = [
        pair(f"Nell of {n} Mill Street was born in Limerick.", "born in", "Cork") for n in range(PAIRS + 20)
    ]
    pairs[40:42] = [
        pair("Nell's grey eyes did not move from the lock."),
        pair("The tram was late, and Nell waited.", "favourite dish", "oysters"),
    ]
    chosen = nearest(pairs)
    assert len(chosen) == PAIRS
    assert nearest(pairs) == chosen
    assert nearest(pairs[40:42]) == [0]

    class Fixed:
        def contradicts(self, rows):
            assert {fact for _, fact, _ in rows} <= {"Nell: born in: Cork", "Nell: eyes: brown"}
            return [0.25] * len(rows)

    monkeypatch.setattr(contradictions, "pair_encoder", Fixed)
    monkeypatch.setattr(contradictions, "_read", {})
    assert sorted(underdraft_contradictions(pairs)) == [0.0] * 20 + [0.25] * PAIRS
