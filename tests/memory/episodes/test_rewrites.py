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
    rank_by_meaning,
    rank_by_words,
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


def test_words_rank_where_meaning_cannot():
    """The nearest by words first, then the last judged; without a query the last judged."""
    rows = [
        SimpleNamespace(run_id=str(n), final_text=text) for n, text in enumerate(("汤", "灯塔", "灯塔的灯"))
    ]
    assert next(row.run_id for _, row in rank_by_words("灯塔的灯亮了", rows)) == "2"
    assert [row.run_id for _, row in rank_by_words("", rows)] == ["0", "1", "2"]


def test_without_any_vector_there_is_no_rank_by_meaning(tmp_path):
    """Texts that are not embedded yet leave the ranking to words; one of several has no nearness."""
    rows = [SimpleNamespace(content_hash=name) for name in "ab"]
    query = Vectors(model="m", dimension=8, blobs=(np.eye(1, 8, dtype="<f4").tobytes(),))
    database = open_database(tmp_path / "u.db")
    with database.write() as connection:
        assert rank_by_meaning(connection, query, rows) == []
        save(connection, ["b"], query)
        assert rank_by_meaning(connection, query, rows) == [(1.0, rows[1]), (0.0, rows[0])]
    database.close()
