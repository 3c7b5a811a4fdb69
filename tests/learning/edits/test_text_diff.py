"""Differences of texts, for reading."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from underdraft.learning.edits.alignment import ALIGNED_MAXIMUM
from underdraft.learning.edits.text_diff import DiffPiece, diff_pieces


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_pieces_make_up_both_texts(before, after):
    """Without what came the pieces are the old text, without what went the new one."""
    pieces = diff_pieces(before, after)
    assert "".join(p.text for p in pieces if p.kind != "new") == before
    assert "".join(p.text for p in pieces if p.kind != "gone") == after


def test_single_words_are_marked():
    """A changed word is one change, a Chinese character is a word."""
    assert diff_pieces("她慢慢走了", "她走了") == [
        DiffPiece("same", "她"),
        DiffPiece("gone", "慢慢"),
        DiffPiece("same", "走了"),
    ]
    kinds = [(p.kind, p.text) for p in diff_pieces("the cold night", "the warm night")]
    assert kinds == [("same", "the "), ("gone", "cold"), ("new", "warm"), ("same", " night")]


def test_texts_too_long_are_shown_whole():
    """Two books are not compared word by word."""
    book = "一" * ALIGNED_MAXIMUM
    assert [p.kind for p in diff_pieces(f"{book}二", f"{book}三")] == ["gone", "new"]
    assert [p.kind for p in diff_pieces(book, f"{book[1:]}三")] == ["same", "gone", "new"]


def test_a_passage_written_anew_is_not_shown_in_crumbs():
    """Characters that two different sentences happen to share do not tear the sentences apart; an edit stays small."""
    old = "沈砚靠着白鸥号的铁栏杆，看它先吞掉岸，再吞掉那排盐场的烟囱。"
    assert len(diff_pieces(old, "按上面的技能说明，只返回它要求的内容。")) <= 7
    kinds = [p.text for p in diff_pieces("门响了！她追上来！", "门响了。她追上来。") if p.kind != "same"]
    assert kinds == ["！", "。", "！", "。"]
