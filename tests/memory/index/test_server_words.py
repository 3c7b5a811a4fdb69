"""The index of words on a server finds and orders what the one in a file does."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import select

from memory.store_samples import open_database
from underdraft.memory.db.schema.recall import LEXICAL_ENTRY
from underdraft.memory.index import fulltext

LETTERS = "灯笼巷口风雨夜船渡河钟声山水人心"
WORDS = ("lantern", "café", "Ｒiver", "the", "O'Neil", "x2", "naïve", "²")


def texts(seed):
    """Texts of two scripts, some of them alike."""
    chance = random.Random(seed)  # noqa: S311 - a fixed one
    for n in range(60):
        said = ["".join(chance.choices(LETTERS, k=chance.randint(1, 9))) for _ in range(chance.randint(1, 6))]
        yield f"t{n:02d}", " ".join([*said, *chance.choices(WORDS, k=chance.randint(0, 3))])


def found(path, seed):
    """Answers to some queries in a store at the path."""
    database = open_database(path)
    everything = select(LEXICAL_ENTRY.c.owner_id)
    with database.write() as connection:
        fulltext.put(connection, "fact", "other", "灯笼 lantern")
        for owner_id, text in texts(seed):
            fulltext.put(connection, "note", owner_id, text)
        fulltext.put(connection, "note", "t00", "灯笼灯笼的灯笼")
        fulltext.remove(connection, "note", ["t01", "unknown"])
    queries = ("灯笼", "巷口的灯笼，CAFE", "钟", "river naive 2", "' & | ! <-> :*", "的", "风雨夜船渡河钟声")
    with database.read() as connection:
        answers = {
            query: fulltext.search(connection, "note", query, allowed=everything, limit=7)
            for query in queries
        }
    database.close()
    return answers


@pytest.mark.parametrize("seed", [1, 2])
def test_both_indexes_give_the_same(tmp_path, server_url, seed):
    """The same texts with the same scores, in the same order, whatever is asked."""
    ours = found(server_url, seed)
    theirs = found(tmp_path / "u.db", seed)
    for query, scores in theirs.items():
        assert list(ours[query]) == list(scores), query
        assert list(ours[query].values()) == pytest.approx(list(scores.values()), abs=2e-6), query
    assert sum(map(len, ours.values())) > 10
