"""Replaced words: pairs that hold at every place, and what is no pair."""

from __future__ import annotations

import pytest

from learning.edits.edit_samples import FIRST, THIRD
from underdraft.learning.edits.observe import observe


def test_a_pair_has_one_key_for_both_directions():
    """Both directions of a replaced word have one topic, with its two statements."""
    there = next(o for o in observe("他突然停下了脚步。", "他忽然停下了脚步。") if o.key == "忽然|突然")
    back = next(o for o in observe("他忽然停下了脚步。", "他突然停下了脚步。") if o.key == "忽然|突然")
    assert (there.lean, back.lean) == ("first", "second")
    assert there.statements("zh") == ("用“忽然”，不用“突然”", "用“突然”，不用“忽然”")
    assert there.statements("en")[0] == 'writes "忽然", not "突然"'


def test_two_characters_for_two_are_one_pair_shown_in_its_place():
    """A passage counts as it is, without its neighbours; eight characters on either side show where it stood."""
    [pair] = [
        o
        for o in observe(
            "夜里很冷，他一个人在桥上突然停下了脚步，回头看。",
            "夜里很冷，他一个人在桥上立刻停下了脚步，回头看。",
        )
        if o.axis == "word"
    ]
    assert {pair.before, pair.after} == {
        "，他一个人在桥上突然停下了脚步，回头",
        "，他一个人在桥上立刻停下了脚步，回头",
    }
    assert pair.key == "突然|立刻"


def test_a_word_that_stays_somewhere_was_not_always_replaced():
    """One of two places is no rule."""
    assert [o for o in observe("他突然停下，突然笑了。", "他忽然停下，突然笑了。") if o.axis == "word"] == []


def test_pronouns_are_no_replaced_words():
    """A change of person is seen as such, not as a pair of words."""
    assert [o for o in observe(THIRD, FIRST) if o.axis == "word"] == []


@pytest.mark.parametrize(
    ("text", "name", "other"),
    [
        ("Sadly the lamp went out. He saw {} wait.", "Maren", "Ilse"),
        ("Sadly the lamp went out. {} stopped.", "Maren", "Ilse"),
        ("雨停了。{}走到窗边。她看着{}的背影。", "沈砚", "沈岩"),
        ("雨停了。{}说不必了。", "何三桅", "何四海"),
    ],
)
def test_names_are_no_replaced_words(text, name, other):
    """Another name says nothing of how somebody writes, wherever it stands."""
    assert [o for o in observe(text.format(*[name] * 2), text.format(*[other] * 2)) if o.axis == "word"] == []


def test_a_capital_that_begins_a_sentence_is_no_name():
    """A word at the beginning of a sentence is a word."""
    [pair] = [o for o in observe("Sadly the lamp went out.", "Gently the lamp went out.") if o.axis == "word"]
    assert pair.key == "gently|sadly"
