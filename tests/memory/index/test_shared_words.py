"""Shared words: names and rare words bring a text up, and what is about something else brings nothing."""

from __future__ import annotations

import pytest

from underdraft.memory.index.shared_words import BEST_LEAST, MEAN_LEAST, SharedWords, fitting, stems_of

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
    assert stems_of("the was of") == set()
    assert SharedWords({}).shares("裴暄") == {}


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
    assert list(fitting(near, shares, 5)) == found
