"""Texts in memory by their words: what BM25 says, whatever came and went before."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdraft.memory.index.words import K1, B, WordTable, words_of

TEXTS = st.text(alphabet="灯塔码头雾a bé,。", max_size=20)


def table_of(texts):
    """A table with these texts under their places."""
    table = WordTable()
    for place, text in enumerate(texts):
        table.put(str(place), text)
    return table


def near(table, query, limit=1_000, allowed=lambda _: True):
    """What the table finds."""
    return table.nearest(query, limit, allowed)


def exact(texts, query):
    """BM25, worked out text by text."""
    words = {key: list(words_of(text)) for key, text in texts.items()}
    lengths = [len(found) for found in words.values() if found]
    scores = dict.fromkeys(words, 0.0)
    for word in dict.fromkeys(words_of(query)):
        lone = len(word) == 1 and not word.isascii() and word != "e"
        times = {k: sum(word in w if lone else word == w for w in found) for k, found in words.items()}
        many = sum(1 for number in times.values() if number)
        weight = max(math.log((len(texts) - many + 0.5) / (many + 0.5)), 1e-6)
        for key, number in times.items():
            if number:
                longer = K1 * (1 - B + B * len(words[key]) / (sum(lengths) / len(lengths)))
                scores[key] += weight * number * (K1 + 1) / (number + longer)
    return {key: score for key, score in scores.items() if score}


@given(texts=st.lists(TEXTS, max_size=8), query=TEXTS)
def test_nearness_is_bm25(texts, query):
    """Each text that has a word of the query, and no other."""
    wanted = exact({str(place): text for place, text in enumerate(texts)}, query)
    assert near(table_of(texts), query) == pytest.approx(wanted)


@given(steps=st.lists(st.tuples(st.sampled_from("abcd"), st.none() | TEXTS), max_size=20), query=TEXTS)
def test_what_came_and_went_leaves_no_trace(steps, query):
    """A table after any changes says what one of the texts that are left says."""
    table, left = WordTable(), {}
    for key, text in steps:
        if text is None:
            table.drop(key)
            left.pop(key, None)
        else:
            table.put(key, text)
            left[key] = text
    assert len(table) == len(left)
    assert all(key in table for key in left)
    assert near(table, query) == pytest.approx(exact(left, query))


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("码头上的灯", "灯塔 码头", True),
        ("码头上的灯", "头码", False),
        ("码头上的灯", "a 灯 b", True),
        ("Le café noir", "CAFE", True),
        ("Ｌｉｇｈｔ", "light", True),
        ("한국어", "국어", True),
        ("", "灯", False),
        ("灯塔", '" OR * NEAR(', False),
    ],
)
def test_what_counts_as_the_same_word(text, query, found):
    """Pairs of CJK characters in their order, lone ones anywhere; case, width and accents do not count."""
    assert ("0" in near(table_of([text, "完全不同的另一句", "x y z"]), query)) is found


def test_the_nearest_of_what_is_allowed():
    """Nearest first, ties by key; other keys are passed over, however near they are."""
    table = table_of(["灯塔边", "灯塔灯塔", "灯塔上", "码头", "船"])
    assert list(near(table, "灯塔")) == ["1", "0", "2"]
    assert list(near(table, "灯塔", 2)) == ["1", "0"]
    assert list(near(table, "灯塔", 2, lambda key: key != "1")) == ["0", "2"]


def test_a_table_says_when_it_is_worn():
    """Many changes of few texts are a reason to make it anew."""
    table = table_of(["灯塔"])
    assert not table.stale
    for number in range(100):
        table.put("0", f"灯塔{number}")
    assert table.stale
