"""Words by lists of numbers: rare words weigh more, common ones are passed over, and what is taken out is gone."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import func, select

from underdraft.memory.db.schema.recall import POSTING
from underdraft.memory.index import postings
from underdraft.memory.index.shared_words import SharedWords

pytestmark = pytest.mark.both_stores

TEXTS = {
    1: "裴暄右手有六根指头。",
    2: "她右手有一道疤。",
    3: "右手边是灶台。",
    4: "Keene irons his own cuffs, badly.",
}
QUERY = "裴暄把右手藏起来，ironing"


def placed(texts, place="a"):
    """Texts as they are entered."""
    return [(place, number, postings.hashed(text)) for number, text in texts.items()]


def shares(connection, places, query, texts=TEXTS):
    """What each text shares with a query, as far as it shares anything."""
    hits = postings.look_up(connection, places, query)
    sizes = [len(postings.hashed(text)) // postings.WIDTH for text in texts.values()]
    found = dict(zip(texts, hits.shares(list(texts), sizes), strict=True))
    return {number: share for number, share in found.items() if share}


def test_a_share_is_that_of_texts_held_in_memory(service):
    """A rare name weighs more than a word of three texts; another place has nothing of it."""
    with service.database.write() as connection:
        postings.add(connection, placed(TEXTS))
        postings.add(connection, placed({9: "裴暄"}, "b"))
        found = shares(connection, ["a"], QUERY)
        assert found == pytest.approx(SharedWords(TEXTS).shares(QUERY))
        assert found[1] > 2 * found[2]
        assert postings.look_up(connection, ["a"], QUERY).nearest(1) == [1]
        assert postings.look_up(connection, ["b"], QUERY).nearest(9) == [9]
        assert postings.look_up(connection, ["a", "b"], QUERY).numbers.tolist() == [1, 2, 3, 4, 9]
        assert shares(connection, ["c"], QUERY) == {}
        assert shares(connection, ["a"], "没有") == {}


def test_texts_come_and_go(service):
    """After any changes the shares are those of the texts that are left, and at the end no list is."""
    dice = random.Random(3)  # noqa: S311
    texts = {
        n: "".join(dice.choices("灯塔雨右手边", k=dice.randint(1, 9))) + f" x{n % 5}" for n in range(1, 60)
    }
    left = {}
    with service.database.write() as connection:
        for _ in range(30):
            coming = {n: texts[n] for n in dice.sample(sorted(texts.keys() - left.keys()), 1)}
            postings.add(connection, placed(coming))
            left |= coming
            if dice.random() < 0.4:
                number = dice.choice(list(left))
                postings.take_out(connection, placed({number: left.pop(number)}))
        wanted = SharedWords(left).shares("右手里的灯塔 x1")
        assert shares(connection, ["a"], "右手里的灯塔 x1", left) == pytest.approx(wanted)
        postings.take_out(connection, placed(left))
        assert connection.scalar(select(func.count()).select_from(POSTING)) == 1  # the totals, which are 0
        assert postings.look_up(connection, ["a"], "灯塔").mean == 0


def test_a_word_of_very_many_texts_tells_nothing(service, monkeypatch):
    """Its list grows no more, and the rarest words are weighed first."""
    monkeypatch.setattr(postings, "ENTRIES_MAXIMUM", 3)
    many = {n: f"灯塔 name{n}" for n in range(1, 2 * postings.COMMON_FROM, postings.COMMON_FROM // 2)}
    with service.database.write() as connection:
        for _ in range(postings.COMMON_FROM // len(many) + 1):
            postings.add(connection, placed(many))
        hits = postings.look_up(connection, ["a"], "灯塔 name1")
    assert hits.numbers.tolist() == [1]
