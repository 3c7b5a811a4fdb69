"""Words by lists of numbers: rare words weigh more, common ones are passed over, and what is taken out is gone."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, true

from memory.service_samples import add
from underdraft.memory.db.schema.recall import POSTING, RECORD_WORDS
from underdraft.memory.index import postings
from underdraft.memory.index.shared_words import SharedWords

pytestmark = pytest.mark.both_stores

TEXTS = {
    "1": "裴暄右手有六根指头。",
    "2": "她右手有一道疤。",
    "3": "右手边是灶台。",
    "4": "Keene irons his own cuffs, badly.",
}
QUERY = "裴暄把右手藏起来，ironing"
ALL = (true(),)


def put(connection, texts, project=None):
    """Enter texts."""
    postings.put(connection, [(key, project, text) for key, text in texts.items()])


def shares(connection, query, project=None):
    """What each text shares with a query, as far as it shares anything."""
    hits = postings.look_up(connection, project, query)
    rows = connection.execute(select(RECORD_WORDS.c["memory_id", "number", "words"])).all()
    sizes = [len(row.words) // postings.WIDTH for row in rows]
    found = dict(zip(rows, hits.shares([row.number for row in rows], sizes), strict=True))
    return {row.memory_id: share for row, share in found.items() if share}


def find(service, query, limit=10):
    """Ids of what a search among all memories finds, best first."""
    with service.database.read() as connection:
        return list(postings.search(connection, None, query, ALL, limit))


def test_a_share_is_that_of_texts_held_in_memory(service):
    """A rare name weighs more than a word of three texts; another project has nothing of it, and none for all."""
    with service.database.write() as connection:
        put(connection, TEXTS, "a")
        put(connection, {"9": "裴暄"}, "b")
        found = shares(connection, QUERY, "a")
        assert found == pytest.approx(SharedWords(TEXTS).shares(QUERY))
        assert found["1"] > 2 * found["2"]
        assert postings.look_up(connection, "a", QUERY).nearest(1) == [1]
        assert postings.look_up(connection, "b", QUERY).numbers.tolist() == [5]
        put(connection, {"8": "右手"})
        assert postings.look_up(connection, "a", QUERY).numbers.tolist() == [1, 2, 3, 4, 6]
        assert shares(connection, QUERY, "c").keys() == {"8"}
        assert shares(connection, "没有", "a") == {}


def test_texts_come_and_go(service):
    """After any changes the shares are those of the texts that are left, and at the end no list is."""
    dice = random.Random(3)  # noqa: S311
    texts = {
        f"{n}": "".join(dice.choices("灯塔雨右手边", k=dice.randint(1, 9))) + f" x{n % 5}"
        for n in range(1, 60)
    }
    left = {}
    with service.database.write() as connection:
        for _ in range(30):
            coming = {n: texts[n] for n in dice.sample(sorted(texts.keys() - left.keys()), 1)}
            put(connection, coming)
            left |= coming
            if dice.random() < 0.4:
                gone = dice.choice(list(left))
                postings.remove(connection, [gone, "unknown"])
                del left[gone]
        wanted = SharedWords(left).shares("右手里的灯塔 x1")
        assert shares(connection, "右手里的灯塔 x1") == pytest.approx(wanted)
        postings.put_all(connection, [(key, None, text) for key, text in left.items()])
        assert shares(connection, "右手里的灯塔 x1") == pytest.approx(wanted)
        postings.remove(connection, left)
        assert connection.scalar(select(func.count()).select_from(POSTING)) == 1  # the totals, which are 0
        assert postings.look_up(connection, None, "灯塔").mean == 0


def test_a_word_of_very_many_texts_tells_nothing(service, monkeypatch):
    """Its list grows no more, and the rarest words are weighed first."""
    monkeypatch.setattr(postings, "ENTRIES_MAXIMUM", 3)
    monkeypatch.setattr(postings, "_FULL", 5 * postings.WIDTH)
    many = {f"{n}": f"灯塔 name{n}" for n in range(6)}
    with service.database.write() as connection:
        connection.execute(POSTING.delete())
        for key, text in many.items():
            put(connection, {key: text})
        monkeypatch.setattr(postings, "_FOUND", postings._FOUND.where(func.length(POSTING.c.numbers) < 20))
        hits = postings.look_up(connection, None, "灯塔 name1")
    assert hits.numbers.tolist() == [2]


def test_more_and_rarer_words_rank_higher(service):
    """A memory that shares more of the query comes first; order does not depend on insertion."""
    some, most, _ = add(service, "灯笼", "老船夫在渡口点灯笼", "山风")
    assert find(service, "渡口的灯笼") == [most, some]
    assert find(service, "渡口的灯笼", 1) == [most]


def test_forms_and_scripts_are_found(service):
    """Two characters that stand together, a word in any case and form, full-width letters and digits; apart is no hit."""
    chen, apart = add(service, "Chen 船长在 1932 年失踪", "灯下编竹笼")
    for query in ("chen", "ＣＨＥＮ", "1932", "船长 Chen", "失踪案", "Chén"):
        assert find(service, query) == [chen], query
    assert find(service, "灯笼") == []
    assert find(service, "竹笼") == [apart]


@pytest.mark.file_only("the text never reaches the database")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(max_size=40) | st.text(st.sampled_from('"*(^-:\0 　🎐灯NEARANDOR'), max_size=20))
@example("灯" * 5000)
def test_any_query_is_answered(service, query):
    """Whatever is typed."""
    add(service, "灯笼 NEAR AND col x")
    find(service, query)


def test_more_are_looked_at_where_few_are_allowed(service, monkeypatch):
    """A record that others outweigh is found where the others are not allowed."""
    monkeypatch.setattr(postings, "REACH", 1)
    add(service, "灯塔 灯笼")
    [own] = add(service, "灯塔", document_id="d")
    with service.database.read() as connection:
        bound = (postings.MEMORY_ITEM.c.document_id == "d",)
        assert list(postings.search(connection, None, "灯塔灯笼", bound, 2)) == [own]


def test_the_lists_follow_every_write(service):
    """Edits, deletions, restorations and another project show at once."""
    (one,) = add(service, "灯笼")
    service.items.update(one, {"content": "铜镜"})
    assert find(service, "灯笼") == []
    assert find(service, "铜镜") == [one]
    service.items.delete(one)
    assert find(service, "铜镜") == []
    service.items.restore(one)
    assert find(service, "铜镜") == [one]
    service.items.restore(one, to_version=1)
    assert find(service, "灯笼") == [one]
    service.items.update(one, {"scope": "project", "project_id": "p"})
    assert find(service, "灯笼") == []
