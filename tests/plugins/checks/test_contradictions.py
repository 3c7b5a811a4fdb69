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
    """The others have no chance; the same ones each time."""
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
    assert nearest(pairs[40:42]) == [0, 1]

    class Fixed:
        def contradicts(self, rows):
            assert {fact for _, fact, _ in rows} <= {
                "Nell: born in: Cork",
                "Nell: eyes: brown",
                "Nell: favourite dish: oysters",
            }
            return [0.25] * len(rows)

        acts_when_dead = contradicts

    monkeypatch.setattr(contradictions, "pair_encoder", Fixed)
    monkeypatch.setattr(contradictions, "_read", {})
    assert sorted(underdraft_contradictions(pairs)) == [0.0] * 20 + [0.25] * PAIRS


@pytest.mark.parametrize(
    ("told", "likely"),
    [
        ("Caleb Thurlow came down the yard with a lantern and asked the boys what they wanted.", True),
        ("何金宝从过道那头走来，把一壶茶搁在他手边。", True),
        ("The lamp that Caleb Thurlow had mended hung above the door.", False),
        ("何金宝当年种的那棵枣树还在院子里。", False),
    ],
)
def test_the_dead_do_nothing(told, likely):
    """What they did before, and what they left, is no contradiction."""
    name = "Caleb Thurlow" if told.isascii() else "何金宝"
    gone = ToldBeside(told=told, before="", name=name, attribute="", value=f"{name} is dead", dead=True)
    [chance] = underdraft_contradictions([gone])
    assert (chance >= 0.9) == likely


def test_a_fact_in_the_words_of_a_death_is_read_for_itself(monkeypatch):
    """Each head has chances of its own; where nothing is to be read, the encoder is not loaded."""

    class Fixed:
        def contradicts(self, rows):
            return [0.25] * len(rows)

        def acts_when_dead(self, rows):
            return [0.75] * len(rows)

    loaded = []
    monkeypatch.setattr(contradictions, "pair_encoder", lambda: loaded.append(1) or Fixed())
    monkeypatch.setattr(contradictions, "_read", {})
    told = "Nell came down the yard."
    gone = ToldBeside(told=told, before="", name="Nell", attribute="", value="Nell drowned", dead=True)
    assert underdraft_contradictions([gone, pair(told, "state", "dead")]) == [0.75, 0.25]
    loaded.clear()
    assert underdraft_contradictions([gone]) == [0.75]
    assert underdraft_contradictions([]) == []
    assert loaded == []
