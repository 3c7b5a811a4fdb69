"""The encoder that reads a sentence beside a known statement."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from underdraft_plugins.extractors.pair_encoder import BEFORE, KNOWN, SAID, WEIGHTS, pair_encoder

OLDER, NEWER = "Edith is thirty-eight.", "Edith is forty-one."


def test_a_new_value_scores_above_another_fact():
    """In both languages."""
    chance = pair_encoder().replaces
    assert chance(NEWER, OLDER) > 0.5 > chance("Edith has a limp.", OLDER)
    assert (
        chance("陈默改成四十岁。", "陈默今年三十五岁。") > 0.5 > chance("陈默会修船。", "陈默今年三十五岁。")
    )


def test_the_same_pair_is_read_alike_in_all_threads():
    """Whatever is read beside it."""
    chance = pair_encoder().replaces
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: chance(NEWER, OLDER), range(8)))
    assert found == {chance(NEWER, OLDER)}


def test_long_texts_are_read_from_their_beginning():
    """As much as fits."""
    chance = pair_encoder().replaces
    long = "海" * 2_000
    assert chance(long, long, long) == chance(long[:SAID], long[:KNOWN], long[:BEFORE])


def test_the_weights_are_of_bounded_size():
    """Shipped with the package."""
    assert WEIGHTS.stat().st_size < 22_000_000
