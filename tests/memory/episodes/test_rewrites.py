"""Which replies the writer kept in other words, and which are nearest."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from learning.feedback_samples import Desk
from memory.store_samples import open_database
from underdraft.memory.episodes.episode import TEXT_MAXIMUM
from underdraft.memory.episodes.rewrites import (
    find_rewrites,
    load_rewrite,
    near_in_meaning,
)
from underdraft.memory.index.embedding import Vectors
from underdraft.memory.index.vectors import save


def test_only_what_was_kept_in_other_words_is_a_rewrite(tmp_path):
    """Not what was kept as it is, rejected, undone, quite another text, or longer than an episode holds."""
    desk = Desk(tmp_path)
    text = "他谢过看守。雨还在下。"
    for action, more in (
        ("accept", {"finalText": "他点了点头。雨还在下。"}),
        ("partial", {"finalText": "他谢过看守。雨停了。"}),
        ("accept", {}),
        ("accept", {"finalText": text}),
        ("reject", {}),
        ("accept", {"finalText": "x" * 40}),
    ):
        desk.feed(action, run=desk.run(text, scene_type="dialogue"), **more)
    long = "长" * TEXT_MAXIMUM
    desk.feed(run=desk.run(long + "甲", scene_type="dialogue"), finalText=long + "乙")
    undone = desk.run(text, scene_type="dialogue")
    desk.feed(run=undone, finalText="他走了。雨还在下。")
    desk.feed("accept", run=undone, undo=True)
    with desk.ws.store.database.read() as connection:
        rows = find_rewrites(connection, "novel", "dialogue", most=9)
        found = [load_rewrite(connection, row) for row in rows]
        assert find_rewrites(connection, "other", None, most=9) == []
    assert [(r.before, r.after) for r in found] == [
        (text, "他谢过看守。雨停了。"),
        (text, "他点了点头。雨还在下。"),
    ]
    desk.close()


def test_words_rank_where_meaning_cannot(tmp_path):
    """The nearest by words first, then the last judged; without a query the last judged."""
    desk = Desk(tmp_path)
    for text in ("汤凉了。雨还在下。", "灯塔的灯亮了。雨还在下。", "灯塔很高。雨还在下。"):
        desk.feed(run=desk.run("他走了。雨还在下。", scene_type="dialogue"), finalText=text)
    for query, first in (("灯塔的灯亮了", "灯塔的灯亮了。"), ("", "灯塔很高。")):
        found = desk.ws.store.episodes.rewrites("novel", query=query, limit=3)
        assert (found.mode, len(found.items)) == ("lexical", 3)
        assert found.items[0].after.startswith(first)
    desk.close()


def test_only_what_has_a_vector_is_near_in_meaning(tmp_path):
    """Texts that are not embedded yet leave the ranking to words."""
    rows = [SimpleNamespace(run_id=name.upper(), content_hash=name) for name in "ab"]
    query = Vectors(model="m", dimension=8, blobs=(np.eye(1, 8, dtype="<f4").tobytes(),))
    database = open_database(tmp_path / "u.db")
    with database.write() as connection:
        assert near_in_meaning(connection, query, rows) == {}
        save(connection, ["b"], query)
        assert near_in_meaning(connection, query, rows) == {"B": 1.0}
    database.close()
