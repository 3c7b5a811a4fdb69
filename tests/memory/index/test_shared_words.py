"""Shared words: names and rare words bring a text up, and what is about something else brings nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.index.shared_words import (
    BEST_LEAST,
    LEAST,
    MEAN_LEAST,
    WORDS_WEIGHT,
    SharedWords,
    fitting,
)

TEXTS = {
    "name": "裴暄右手有六根指头。",
    "other": "她右手有一道疤。",
    "left": "右手边是灶台。",
    "english": "Keene irons his own cuffs, badly.",
}


def test_rare_words_weigh_more_than_common_ones():
    """A name that one text has counts more than a word of three; English endings and common words do not count."""
    shares = SharedWords(TEXTS).shares("裴暄把右手藏起来")
    assert max(shares, key=shares.__getitem__) == "name"
    assert shares["name"] > 2 * shares["other"]
    assert set(SharedWords(TEXTS).shares("He was ironing the cuff.")) == {"english"}
    assert SharedWords({}).shares("裴暄") == {}


def test_the_nearest_come_first():
    """Nearest first, the best counting 1, ties by key."""
    words = SharedWords({"a": "灯塔边", "b": "灯塔", "c": "灯塔上", "d": "码头", "e": "船上的人"})
    assert list(words.nearest("灯塔", 9)) == ["b", "a", "c"]
    assert words.nearest("灯塔", 9)["b"] == 1
    assert words.nearest("没有", 9) == {}


@pytest.mark.parametrize(
    ("near", "shares", "found"),
    [
        ({"a": 0.3, "b": 0.34}, {"a": 0.2}, ["a", "b"]),  # words put the first in front
        ({"a": BEST_LEAST - 0.01, "b": 0.3}, {}, []),  # the best is not good enough
        ({"a": 0.5, **dict.fromkeys("bcdef", MEAN_LEAST - 0.1)}, {}, []),  # one hit by chance
        ({"a": 0.6, "b": 0.1}, {}, ["a"]),  # what does not fit is left out
        ({}, {}, []),
    ],
)
def test_what_does_not_fit_is_left_out(near, shares, found):
    """The best score first; nothing at all where the query is about something else."""
    near = dict(sorted(near.items(), key=lambda hit: (-hit[1], hit[0])))
    assert list(fitting((near, shares), 5)) == found


LOW, HIGH = {"a": 0.25, "b": 0.2}, {"a": 0.6}


@pytest.mark.parametrize(
    ("near", "leaning", "found"),
    [
        (LOW, 0.0, []), (LOW, 0.4, []), (LOW, 0.6, ["a", "b"]),
        (HIGH, 0.0, ["a"]), (HIGH, -1.0, ["a"]), (HIGH, -1.3, []),
    ],
)  # fmt: skip
def test_a_leaning_makes_up_for_scores_or_wants_better_ones(near, leaning, found):
    """A margin counts five times: 0.1 too little is made up by 0.5; what fits by 0.25 is kept out by more than 1.25."""
    assert list(fitting((near, {}), 5, leaning)) == found


@given(
    st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.floats(0, 1), max_size=60),
    st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.floats(0, 1), max_size=20),
    st.integers(1, 8),
)
def test_no_candidate_is_missed(near, shares, limit):
    """The best are those of all scores, whether they share words or not."""
    near = {key: round(cosine, 6) for key, cosine in near.items()}
    near = dict(sorted(near.items(), key=lambda hit: (-hit[1], hit[0])))
    scores = {key: round(near[key] + WORDS_WEIGHT * shares.get(key, 0.0), 6) for key in near}
    best = sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[:limit]
    found = fitting((near, shares), limit)
    assert found in ({}, {key: score for key, score in best if score >= LEAST})
