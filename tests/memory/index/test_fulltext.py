"""Recall by words."""

from __future__ import annotations

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from memory.service_samples import add
from underdraft.memory.db.schema.user_memory import MEMORY_ITEM
from underdraft.memory.index import fulltext


def find(service, query, limit=10):
    """Ids of what a search finds, best first."""
    with service.database.read() as connection:
        return list(
            fulltext.search(connection, "memory_item", query, allowed=select(MEMORY_ITEM.c.id), limit=limit)
        )


def test_two_character_words_are_found(service):
    """灯笼 is found inside a sentence; two characters that stand apart are not a hit."""
    lantern, apart, _ = add(service, "巷口挂着一只旧灯笼", "灯下编竹笼", "山风")
    assert find(service, "灯笼") == [lantern]
    assert apart not in find(service, "灯笼")


def test_one_character_and_mixed_scripts(service):
    """A single character, a Latin word in any case, full-width letters and digits are found."""
    (chen,) = add(service, "Chen 船长在 1932 年失踪")
    for query in ("chen", "ＣＨＥＮ", "1932", "船", "船长 Chen", "失踪案"):
        assert find(service, query) == [chen], query


def test_more_and_rarer_words_rank_higher(service):
    """A memory that shares more of the query comes first; order does not depend on insertion."""
    some, most = add(service, "灯笼", "老船夫在渡口点灯笼")
    assert find(service, "渡口的灯笼") == [most, some]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(max_size=40) | st.text(st.sampled_from('"*(^-:\0 　🎐灯NEARANDOR'), max_size=20))
@example("NEAR(a b)")
@example("a AND")
@example("col:x")
@example("', DROP TABLE run; --")
@example("灯" * 5000)
def test_any_query_is_safe(service, query):
    """Operators of the search language are words like any other, or nothing, and whatever is typed is answered."""
    add(service, "灯笼 NEAR AND col x")
    find(service, query)


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=2, max_size=12), st.data())
def test_the_index_has_one_token_a_character(text, data):
    """Chinese is indexed character by character, so that any part of it is a phrase of the index."""
    assert fulltext.tokens(text).split() == list(text)
    start = data.draw(st.integers(0, len(text) - 2))
    assert f'"{text[start]} {text[start + 1]}"' in fulltext.match_expression(text[start : start + 2])


def test_the_index_follows_every_write(service):
    """Edits, deletions and restorations show at once."""
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
