"""Which known statement a sentence takes the place of."""

from __future__ import annotations

import pytest

from underdraft_plugins.embedders.local import local_embedder
from underdraft_plugins.extractors.corrections import replaced
from underdraft_plugins.extractors.statement_model import judge, sentences_of

KNOWN = (
    "鄢掌门今年二百零六岁。",
    "掌门是个女人。",
    "The Pells own a brewery in Burton.",
    "Rosa has eight keys.",
)


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("鄢掌门活了三百一十七岁，不是二百零六。", 0),
        ("Rosa has seven keys now.", 3),
        ("The Pells don't own a brewery any more, they own a chapel.", 2),
        ("把第二段改短一点。", None),
        ("Could you find me a better verb?", None),
    ],
)
def test_a_new_value_replaces_the_old_one(said, place):
    """Near in meaning and another value: that one; a task: none."""
    judged = judge(sentences_of(said), local_embedder())
    [(found, score)] = replaced(judged, KNOWN, local_embedder())
    assert (found if score > 0 else None) == place


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (
            "严守灯的右耳是年轻时被炮仗震聋的，阴天会响。",
            ("白芦今年二十九岁，是省城报馆的校对。", "我不喜欢用感叹号。"),
        ),
        ("祝余不救人，她只开锁收钱。", ("灵石不能流通，凡人拿盐结账。", "回我别带表情。")),
        (
            "Harl's scar runs down the left cheek.",
            ("Isolde is thirty-four and grew up in Leith.", "No adverbs."),
        ),
        (
            "The ferry only runs at slack water.",
            ("Isolde is thirty-four and grew up in Leith.", "No adverbs."),
        ),
    ],
)
def test_what_is_told_of_something_else_replaces_nothing(said, known):
    """The nearest of the known statements is not one that is meant, however few there are."""
    judged = judge(sentences_of(said), local_embedder())
    assert [score for _, score in replaced(judged, known, local_embedder())] == [float("-inf")]


@pytest.mark.parametrize("known", KNOWN[2:])
def test_how_much_else_is_known_does_not_count(known):
    """A correction is as sure beside the one statement that it corrects as beside others."""
    judged = judge(sentences_of("The Pells own eight keys now, not a brewery."), local_embedder())
    [(_, alone)] = replaced(judged, (known,), local_embedder())
    [(_, among)] = replaced(judged, (known, known), local_embedder())
    assert alone == pytest.approx(among, abs=1e-4)


def test_where_nothing_is_known_nothing_is_replaced():
    """No score, with or without vectors."""
    judged = judge(sentences_of("灯塔有九层。"), None)
    assert replaced(judged, (), None) == [(0, float("-inf"))]
    assert replaced([], KNOWN, None) == []
