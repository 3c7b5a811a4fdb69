"""The encoder that reads a sentence beside a known statement."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from underdraft_plugins.extractors.pair_encoder import (
    AT_ONCE,
    BEFORE,
    KNOWN,
    SAID,
    WEIGHTS,
    _mapped,
    pair_encoder,
)

OLDER, NEWER = "Edith is thirty-eight.", "Edith is forty-one."


def chance(*row):
    """How likely one row is a replacement."""
    said, known, before = (*row, "")[:3]
    return pair_encoder().replaces([(said, known, before)])[0]


def test_a_new_value_scores_above_another_fact():
    """In both languages."""
    assert chance(NEWER, OLDER) > 0.5 > chance("Edith has a limp.", OLDER)
    assert (
        chance("陈默改成四十岁。", "陈默今年三十五岁。") > 0.5 > chance("陈默会修船。", "陈默今年三十五岁。")
    )


def test_another_value_in_the_story_contradicts_a_fact():
    """In both languages, in the words of a novel."""
    rows = [
        ("Nell's blue eyes did not move from the lock.", "Nell Garrity: eyes: brown", ""),
        ("沈听澜右颊的刀疤隐隐发痒。", "沈听澜: 刀疤: 左颊", ""),
        ("Nell's brown eyes did not move from the lock.", "Nell Garrity: eyes: brown", ""),
    ]
    other_eyes, other_side, same = pair_encoder().contradicts(rows)
    assert min(other_eyes, other_side) > 0.5 > same


def test_the_same_pair_is_read_alike_in_all_threads():
    """Whatever is read at the same time."""
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: chance(NEWER, OLDER), range(8)))
    assert found == {chance(NEWER, OLDER)}


def test_rows_are_read_alike_beside_others():
    """As many as there are, in their order."""
    rows = [(NEWER, OLDER, "Thanks." * (n % 3)) for n in range(AT_ONCE + 3)] + [("Edith limps.", OLDER, "")]
    assert pair_encoder().replaces(rows) == pytest.approx([chance(*row) for row in rows], abs=1e-5)
    assert pair_encoder().replaces([]) == []


def test_long_texts_are_read_from_their_beginning():
    """As much as fits."""
    long = "海" * 2_000
    assert chance(long, long, long) == chance(long[:SAID], long[:KNOWN], long[:BEFORE])


def test_the_weights_are_of_bounded_size():
    """Shipped with the package."""
    assert WEIGHTS.stat().st_size < 22_000_000


def test_weights_are_read_where_they_lie():
    """Each array of the file as numpy reads it, without a copy."""
    mapped = _mapped(WEIGHTS)
    with np.load(WEIGHTS) as held:
        assert set(mapped) == set(held.files)
        for name in held.files:
            np.testing.assert_array_equal(mapped[name], held[name])
    assert not any(array.flags.owndata or array.flags.writeable for array in mapped.values())
